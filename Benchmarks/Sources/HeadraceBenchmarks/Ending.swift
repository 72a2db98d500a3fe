/// Held by effects; tells when the last of them has let go, with nothing left to run.
final class Ending: Sendable {
  private let continuation: AsyncStream<Never>.Continuation

  /// Creates an ending, and the stream that finishes when it is gone.
  static func make() -> (ending: Ending, gone: AsyncStream<Never>) {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    return (Ending(continuation), stream)
  }

  private init(_ continuation: AsyncStream<Never>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  /// Ends by cancellation alone.
  func waitForCancellation() async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
  }
}
