/// Ends an observation when it is cancelled or deinitialized.
public final class ObserveToken {
  private let observer: StoreObserver

  init(_ observer: StoreObserver) { self.observer = observer }

  deinit { observer.cancel() }

  /// Ends the observation: the closure no longer runs.
  public func cancel() { observer.cancel() }
}

/// An observation belongs to the actor of its store.
@available(*, unavailable, message: "An observation belongs to the actor of its store.")
extension ObserveToken: Sendable {}

/// Runs a closure again whenever a field of a store that it read has changed; made by
/// ``Store/observe(_:)``.
///
/// Owned by the store's actor. It and the fields that it read retain each other until its token
/// cancels it. It does not use the system's tracking, which forgets what was read at the first
/// change.
final class StoreObserver {
  /// Shows which of two observers was added first.
  let number = StateStamp.next()
  /// What to run; `nil` once the observation is cancelled and the closure no longer runs.
  private var body: (() -> Void)?
  private var isCancelled = false
  /// Whether what the closure read has changed since it ran, or it has not run yet.
  private var isStale = true
  private var isRunning = false
  /// How often the closure was run.
  private(set) var runCount = 0
  /// The address of the thread's dependency frame when the run began.
  private var frame = 0
  /// The fields that the last run has read, in their order. Once the current run has read another
  /// one, those that it has read. After 'a, b, c', a run that has read 'a, b' has all three here,
  /// and one that then reads 'd' has 'a, b, d'.
  private var reads: [ObservedField] = []
  /// How many fields the current run has read as the last one did; `nil` once it has read another.
  private var repeatedCount: Int?
  /// The fields that the last run has read and the current one had not when it read another: 'c'.
  private var earlier: [ObservedField] = []
  /// The field that was read last.
  private var lastRead: ObservedField?

  init(_ body: @escaping () -> Void) { self.body = body }

  /// The table of the store that the current run has read last.
  var table: ObservationTable? { lastRead?.place?.table }

  /// Runs the closure if it must run, and again if it has changed what it read.
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
  /// - Parameter run: The run that has last subscribed to it. While the closure runs, fields that
  ///   only an earlier run has read do not count.
  /// - Returns: Whether the closure must run: not if it is running or already due to run.
  func becomeStale(by field: ObservedField, subscribedIn run: Int) -> Bool {
    guard !isStale, !isRunning || run == runCount || isRepeated(field) else { return false }
    isStale = true
    return !isRunning
  }

  /// Forgets all that was read, and what to run.
  func cancel() {
    isCancelled = true
    guard !isRunning else { return }
    // Emptied first: objects that only the closure retains may call 'cancel' as they are released.
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
      // 'store.child.x' and 'store.child.y' read the field that holds the child twice.
      if isRepeated(field, among: 8) { return }
      repeatedCount = nil
      cutReads(after: count)
      for field in reads { _ = field.add(self) }
    }
    if field.add(self) { reads.append(field) }
  }

  /// Whether the current run has read a field as the last one did; the latest ones are searched.
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
  /// The observer that runs on this thread. The code that runs it retains it.
  static var running: StoreObserver? {
    get { ThreadLocalPointer.observer.object(as: StoreObserver.self) }
    set { ThreadLocalPointer.observer.set(newValue) }
  }

  /// Runs code that reads nothing for the observer that runs on this thread.
  static func withoutRunning<Result>(_ body: () -> Result) -> Result {
    let outer = running
    running = nil
    defer { running = outer }
    return body()
  }

  /// Whether an observer is running because something that it read has changed. The runtime, not
  /// the author, then causes the reads in its closure.
  static var isRunningAgain: Bool { (running?.runCount ?? 0) > 1 }

  /// Whether the reducer of a store runs within the closure, which has sent it an action.
  var isInterrupted: Bool { Self.frameNow != frame }

  private static var frameNow: Int { Int(bitPattern: ThreadLocalPointer.dependencies.value) }
}
