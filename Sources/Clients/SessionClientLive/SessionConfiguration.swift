package import Foundation

/// The limits and the clock of a session client.
package struct SessionConfiguration: Sendable {
  /// How long a service may take, from the request to the whole answer.
  package var timeLimit: Duration
  /// How long to wait while another process gets new tokens.
  package var leaseTimeLimit: Duration
  /// How long to wait before checking again whether it is done.
  package var leaseInterval: Duration
  /// The longest answer that is read, in bytes.
  package var answerBytesMax: Int
  /// The clock of time limits.
  package var clock: any Clock<Duration>
  /// The date, from which the validity of tokens is counted.
  package var now: @Sendable () -> Date

  /// Describes a client; it has no other date than the one given.
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
