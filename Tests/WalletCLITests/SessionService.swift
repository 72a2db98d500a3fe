import DevSession
import Foundation
import Synchronization

/// A service to sign in to, at a free port, whose clock a test can set forward.
final class SessionService: Sendable {
  private let secondsAhead = Mutex<Int64>(0)
  private let delays = AsyncStream<Void>.makeStream()

  /// Receives an element whenever a slow service has a request, and begins to wait before it
  /// answers.
  var requests: AsyncStream<Void> { delays.stream }

  /// Sets the service's clock forward.
  func advance(seconds: Int64) {
    secondsAhead.withLock { $0 += seconds }
  }

  /// Serves for as long as a body runs.
  static func serving(
    _ fault: DevSessionFault? = nil,
    _ work: (_ url: String, SessionService) async throws -> Void
  ) async throws {
    let service = SessionService()
    let session = DevSession(
      DevSessionConfiguration(fault: fault),
      clock: ToldClock { service.delays.continuation.yield() },
      now: { Int64(Date().timeIntervalSince1970) + service.secondsAhead.withLock { $0 } })
    let server = DevSessionServer(session: session, port: 0)
    let urls = AsyncStream<String>.makeStream()
    let serving = Task { try await server.run { urls.continuation.yield($0) } }
    for await url in urls.stream {
      do {
        try await work(url, service)
      } catch {
        await server.stop()
        throw error
      }
      break
    }
    await server.stop()
    try await serving.value
  }
}

/// The real clock, which reports when a sleep begins.
private struct ToldClock: Clock {
  typealias Instant = ContinuousClock.Instant

  let tell: @Sendable () -> Void

  var now: Instant { ContinuousClock().now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    tell()
    // Long enough for a test on a busy machine, and shorter than the client waits.
    let later = deadline.advanced(by: .seconds(3))
    try await ContinuousClock().sleep(until: later, tolerance: tolerance)
  }
}
