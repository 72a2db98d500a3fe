public import Headrace

/// A recorder of the actions that the feature of a test store reduces.
///
/// A ``RecordedReducer`` calls it, only while the test store sends or pumps.
@usableFromInline
final class TestStoreRecorder<State, Action> {
  /// An action from an effect, and the state after it.
  @usableFromInline
  struct ReceivedAction {
    @usableFromInline let action: Action
    @usableFromInline let after: StateMoment<State>
    /// The number of the id that a stack would have assigned next, before the action.
    @usableFromInline let nextStackElementID: Int

    @inlinable
    init(action: Action, after: StateMoment<State>, nextStackElementID: Int) {
      (self.action, self.after) = (action, after)
      self.nextStackElementID = nextStackElementID
    }
  }

  /// An action that was reported as not received, and the state before it.
  @usableFromInline
  struct LateAction {
    let received: ReceivedAction
    let before: StateMoment<State>
  }

  /// The actions that the test has not yet received.
  @usableFromInline var receivedActions: [ReceivedAction] = []

  /// The actions that were reported as not received; the test can still receive them.
  @usableFromInline var lateActions: [LateAction] = []

  /// The recorder of the feature's changes to shared values.
  @usableFromInline let shared: SharedRecorder

  /// The names of the actions that returned effects, or may have cancelled some, by their numbers.
  ///
  /// The actions themselves are not kept, so that their contents, such as a secret, are released as
  /// in a store.
  private var starterNames: [ActionID: String] = [:]

  /// The store, which numbers the actions.
  weak var runtime: StoreRuntime?

  /// The line that sends the next action, if the test sends it.
  @usableFromInline var sendSite: CallSite?

  /// True if the next action is the one that the test sends; the following ones are from effects.
  @usableFromInline var isSending = false

  /// The moment after the action that the test sends, before the actions that follow.
  @usableFromInline var momentAfterSend: StateMoment<State>?

  /// The number of the id that a stack would have assigned next, before that action.
  @usableFromInline var nextStackElementIDBeforeSend = 0

  /// True if the feature has dismissed itself.
  @usableFromInline var isDismissed = false

  /// The run, with a chosen order, that the store belongs to.
  @usableFromInline var schedule: ScheduleRun?

  /// The generator of ids for the elements of stacks.
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
      // A payload of several lines is left out, but the names of its cases are kept.
      if name.contains("…") { return ActionLabel.cases(of: action) }
      let type = "\(Action.self)."
      return name.firstRange(of: type).map { "." + name[$0.upperBound...] } ?? name
    }
  }

  /// Runs the reducer for an effect's action, and notes in the schedule if it shares data with
  /// effects.
  @usableFromInline
  func reducing(_ reduce: () -> Effect<Action>) -> Effect<Action> {
    guard let schedule, schedule.usesSleepSets else { return reduce() }
    // Instruments are other code on the store's actor, and have notes of their own.
    guard RunNotes.current == nil else {
      schedule.touchEverything()
      return reduce()
    }
    let notes = RunNotes()
    let effect = RunNotes.$current.withValue(notes, operation: reduce)
    let (_, values, unrecorded) = notes.take(isLast: true)
    let isPure = values.isEmpty && unrecorded.isEmpty && shared.now.isEmpty
    if !isPure { schedule.touchEverything() }
    return effect
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

  /// True if anything is in flight that an action may cancel.
  @usableFromInline var hasEffects: Bool { runtime?.hasEffects ?? false }

  /// Notes an action that returned an effect, or may have cancelled one, for reports about it.
  @usableFromInline
  func noteStarter(_ action: Action) {
    // Names are slow to create: an order is repeated for its report. Those of `check` and of orders
    // that don't repeat are not.
    guard let runtime, schedule?.recordsActions != false else { return }
    starterNames[ActionID(runtime.lastAction)] = ActionLabel.cases(of: action)
  }

  /// Returns the name of an action that returned effects, or may have cancelled some, such as
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

  @inlinable
  func noteReceived(_ action: Action, stateAfter state: State, nextStackElementID: Int) {
    receivedActions.append(
      ReceivedAction(
        action: action, after: StateMoment(state: state, shared: shared.now),
        nextStackElementID: nextStackElementID))
  }

  /// Returns the moment after the action that the test has just sent.
  ///
  /// - Returns: `nil` if the action is queued, because the feature itself has sent it.
  @inlinable
  func takeMomentAfterSend() -> StateMoment<State>? {
    isSending = false
    return momentAfterSend.take()
  }
}
