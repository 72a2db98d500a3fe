package import Foundation

/// The limits and the clock of a session client.
package struct SessionConfiguration: Sendable {
  /// The time limit for a service, from the request to the whole answer.
  package var timeLimit: Duration
  /// The maximum time to wait while another process gets new tokens.
  package var leaseTimeLimit: Duration
  /// The interval between checks whether it has finished.
  package var leaseInterval: Duration
  /// The maximum size of an answer, in bytes.
  package var answerBytesMax: Int
  /// The clock of time limits.
  package var clock: any Clock<Duration>
  /// Returns the current date, from which the lifetime of tokens is counted.
  package var now: @Sendable () -> Date

  /// Creates a configuration; the client uses no date but the given one.
  package init(
    timeLimit: Duration = .seconds(10), leaseTimeLimit: Duration = .seconds(15),
    leaseInterval: Duration = .milliseconds(50), answerBytesMax: Int = 64 << 10,
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date
  ) {
    self.timeLimit = timeLimit
    self.leaseTimeLimit = leaseTimeLimit
    self.leaseInterval = leaseInterval
    self.answerBytesMax = answerBytesMax
    self.clock = clock
    self.now = now
  }
}
