import Foundation
import Headrace
import HeadraceJournal

/// Records the events of a store for the next commit of its entity.
final class TurnRecorder<State, Action>: StoreInstrument, ReplayRecorder {
  /// The lines since the last commit.
  private(set) var lines: [String] = []
  private(set) var sent: [SentMessage] = []
  /// The effects that have started since the last commit.
  private(set) var started: Set<UInt64> = []
  /// The numbers of reduced actions and of ended effects since the last commit.
  private var counts = (actions: 0, endedEffects: 0)
  /// The number of the last event.
  private(set) var sequence: Int
  private(set) var actionsSinceCheckpoint = 0
  /// True if nothing is written: while events are replayed, and after the end of the entity.
  ///
  /// Only the effects that start are noted.
  var isMuted = true
  private(set) var replayed: [UInt64: EffectInfo] = [:]
  /// The action that is sent next, as JSON.
  var prepared: JSONValue?
  /// The reason why something can't be written; nothing more is written after it.
  private(set) var failure: String?
  /// Called when there is something to commit.
  var noted: () -> Void = {}
  /// Called when an effect has ended or is cancelled.
  var effectIsOver: (UInt64) -> Void = { _ in }
  /// Called before an effect is launched.
  var makeRunning: (EffectInfo) -> RunningEffect? = { _ in nil }

  private let start: Double
  private let time: DurableTime
  private var origin = ActionOrigin.host
  private var generated: [GeneratedValue] = []
  private var received = 0.0

  init(after sequence: Int, start: Double, time: DurableTime) {
    (self.sequence, self.start, self.time) = (sequence, start, time)
  }

  /// Ends the replay; all later events are written.
  func endReplay() { (isMuted, replayed) = (false, [:]) }

  /// Returns the notes since the last commit, and clears them.
  func take() -> TurnNotes {
    defer { (lines, sent, started, counts) = ([], [], [], (0, 0)) }
    return TurnNotes(lines: lines, sent: sent, started: started, counts: counts)
  }

  private func offset(_ seconds: Double) -> Duration {
    .microseconds(Int64(max(0, seconds - start) * 1_000_000))
  }

  private func event(_ kind: JournalEvent.Kind) -> JournalEvent {
    JournalEvent(kind, at: offset(time.now()))
  }

  private func event(_ content: JournalEntry.Content) -> JournalEvent {
    JournalEntry(time: offset(time.now()), content: content).event
  }

  private func add(_ event: JournalEvent) {
    guard !isMuted else { return }
    lines.append(event.line)
    sequence += 1
    noted()
  }

  private func payload(of value: Any) -> JSONValue? {
    do {
      return try EntityCoding.json(of: value)
    } catch {
      failure = failure ?? "\(error)"
      return nil
    }
  }

  // MARK: - Events

  /// - Returns: The number of its event; `nil` if the state can't be written.
  @discardableResult
  func addCheckpoint(_ state: State, after action: UInt64, _ effect: UInt64) -> Int? {
    guard let payload = payload(of: state) else { return nil }
    var event = event(.checkpoint)
    event.action = action == 0 ? nil : Int(action)
    event.effect = Int(effect)
    event.payload = payload
    add(event)
    actionsSinceCheckpoint = 0
    return sequence
  }

  func addSleep(_ length: Duration, end: Double, of effect: UInt64) {
    var event = event(.timer)
    (event.effect, event.label, event.detail) = (Int(effect), "\(length)", "\(end)")
    add(event)
  }

  func addMessage(_ message: EntityMessage, version: Int) {
    guard !isMuted else { return }
    var event = event(.message)
    event.label = "\(message.target)"
    add(event)
    sent.append(SentMessage(sequence: sequence, message: message, version: version))
  }

  func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    received = time.now()
    generated = []
    self.origin = origin
  }

  func runEnded(_ values: [GeneratedValue], unrecorded: Set<String>, in action: ActionID) {
    generated = values
  }

  func actionReduced(_ action: Action, id: ActionID, state: State) {
    actionsSinceCheckpoint += 1
    guard !isMuted else { return }
    counts.actions += 1
    let entry = JournalEntry(
      time: offset(received), content: .action(action, id, origin, [], reducing: .zero))
    var event = entry.outline
    event.reducing = nil
    event.payload = prepared ?? payload(of: action)
    prepared = nil
    event.note(generated)
    add(event)
  }

  func effectStarted(_ effect: EffectInfo) {
    guard !isMuted else {
      replayed[effect.id.rawValue] = effect
      return
    }
    started.insert(effect.id.rawValue)
    add(event(.effectStarted(effect)))
  }

  func launchEffect(_ effect: EffectInfo, _ launch: () -> Void) {
    RunningEffect.$current.withValue(makeRunning(effect), operation: launch)
  }

  func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {
    end(effect, event(.effectEnded(effect, outcome)))
  }

  func effectCancelled(_ effect: EffectInfo) { end(effect, event(.effectCancelled(effect))) }

  private func end(_ effect: EffectInfo, _ event: JournalEvent) {
    if !isMuted { counts.endedEffects += 1 }
    add(event)
    effectIsOver(effect.id.rawValue)
  }
}

/// The events of a store since the last commit.
struct TurnNotes {
  let lines: [String]
  let sent: [SentMessage]
  let started: Set<UInt64>
  let counts: (actions: Int, endedEffects: Int)
}

extension DurableMetrics {
  func count(_ committed: TurnNotes, of feature: String) {
    count(.actions, of: feature, by: committed.counts.actions)
    count(.effectsStarted, of: feature, by: committed.started.count)
    count(.effectsEnded, of: feature, by: committed.counts.endedEffects)
  }
}

extension JournalEvent.Kind {
  /// A sleep that survives the program has begun.
  static let timer = JournalEvent.Kind(rawValue: "timer")
  /// An action was sent to another entity.
  static let message = JournalEvent.Kind(rawValue: "message")
}
