import Headrace

/// Notes what the core of a test store reduces.
///
/// The core calls it while the test store sends or pumps, never at another time.
final class TestStoreRecorder<State, Action>: StoreInstrument {
  /// An action from an effect, and the state after it.
  struct ReceivedAction {
    let action: Action
    let stateAfter: State
    /// The number of the id that a stack would have given next, before the action.
    let nextStackElementID: Int
  }

  /// Those that the test has not yet received.
  var receivedActions: [ReceivedAction] = [] {
    didSet { hasReceivedActions = !receivedActions.isEmpty }
  }

  /// Whether there are any; asked for every action, where the array would have to be looked up by
  /// its type at run time.
  private(set) var hasReceivedActions = false

  /// The state after the action that the test sent last, before those that followed; at first the
  /// initial state.
  private(set) var stateAfterSend: State

  /// The number of the id that a stack would have given next, before that action.
  private(set) var nextStackElementIDBeforeSend = 0

  /// Whether the feature has dismissed itself.
  var isDismissed = false

  /// What numbers the elements of stacks.
  var stackElementIDs: StackElementIDGenerator

  private var origin = ActionOrigin.sender
  private var nextStackElementID = 0

  init(initialState: State, stackElementIDs: StackElementIDGenerator) {
    self.stateAfterSend = initialState
    self.stackElementIDs = stackElementIDs
  }

  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    self.origin = origin
    nextStackElementID = stackElementIDs.next
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) {
    switch origin {
    case .sender:
      stateAfterSend = state
      nextStackElementIDBeforeSend = nextStackElementID
    case .effect:
      noteReceived(action, stateAfter: state)
    }
  }

  private func noteReceived(_ action: Action, stateAfter state: State) {
    receivedActions.append(
      ReceivedAction(action: action, stateAfter: state, nextStackElementID: nextStackElementID))
  }
}
