/// The clock of a world, which the world advances.
///
/// Unchecked: everything of one world runs on one thread.
final class WorldClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset: Swift.Duration

    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let waiter: UnsafeContinuation<Bool, Never>
  }

  private(set) var now = Instant(offset: .zero)
  let minimumResolution = Swift.Duration.zero
  private var sleepers: [Sleeper] = []
  private var lastNumber = 0

  /// The time since the beginning.
  var elapsed: Swift.Duration { now.offset }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    try Task.checkCancellation()
    guard deadline > now else { return }
    lastNumber += 1
    let number = lastNumber
    let isDue = await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter in
        sleepers.append(Sleeper(number: number, deadline: deadline, waiter: waiter))
      }
    } onCancel: {
      self.cancel(number)
    }
    if !isDue { throw CancellationError() }
  }

  private func cancel(_ number: Int) {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return }
    sleepers.remove(at: index).waiter.resume(returning: false)
  }

  /// The time at which the next sleeper wakes.
  var nextDeadline: Swift.Duration? { sleepers.map(\.deadline.offset).min() }

  /// Advances to a moment that is not after the next deadline, and wakes the sleepers that are due,
  /// in the order in which they fell asleep.
  func advance(to moment: Swift.Duration) {
    now = max(now, Instant(offset: moment))
    let due = sleepers.filter { $0.deadline <= now }
    guard !due.isEmpty else { return }
    sleepers.removeAll { $0.deadline <= now }
    for sleeper in due { sleeper.waiter.resume(returning: true) }
  }
}
