/// Runs a closure again whenever a field of a store that it read has changed; made by
/// ``Store/observe(_:)``.
///
/// Owned by the store's actor. The fields that it read know it. It does not use the system's
/// tracking, which forgets what was read at the first change.
///
/// Unmanaged: the links and their memory belong to the observer: see ``Subscription``.
final class StoreObserver {
  static var running: ThreadLocalPointer { .observer }

  /// Shows which of two observers was added first.
  let number = StateStamp.next()
  /// What to run; `nil` once the observation is cancelled and the closure no longer runs.
  private var body: (() -> Void)?
  private var isCancelled = false
  private var isStale = false
  private var isRunning = false
  /// Whether the closure has run before, so that the next call is the runtime's, not the author's.
  private var hasRun = false
  /// The current run, or the last one; no run of another observer has this number.
  private var runNumber: UInt64 = 0

  /// The dependency frame of the thread when the run began; compared, never followed.
  private var frame: UnsafeMutableRawPointer?

  /// What it has read, in the order of reading.
  private var first: Subscription.Link?
  /// What it has read last in this run.
  private var last: Subscription.Link?

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  deinit { unlink(after: nil) }

  /// Runs the closure, and again if the closure has changed what it read.
  func run() {
    guard let body, !isCancelled else { return }
    isRunning = true
    let slot = Self.running.slot
    let outer = slot.pointee
    slot.pointee = Unmanaged.passUnretained(self).toOpaque()
    frame = DependencyFrame.pointer.value
    repeat {
      isStale = false
      runNumber = StateStamp.next()
      last = nil
      body()
      hasRun = true
      // What it no longer reads.
      unlink(after: last)
    } while isStale && !isCancelled
    slot.pointee = outer
    isRunning = false
    if isCancelled { cancel() }
  }

  /// Runs the closure, if what it read has changed and it has not run since.
  func runIfStale() {
    if isStale { run() }
  }

  /// Notes that something that was read has changed.
  ///
  /// - Parameter run: The run that has read it.
  /// - Returns: Whether it must be run: not if it is running or already due to run.
  func becomeStale(byRun run: UInt64) -> Bool {
    // While it runs, fields that only the previous run has read do not count.
    guard !isStale, !isRunning || run == runNumber else { return false }
    isStale = true
    return !isRunning
  }

  /// Forgets all that was read, and what to run.
  func cancel() {
    isCancelled = true
    guard !isRunning else { return }
    unlink(after: nil)
    // Released afterwards: objects that only the closure retains may call 'cancel' again.
    let released = body
    body = nil
    withExtendedLifetime(released) {}
  }
}

// MARK: - Reading

// Unmanaged: a field that goes away clears 'field' in its links, so a field to which a link points
// exists, and so does its table. An observer takes its links out of their fields before it is
// released: see ``Subscription``.

extension StoreObserver {
  /// The observer that runs on this thread; the code that runs it retains it.
  static var current: StoreObserver? {
    running.value.map { Unmanaged<StoreObserver>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether an observer is running because something that it read has changed. The runtime, not
  /// the author, then causes the reads in its closure.
  static var isRunningAgain: Bool { current?.hasRun ?? false }

  /// Whether the reducer of a store runs within the closure, which has sent it an action.
  var isInterrupted: Bool { DependencyFrame.pointer.value != frame }

  /// The table of the store that it has read last in this run.
  var lastTable: ObservationTable? { last?.pointee.field?.takeUnretainedValue().table }

  /// If the next field in the order of the last run is this one, marks it as read in this run.
  ///
  /// - Returns: Whether it is this one. If not, the caller looks for the field's link.
  @inline(__always)
  func readsAgain(_ number: UInt64, of place: ObservedPlace, seesInside: Bool) -> Bool {
    guard let link = last.map({ $0.pointee.nextOfObserver }) ?? first,
      let field = link.pointee.field?.takeUnretainedValue(),
      field.number == number, field.seesInside == seesInside,
      field.place === place
    else { return false }
    field.lastRun = runNumber
    link.pointee.run = runNumber
    last = link
    return true
  }

  /// Subscribes the observer to a field.
  func subscribe(to field: ObservedField) {
    guard field.lastRun != runNumber else { return }
    field.lastRun = runNumber
    guard let link = find(field) else {
      let link = Subscription.make(
        of: .passUnretained(self), to: .passUnretained(field), run: runNumber)
      field.append(link)
      return insert(link)
    }
    // A nested run of another observer may have read it in the meantime.
    guard link.pointee.run != runNumber else { return }
    link.pointee.run = runNumber
    guard link != (last.map { $0.pointee.nextOfObserver } ?? first) else { return last = link }
    takeOut(link)
    insert(link)
  }

  /// Looks for the link to a field in the shorter of two lists.
  private func find(_ field: ObservedField) -> Subscription.Link? {
    var (mine, its) = (first, field.firstSubscription)
    while let read = mine, let observer = its {
      if let found = read.pointee.field,
        found.toOpaque() == Unmanaged.passUnretained(field).toOpaque()
      {
        return read
      }
      if observer.pointee.observer.toOpaque() == Unmanaged.passUnretained(self).toOpaque() {
        return observer
      }
      mine = read.pointee.nextOfObserver
      its = observer.pointee.nextOfField
    }
    return nil
  }

  private func insert(_ link: Subscription.Link) {
    let next = last.map { $0.pointee.nextOfObserver } ?? first
    link.pointee.previousOfObserver = last
    link.pointee.nextOfObserver = next
    next?.pointee.previousOfObserver = link
    if let last { last.pointee.nextOfObserver = link } else { first = link }
    last = link
  }

  private func takeOut(_ link: Subscription.Link) {
    let (previous, next) = (link.pointee.previousOfObserver, link.pointee.nextOfObserver)
    if let previous { previous.pointee.nextOfObserver = next } else { first = next }
    next?.pointee.previousOfObserver = previous
  }

  /// Forgets what was read after a field; all of it after `nil`.
  private func unlink(after kept: Subscription.Link?) {
    var next = kept.map { $0.pointee.nextOfObserver } ?? first
    if let kept { kept.pointee.nextOfObserver = nil } else { first = nil }
    while let link = next {
      next = link.pointee.nextOfObserver
      if let field = link.pointee.field { field.takeUnretainedValue().remove(link) }
      link.deinitialize(count: 1)
      link.deallocate()
    }
  }
}
