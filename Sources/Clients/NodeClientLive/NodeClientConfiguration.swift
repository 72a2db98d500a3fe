/// The time limits and sizes of a node client.
package struct NodeClientConfiguration: Sendable {
  /// The maximum time of one attempt, from the request to the whole answer.
  package var timeLimit: Duration
  /// The maximum size of an answer, in bytes.
  package var answerBytesMax: Int
  /// The number and the timing of retries for calls that are safe to repeat.
  package var retry: RetryPolicy
  /// The clock of time limits and of waits between attempts.
  package var clock: any Clock<Duration>
  /// Returns a number from 0 up to 1 for every wait, so that wallets don't all retry together.
  package var jitter: @Sendable () -> Double

  package init(
    timeLimit: Duration = .seconds(10), answerBytesMax: Int = 4 << 20, retry: RetryPolicy = .init(),
    clock: any Clock<Duration> = ContinuousClock(),
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.timeLimit = timeLimit
    self.answerBytesMax = answerBytesMax
    self.retry = retry
    self.clock = clock
    self.jitter = jitter
  }
}

/// The rules for retrying, after a failure that may be temporary, calls that are safe to repeat.
package struct RetryPolicy: Equatable, Sendable {
  /// The maximum number of attempts of a call, from 1.
  package var attemptsMax: Int
  /// The wait after the first attempt, doubled after each further one.
  package var firstWait: Duration
  /// The longest wait chosen by the client.
  package var waitMax: Duration
  /// The longest `Retry-After` that is honoured; a longer one ends the call.
  package var retryAfterMax: Duration

  package init(
    attemptsMax: Int = 3, firstWait: Duration = .milliseconds(250), waitMax: Duration = .seconds(4),
    retryAfterMax: Duration = .seconds(15)
  ) {
    self.attemptsMax = attemptsMax
    self.firstWait = firstWait
    self.waitMax = waitMax
    self.retryAfterMax = retryAfterMax
  }

  /// Every call is attempted once.
  package static let never = RetryPolicy(attemptsMax: 1)

  /// Returns the wait before the next attempt; nil if there should be none.
  ///
  /// The wait is between half of the doubled wait and all of it, by `jitter`; a node's
  /// `Retry-After` is never shortened.
  ///
  /// - Parameters:
  ///   - attempt: The number of attempts so far, from 1.
  ///   - retryAfter: The wait requested by the node.
  ///   - jitter: From 0 up to 1.
  package func wait(afterAttempt attempt: Int, retryAfter: Duration?, jitter: Double) -> Duration? {
    guard attempt < attemptsMax else { return nil }
    // 2³⁰ first waits exceed every `waitMax`; a larger shift would trap.
    let doubled = min(firstWait * (1 << min(attempt - 1, 30)), waitMax)
    let own = doubled * (0.5 + jitter / 2)
    guard let retryAfter else { return own }
    return retryAfter <= retryAfterMax ? max(own, retryAfter) : nil
  }
}
