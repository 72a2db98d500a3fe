import BenchmarkSupport

/// F1: a `switch` over state that is changed in place, behind one opaque call of a closure.
struct SwitchFloor {
  private var state = Counter.State(id: 0)
  private let reduce = Self.opaque()

  var count: Int { state.count }

  mutating func mean(of count: Int) -> PerOperation {
    let reduce = reduce
    return PerOperation.mean(of: count) { reduce(&state, .increment) }
  }

  /// Made out of sight, so that the call can't be inlined.
  @inline(never)
  @_optimize(none)
  private static func opaque() -> (inout Counter.State, Counter.Action) -> Void {
    { state, action in
      switch action {
      case .increment: state.count &+= 1
      case .runButtonTapped: state.count &+= 2
      case .restartButtonTapped: state.count &+= 3
      case .response: state.count &+= 4
      }
    }
  }
}

/// The floors of effects: the cheapest that Swift has for work that answers to an actor.
enum TaskFloor {
  private actor Plain {
    func answer() {}
  }

  /// F2a: a task that calls an empty method of a plain actor, awaited.
  static func plainActor(of count: Int) async -> PerOperation {
    let plain = Plain()
    return await PerOperation.mean(of: count) {
      await Task { await plain.answer() }.value
    }
  }

  /// F2m: an empty task on the main actor, awaited.
  static func mainActor(of count: Int) async -> PerOperation {
    await PerOperation.mean(of: count) {
      await Task { @MainActor in }.value
    }
  }
}
