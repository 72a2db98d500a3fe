public import Foundation
public import Headrace

/// Records the events of a store, in memory or in a file.
///
/// ```swift
/// let recorder = JournalRecorder(store)
/// …
/// if let journal = recorder.journal {
///   let state = try Replay(journal) { Counter() }.state(after: 3)
/// }
/// ```
///
/// The recorder is an instrument of the store, and belongs to the store's actor. Recording does not
/// change a run: it requests none of the values that the feature receives.
public final class JournalRecorder<State, Action> {
  // The store retains its instruments.
  package private(set) weak var store: Store<State, Action>?
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var received: ContinuousClock.Instant
  private var origin = ActionOrigin.host
  private var generated: [GeneratedValue] = []
  private var unrecorded: Set<String> = []
  private let output: any JournalOutput<State>
  let memory: JournalMemory<State>?

  /// The error that ended the recording, such as a full disk; `nil` while it continues.
  public var failure: JournalFailure? { output.failure }

  /// Records a store in memory, from now on.
  ///
  /// - Parameters:
  ///   - store: The store that `Store(initialState:)` created.
  ///   - actionCountMax: The minimum number of recent actions to keep; up to a tenth more are kept.
  ///     Each thousand of them takes a copy of the state.
  public convenience init(_ store: Store<State, Action>, actionCountMax: Int = 100_000) {
    // Not the feature's own date: recording must not change what the feature receives.
    let memory = JournalMemory<State>(
      header: JournalHeader(of: State.self, Action.self, start: Date.now),
      state: store.withState { $0 }, firstAction: Int(store.lastAction) + 1,
      actionCountMax: max(1, actionCountMax))
    self.init(store, output: memory, memory: memory)
  }

  /// Records a store in a file, from now on; only the file's owner may read it.
  ///
  /// An existing journal is renamed, unless ``JournalFileOptions/fileCountMax`` is 1. Only one
  /// recorder may write to a file.
  ///
  /// - Parameters:
  ///   - store: The store that `Store(initialState:)` created.
  ///   - file: The file.
  ///   - options: The content of the file and its limits.
  ///   - leavingOut: Removes parts from a copy of the state before it is written, such as a cache.
  ///     A replay then lacks them when it begins at a checkpoint.
  /// - Throws: ``JournalFailure`` if the file can't be created.
  public convenience init(
    _ store: Store<State, Action>, file: URL, options: JournalFileOptions = JournalFileOptions(),
    leavingOut: ((inout State) -> Void)? = nil
  ) throws(JournalFailure) {
    let header = JournalHeader(of: State.self, Action.self, start: Date.now)
    let output = try JournalFileOutput<State>(
      file, header: header, options: options, leavingOut: leavingOut,
      state: store.withState { $0 }, after: Int(store.lastAction))
    self.init(store, output: output, memory: nil)
  }

  private init(
    _ store: Store<State, Action>, output: any JournalOutput<State>,
    memory: JournalMemory<State>?
  ) {
    self.store = store
    self.output = output
    self.memory = memory
    start = clock.now
    received = start
    store.instruments.append(self)
  }

  /// Ends the recording with the store's current state, and writes all pending events.
  public func stop() {
    guard let store else { return flush() }
    store.instruments.removeAll { $0 as AnyObject === self }
    output.end(
      with: store.withState { $0 }, after: Int(store.lastAction),
      at: start.duration(to: clock.now))
    self.store = nil
  }

  /// Writes all pending events to the file.
  ///
  /// Without this call, events wait until they fill 64 KiB, or until one arrives a second after the
  /// last write. They are lost if the program ends without ``stop()`` before that.
  public func flush() { output.flush() }

  /// Forgets the events in memory, because the store continues from another state.
  ///
  /// The effects in flight are recorded as if they began now.
  package func restart() {
    guard let store else { return }
    memory?.restart(with: store.withState { $0 })
    for effect in store.effects { effectStarted(effect) }
  }

  private func add(_ content: JournalEntry.Content) {
    output.add(JournalEntry(time: start.duration(to: clock.now), content: content))
  }
}

extension JournalRecorder: StoreInstrument {
  /// Remembers the time at which the action arrived.
  public func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    received = clock.now
    generated = []
    self.origin = origin
  }

  /// Records the action.
  public func actionReduced(_ action: Action, id: ActionID, state: State) {
    let entry = JournalEntry(
      time: start.duration(to: received),
      content: .action(
        action, id, origin, generated, reducing: received.duration(to: clock.now)))
    output.add(entry, state: state)
  }

  /// Records the drop.
  public func actionDropped(_ drop: ActionDrop) { add(.dropped(drop)) }
  /// Records the start.
  public func effectStarted(_ effect: EffectInfo) { add(.effectStarted(effect)) }
  /// Records the end.
  public func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {
    add(.effectEnded(effect, outcome))
  }
  /// Records the cancellation.
  public func effectCancelled(_ effect: EffectInfo) { add(.effectCancelled(effect)) }
  /// Records the misuse.
  public func misuseReported(_ report: MisuseReport) { add(.misuse(report)) }
}

extension JournalRecorder: ReplayRecorder {
  package func runEnded(_ values: [GeneratedValue], unrecorded: Set<String>, in action: ActionID) {
    generated = values
    for name in unrecorded where self.unrecorded.insert(name).inserted {
      reportMisuse(
        """
        A reducer read \(name) while a journal records it: a replay can't give that value back.

        Others may change the value between two actions, so a replay could give other states. Let \
        an action carry the value, or ask for it by a client's endpoint that is made with \
        'recorded(_:_:)'.
        """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    }
  }
}

/// The destination of the events.
protocol JournalOutput<State> {
  associatedtype State

  var failure: JournalFailure? { get }
  /// Adds an action, with the state after it.
  func add(_ action: JournalEntry, state: State)
  /// Adds another event.
  func add(_ entry: JournalEntry)
  func flush()
  /// Adds the last state.
  func end(with state: State, after action: Int, at time: Duration)
}
