import Headrace

/// A lamp whose bulb burns until it is put out or removed.
struct Lamp: Reducer {
  struct State: Equatable {
    var bulb: Bulb.State? = Bulb.State()
    var flash = Bulb.State()
    var touchCount = 0
  }

  @CasePathable
  enum Action {
    case touch
    case bulb(Bulb.Action)
    case flash(Bulb.Action)
    case bulbTaken
  }

  let reads: Reads

  var body: some ReducerOf<Self> {
    let _ = reads.note()
    Scope(state: \.flash, action: \.flash) { Bulb() }
    Reduce { state, action in
      switch action {
      case .touch: state.touchCount += 1
      case .bulbTaken: state.bulb = nil
      case .bulb, .flash: break
      }
      return .none
    }
    .ifLet(\.bulb, action: \.bulb) { Bulb() }
  }
}

struct Bulb: Reducer {
  struct State: Equatable {}
  enum Action { case burn, putOut }
  enum CancelID { case light }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .burn: .run { _ in await Gate().pass() }.cancellable(id: CancelID.light)
    case .putOut: .cancel(id: CancelID.light)
    }
  }
}

/// Counts the reads of a body.
final class Reads {
  private(set) var count = 0
  func note() { count += 1 }
}
