/// The limits of a server on this machine, including every limit that a client can reach.
package struct ServingLimits: Sendable {
  /// The maximum length of the target, and of a field's name or value, in bytes.
  package var fieldBytesMax = 8 << 10
  /// The maximum total length of a head's target, names and values, in bytes.
  package var headBytesMax = 32 << 10
  /// The maximum number of fields in a head.
  package var fieldCountMax = 100
  /// The maximum length of a body that is kept, in bytes.
  package var bodyBytesMax: Int
  /// The maximum length of a WebSocket message, in bytes, including all its fragments.
  package var messageBytesMax = 16 << 20
  /// The maximum length of a body that is read to its end and discarded, in bytes.
  ///
  /// Its sender can then read the refusal; the connection of a longer one is closed.
  package var discardedBytesMax = 64 << 20
  /// The maximum number of simultaneous connections.
  ///
  /// If there is one more, the connection that has waited longest for its client is closed; if all
  /// are being answered or are WebSockets, the new one is refused with 503.
  package var connectionCountMax = 128
  /// The maximum time between two requests on a connection.
  package var idle: Duration = .seconds(60)
  /// The maximum time of a head from its first byte on.
  package var head: Duration = .seconds(10)
  /// The maximum time of a body.
  package var body: Duration = .seconds(30)
  /// The maximum time to produce an answer.
  package var answer: Duration = .seconds(60)
  /// The maximum time for the client to read an answer.
  package var writing: Duration = .seconds(30)
  /// The maximum time that `stop()` waits for requests that are being answered.
  package var stopping: Duration = .seconds(5)

  package init(bodyBytesMax: Int) {
    self.bodyBytesMax = bodyBytesMax
  }
}
