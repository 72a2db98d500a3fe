import Headrace
import HeadraceTesting
import SessionClient
import TestEffort
import Testing

/// Two processes that use one session concurrently, in many orders of their requests.
@Suite struct ExploredSessionClientTests {
  enum Call: Sendable { case profile(Int), refresh(Int), signOut(Int) }

  /// A clock on which a caller that waits for a lease waits for its end, and time limits never end.
  private struct LeaseClock: Clock {
    let bench: SessionBench
    private let base = TestClock()

    init(bench: SessionBench) { self.bench = bench }

    var now: OffsetInstant<Duration> { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: OffsetInstant<Duration>, tolerance: Duration?) async throws {
      guard now.duration(to: deadline) >= .seconds(1) else { return await bench.leaseEnded() }
      for await _ in AsyncStream<Never>.makeStream().stream {}
      throw CancellationError()
    }
  }

  private struct World: Sendable {
    let bench: SessionBench
    let clients: [SessionClient]

    /// Begins a session whose access token has expired.
    static func make() async throws -> World {
      let bench = try SessionBench()
      let clients = [
        bench.client(clock: LeaseClock(bench: bench)),
        bench.client(clock: LeaseClock(bench: bench)),
      ]
      let message = try await bench.message(clients[0])
      _ = try await clients[0].signIn(bench.endpoint, message, bench.signature(of: message))
      bench.advance(seconds: 60)
      return World(bench: bench, clients: clients)
    }

    func answer(_ call: Call) async -> String {
      do {
        switch call {
        case .profile(let process): _ = try await clients[process].profile(bench.endpoint)
        case .refresh(let process): _ = try await clients[process].refresh(bench.endpoint)
        case .signOut(let process): try await clients[process].signOut(bench.endpoint)
        }
        return "done"
      } catch {
        return "\(error)"
      }
    }
  }

  /// Nobody is signed out by two concurrent refreshes, and no call succeeds after a sign-out.
  @Test func aSessionIsLinearizable() async throws {
    try await checkLinearizability(
      of: { try await World.make() },
      calls: [.profile(0), .refresh(1), .profile(1), .signOut(0)],
      model: true, callers: 3, length: 2, schedules: Effort.schedules(50)
    ) { world, call in
      await world.answer(call)
    } expecting: { isSignedIn, call in
      guard isSignedIn else { return "signedOut" }
      if case .signOut = call { isSignedIn = false }
      return "done"
    }
  }
}
