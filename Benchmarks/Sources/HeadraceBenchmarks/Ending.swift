/// An object that effects retain; it reports when the last of them has released it.
///
/// At that point nothing is left to run.
final class Ending: Sendable {
  private let continuation: AsyncStream<Never>.Continuation

  /// Creates an ending, and the stream that finishes when the ending is deallocated.
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

  /// Waits until cancellation.
  func waitForCancellation() async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
  }
}
