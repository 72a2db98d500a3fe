public import Headrace

/// Notes what the feature of a test store reduces.
///
/// A ``RecordedReducer`` calls it, only while the test store sends or pumps.
@usableFromInline
final class TestStoreRecorder<State, Action> {
  /// An action from an effect, and the state after it.
  @usableFromInline
  struct ReceivedAction {
    let action: Action
    let after: StateMoment<State>
    /// The number of the id that a stack would have given next, before the action.
    let nextStackElementID: Int
  }

  /// An action that was reported as not received, and the state before it.
  struct LateAction {
    let received: ReceivedAction
    let before: StateMoment<State>
  }

  /// The actions that the test has not yet received.
  @usableFromInline var receivedActions: [ReceivedAction] = []

  /// The actions that were reported as not received; the test can still receive them.
  var lateActions: [LateAction] = []

  /// What the feature does to shared values.
  @usableFromInline let shared: SharedRecorder

  /// The names of the actions that returned effects, or may have cancelled some, by their numbers.
  ///
  /// The actions themselves are not kept: what they hold, such as a secret, ends as it does in a
  /// store.
  private var starterNames: [ActionID: String] = [:]

  /// The store, which numbers the actions.
  weak var runtime: StoreRuntime?

  /// The line that sends the next action, if the test sends it.
  @usableFromInline var sendSite: CallSite?

  /// Whether the next action is the one that the test sends: those that follow are from effects.
  @usableFromInline var isSending = false

  /// The moment after the action that the test sends, before the actions that follow.
  @usableFromInline var momentAfterSend: StateMoment<State>?

  /// The number of the id that a stack would have given next, before that action.
  @usableFromInline var nextStackElementIDBeforeSend = 0

  /// Whether the feature has dismissed itself.
  @usableFromInline var isDismissed = false

  /// The run of a test whose order is chosen, and to which the store belongs.
  @usableFromInline var schedule: ScheduleRun?

  /// What numbers the elements of stacks.
  @usableFromInline var stackElementIDs: StackElementIDGenerator

  @usableFromInline
  init(stackElementIDs: StackElementIDGenerator, shared: SharedRecorder) {
    self.stackElementIDs = stackElementIDs
    self.shared = shared
  }

  /// Notes an action for a report of the run.
  @usableFromInline
  func noteInSchedule(_ action: Action) {
    schedule?.noteAction {
      let name = TestStoreFailure.name(of: action)
      // A payload of several lines is left out, and the names of its cases are not.
      if name.contains("…") { return ActionLabel.cases(of: action) }
      let type = "\(Action.self)."
      return name.firstRange(of: type).map { "." + name[$0.upperBound...] } ?? name
    }
  }

  @inlinable
  func actionReduced(_ action: Action, stateAfter state: State, nextStackElementID: Int) {
    guard isSending else {
      return noteReceived(action, stateAfter: state, nextStackElementID: nextStackElementID)
    }
    isSending = false
    momentAfterSend = StateMoment(state: state, shared: shared.now)
    nextStackElementIDBeforeSend = nextStackElementID
  }

  /// Whether anything is in flight that an action may cancel.
  @usableFromInline var hasEffects: Bool { runtime?.hasEffects ?? false }

  /// Notes an action that returned an effect, or may have cancelled one, for reports about it.
  @usableFromInline
  func noteStarter(_ action: Action) {
    guard let runtime else { return }
    starterNames[ActionID(runtime.lastAction)] = ActionLabel.cases(of: action)
  }

  /// The name of an action that returned effects, or may have cancelled some, such as
  /// `.startButtonTapped`.
  func starterName(_ id: ActionID) -> String? {
    starterNames[id].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Keeps the actions that were just reported as not received.
  ///
  /// - Parameter moment: The moment before the first of them.
  func keepLate(after moment: StateMoment<State>) {
    var before = moment
    for received in receivedActions {
      lateActions.append(LateAction(received: received, before: before))
      before = received.after
    }
    receivedActions = []
  }

  @usableFromInline
  func noteReceived(_ action: Action, stateAfter state: State, nextStackElementID: Int) {
    receivedActions.append(
      ReceivedAction(
        action: action, after: StateMoment(state: state, shared: shared.now),
        nextStackElementID: nextStackElementID))
  }

  /// Returns the moment after the action that the test has just sent.
  ///
  /// - Returns: `nil` if the action waits, because the feature itself has sent it.
  @inlinable
  func takeMomentAfterSend() -> StateMoment<State>? {
    isSending = false
    return momentAfterSend.take()
  }
}
