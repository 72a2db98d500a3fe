/// The limits of a server on this machine. Every limit that a client can reach is here.
package struct ServingLimits: Sendable {
  /// The longest target, and the longest name or value of a field, in bytes.
  package var fieldBytesMax = 8 << 10
  /// The longest target, names and values of a head together, in bytes.
  package var headBytesMax = 32 << 10
  /// The most fields of one head.
  package var fieldCountMax = 100
  /// The longest body that is kept, in bytes.
  package var bodyBytesMax: Int
  /// The longest message of a WebSocket, in bytes, all its fragments together.
  package var messageBytesMax = 16 << 20
  /// The longest body that is read to its end and discarded, so that its sender can read the
  /// refusal; the connection of a longer one is closed.
  package var discardedBytesMax = 64 << 20
  /// The most connections at once.
  ///
  /// When one more comes, the one that has waited longest for its client is closed; when all are
  /// being answered or are WebSockets, the new one is refused with 503.
  package var connectionCountMax = 128
  /// How long a connection may stay open between two requests.
  package var idle: Duration = .seconds(60)
  /// How long a head may take from its first byte on.
  package var head: Duration = .seconds(10)
  /// How long a body may take.
  package var body: Duration = .seconds(30)
  /// How long an answer may take to be made.
  package var answer: Duration = .seconds(60)
  /// How long the client may take to read an answer.
  package var writing: Duration = .seconds(30)
  /// How long `stop()` waits for requests that are being answered.
  package var stopping: Duration = .seconds(5)

  package init(bodyBytesMax: Int) {
    self.bodyBytesMax = bodyBytesMax
  }
}
