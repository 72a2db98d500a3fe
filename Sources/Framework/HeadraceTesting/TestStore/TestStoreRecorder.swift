public import Headrace

/// Notes what the feature of a test store reduces.
///
/// A ``RecordedReducer`` tells it, while the test store sends or pumps and never at another time.
@usableFromInline
final class TestStoreRecorder<State, Action> {
  /// An action from an effect, and the state after it.
  @usableFromInline
  struct ReceivedAction {
    let action: Action
    let stateAfter: State
    /// The number of the id that a stack would have given next, before the action.
    let nextStackElementID: Int
  }

  /// Those that the test has not yet received.
  @usableFromInline var receivedActions: [ReceivedAction] = []

  /// Whether the next action is the one that the test sends: those that follow are from effects.
  @exclusivity(unchecked) @usableFromInline var isSending = false

  /// The state after the action that the test sends, before those that follow.
  @usableFromInline var stateAfterSend: State?

  /// The number of the id that a stack would have given next, before that action.
  @exclusivity(unchecked) @usableFromInline var nextStackElementIDBeforeSend = 0

  /// Whether the feature has dismissed itself.
  @exclusivity(unchecked) @usableFromInline var isDismissed = false

  /// What numbers the elements of stacks.
  @usableFromInline var stackElementIDs: StackElementIDGenerator

  @usableFromInline
  init(stackElementIDs: StackElementIDGenerator) {
    self.stackElementIDs = stackElementIDs
  }

  @inlinable
  func actionReduced(_ action: Action, stateAfter state: State, nextStackElementID: Int) {
    guard isSending else {
      return noteReceived(action, stateAfter: state, nextStackElementID: nextStackElementID)
    }
    isSending = false
    stateAfterSend = state
    nextStackElementIDBeforeSend = nextStackElementID
  }

  @usableFromInline
  func noteReceived(_ action: Action, stateAfter state: State, nextStackElementID: Int) {
    receivedActions.append(
      ReceivedAction(action: action, stateAfter: state, nextStackElementID: nextStackElementID))
  }

  /// Hands out the state after the action that the test has just sent.
  ///
  /// - Returns: `nil` where the action waits, because the feature itself has sent it.
  @inlinable
  func takeStateAfterSend() -> State? {
    isSending = false
    return stateAfterSend.take()
  }
}
