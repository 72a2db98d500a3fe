/// F1: a `switch` over state that is changed in place, behind one opaque closure call.
///
/// This module is optimised in debug builds, too, so that the floor is the same there.
public enum SwitchFloor {
  /// The state of the smallest feature.
  struct State {
    let id: Int
    var count = 0
  }

  /// The actions of the smallest feature.
  enum Action {
    case increment
    case runButtonTapped
    case restartButtonTapped
    case response
  }

  /// The floor.
  public static var floor: Floor { Floor("F1") { run(count: $0) } }

  private static func run(count: Int) {
    var state = State(id: 0)
    let reduce = choose(CommandLine.arguments.count > 1_000 ? 1 : 0)
    for _ in 0..<count { reduce(&state, .increment) }
    blackHole(state.count)
  }

  /// Returns a closure chosen at run time, so that the compiler can't know which one is called.
  @inline(never)
  private static func choose(_ index: Int) -> (inout State, Action) -> Void {
    if index > 0 { return { state, _ in state.count &+= 5 } }
    return { state, action in
      switch action {
      case .increment: state.count &+= 1
      case .runButtonTapped: state.count &+= 2
      case .restartButtonTapped: state.count &+= 3
      case .response: state.count &+= 4
      }
    }
  }
}
