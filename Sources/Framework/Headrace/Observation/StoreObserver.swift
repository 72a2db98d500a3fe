import Synchronization

/// Ends an observation when it is cancelled or deinitialized.
public final class ObserveToken {
  private let observer: StoreObserver

  init(_ observer: StoreObserver) { self.observer = observer }

  deinit { observer.cancel() }

  /// Ends the observation; the closure runs no more.
  public func cancel() { observer.cancel() }
}

/// An observation belongs to the actor of its store.
@available(*, unavailable, message: "An observation belongs to the actor of its store.")
extension ObserveToken: Sendable {}

/// Runs a closure again whenever a field of a store that it read has changed; created by
/// ``Store/observe(_:)``.
///
/// It is owned by the store's actor. The observer and the fields that it read retain each other
/// until its token cancels it. It does not use the system's tracking, which forgets all reads at
/// the first change.
final class StoreObserver {
  /// A number that shows which of two observers was added first.
  let number = ObservationOrder.next()
  /// The closure; `nil` once the observation is cancelled and the closure is not running.
  private var body: (() -> Void)?
  private var isCancelled = false
  /// True if fields that the closure read have changed since it ran, or if it has not run yet.
  private var isStale = true
  private var isRunning = false
  /// The number of runs of the closure.
  private(set) var runCount = 0
  /// The address of the thread's dependency frame when the run began.
  private var frame = 0
  /// The fields that the last run read, in order; once the current run reads a different one, the
  /// fields that it has read.
  ///
  /// After "a, b, c", a run that has read "a, b" has all three here, and one that then reads "d"
  /// has "a, b, d".
  private var reads: [ObservedField] = []
  /// The number of fields that the current run has read in the same order as the last one; `nil`
  /// once it has read a different one.
  private var repeatedCount: Int?
  /// The fields that the last run read, and that the current run had not read when it read a
  /// different one: "c".
  private var earlier: [ObservedField] = []
  /// The field that was read most recently.
  private var lastRead: ObservedField?

  init(_ body: @escaping () -> Void) { self.body = body }

  /// The table of the store that the current run read most recently.
  var table: ObservationTable? { lastRead?.place?.table }

  /// Runs the closure if it is stale, and again if it has changed what it read.
  func run() {
    guard let body, isStale, !isCancelled else { return }
    isRunning = true
    let outer = Self.running
    Self.running = self
    frame = Self.frameNow
    repeat {
      isStale = false
      runCount += 1
      repeatedCount = 0
      body()
      lastRead = nil
      if let repeatedCount, repeatedCount < reads.count { cutReads(after: repeatedCount) }
      for field in earlier { field.remove(self, unlessReadIn: runCount) }
      earlier = []
    } while isStale && !isCancelled
    Self.running = outer
    isRunning = false
    if isCancelled { cancel() }
  }

  /// Notes that a field has changed.
  ///
  /// - Parameter run: The last run that subscribed to the field. While the closure runs, fields
  ///   that only an earlier run read do not count.
  /// - Returns: True if the closure must run; false if it is running or already scheduled to run.
  func becomeStale(by field: ObservedField, subscribedIn run: Int) -> Bool {
    guard !isStale, !isRunning || run == runCount || isRepeated(field) else { return false }
    isStale = true
    return !isRunning
  }

  /// Forgets all reads and the closure.
  func cancel() {
    isCancelled = true
    guard !isRunning else { return }
    // Emptied first: objects that only the closure retains may call `cancel` as they are released.
    let (released, closure) = (reads, body)
    reads = []
    body = nil
    withExtendedLifetime(closure) { for field in released { field.remove(self) } }
  }

  /// Subscribes the observer to a field.
  func subscribe(to field: ObservedField) {
    if field === lastRead { return }
    lastRead = field
    if let count = repeatedCount {
      if count < reads.count, reads[count] === field {
        repeatedCount = count + 1
        return
      }
      // `store.child.x` and `store.child.y` both read the field of the child.
      if isRepeated(field, among: 8) { return }
      repeatedCount = nil
      cutReads(after: count)
      for field in reads { _ = field.add(self) }
    }
    if field.add(self) { reads.append(field) }
  }

  /// Returns true if the current run has read a field as the last one did; searches the latest
  /// ones.
  private func isRepeated(_ field: ObservedField, among count: Int = .max) -> Bool {
    reads.prefix(repeatedCount ?? 0).suffix(count).contains { $0 === field }
  }

  private func cutReads(after count: Int) {
    earlier = Array(reads[count...])
    reads.removeSubrange(count...)
  }
}

// MARK: - The Running Observer

extension StoreObserver {
  /// The observer that is running on this thread.
  ///
  /// The code that runs it retains it.
  static var running: StoreObserver? {
    get { ThreadLocalPointer.observer.object(as: StoreObserver.self) }
    set { ThreadLocalPointer.observer.set(newValue) }
  }

  /// Runs code whose reads do not count for the observer that is running on this thread.
  static func withoutRunning<Result>(_ body: () -> Result) -> Result {
    let outer = running
    running = nil
    defer { running = outer }
    return body()
  }

  /// True if an observer is running because a field that it read has changed.
  ///
  /// The reads in its closure are then caused by the runtime, not by the author.
  static var isRunningAgain: Bool { (running?.runCount ?? 0) > 1 }

  /// True while the reducer of a store runs within the closure, which has sent the store an action.
  var isInterrupted: Bool { Self.frameNow != frame }

  private static var frameNow: Int { Int(bitPattern: ThreadLocalPointer.dependencies.value) }
}

/// The order in which observations begin, on all threads.
enum ObservationOrder {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
