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

  /// An action that the test was told to have missed, and the state before it.
  struct LateAction {
    let received: ReceivedAction
    let stateBefore: State
  }

  /// Those that the test has not yet received.
  @usableFromInline var receivedActions: [ReceivedAction] = []

  /// Those that were reported as not received, which the test can still receive.
  var lateActions: [LateAction] = []

  /// The names of the actions that returned effects, by their numbers. The actions themselves are
  /// not kept: what they hold, such as a secret, ends as it does in a store.
  private var starterNames: [ActionID: String] = [:]

  /// The store, which numbers the actions.
  weak var runtime: StoreRuntime?

  /// The line that sends the next action, where the test sends it.
  @usableFromInline var sendSite: CallSite?

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

  /// Notes an action that returned an effect, for reports of what it started.
  @usableFromInline
  func noteStarter(_ action: Action) {
    guard let runtime else { return }
    starterNames[ActionID(runtime.lastAction)] = ActionLabel.cases(of: action)
  }

  /// The name of an action that returned an effect, such as `.startButtonTapped`.
  func starterName(_ id: ActionID) -> String? {
    starterNames[id].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Keeps the actions that were just reported as not received.
  ///
  /// - Parameter state: The state before the first of them.
  func keepLate(after state: State) {
    var stateBefore = state
    for received in receivedActions {
      lateActions.append(LateAction(received: received, stateBefore: stateBefore))
      stateBefore = received.stateAfter
    }
    receivedActions = []
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
