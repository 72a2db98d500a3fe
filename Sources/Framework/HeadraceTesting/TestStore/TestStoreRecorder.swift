import Headrace

/// Notes what the core of a test store reduces.
///
/// The core calls it while the test store sends or pumps, never at another time.
final class TestStoreRecorder<State, Action>: StoreInstrument {
  /// An action from an effect, and the state after it.
  struct ReceivedAction {
    let action: Action
    let stateAfter: State
  }

  /// Those that the test has not yet received.
  var receivedActions: [ReceivedAction] = []

  /// The state after the action that the test sent last, before those that followed.
  private(set) var stateAfterSend: State?
  private var origin = ActionOrigin.sender

  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    self.origin = origin
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) {
    switch origin {
    case .sender: stateAfterSend = state
    case .effect: receivedActions.append(ReceivedAction(action: action, stateAfter: state))
    }
  }
}
