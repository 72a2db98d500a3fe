import Headrace

/// A feature whose effects end only by cancellation.
struct Waiting: Reducer {
  struct State {}

  enum Action {
    case restart(Ending)
    case start(Ending)
    case stop
  }

  private enum CancelID { case wait }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .restart(let ending):
        return .run { _ in await ending.waitForCancellation() }
          .cancellable(id: CancelID.wait, cancelInFlight: true)
      case .start(let ending):
        return .run { _ in await ending.waitForCancellation() }
          .cancellable(id: CancelID.wait)
      case .stop:
        return .cancel(id: CancelID.wait)
      }
    }
  }
}
