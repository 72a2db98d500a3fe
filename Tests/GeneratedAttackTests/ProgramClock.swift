/// A clock that a program advances.
///
/// Unchecked: everything of one program runs on one thread.
final class ProgramClock: Clock, @unchecked Sendable {
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

  /// Advances, and wakes the sleepers that are due, the earliest first.
  func advance(by duration: Swift.Duration) {
    now = now.advanced(by: duration)
    let due = sleepers.filter { $0.deadline <= now }.sorted {
      ($0.deadline, $0.number) < ($1.deadline, $1.number)
    }
    sleepers.removeAll { $0.deadline <= now }
    for sleeper in due { sleeper.waiter.resume(returning: true) }
  }
}
