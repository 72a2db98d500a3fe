import EthereumMessages
package import JSONRPC
import Synchronization

/// A session endpoint for development: Sign-In with Ethereum, access and refresh tokens.
package final class DevSession: Sendable {
  private let configuration: DevSessionConfiguration
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Int64
  private let random: @Sendable () -> UInt64
  private let state: Mutex<DevSessionState>

  /// Creates an endpoint.
  ///
  /// - Parameters:
  ///   - configuration: The rules.
  ///   - clock: The clock for slow answers.
  ///   - now: The seconds since 1970.
  ///   - random: Returns 64 random bits, for nonces and tokens.
  package init(
    _ configuration: DevSessionConfiguration = DevSessionConfiguration(),
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Int64,
    random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.configuration = configuration
    self.clock = clock
    self.now = now
    self.random = random
    state = Mutex(DevSessionState(configuration))
  }

  /// Sets the endpoint's own address, which is the only domain that it accepts.
  package func listen(at origin: String) {
    let origin = WebOrigin(uri: origin)
    state.withLock { $0.origin = origin }
  }

  /// Answers a POST request to a path.
  package func answer(
    _ path: String, _ body: [UInt8], authorization: String?
  ) async -> DevSessionAnswer {
    let fields: JSONValue
    do throws(JSONSyntaxError) {
      fields = try JSONValue(parsing: body)
    } catch {
      return .refused(400, "the body is no JSON")
    }
    if configuration.fault == .slow {
      do {
        try await clock.sleep(for: .seconds(2))
      } catch {
        return .refused(503, "the endpoint stops")
      }
    }
    let context = DevSessionState.Context(now: now()) { [random] in
      (0..<4).map { _ in
        let digits = String(random(), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
      }.joined()
    }
    return state.withLock { state in
      switch path {
      case "/nonce": state.challenge(context)
      case "/sign-in": state.signIn(fields, context)
      case "/refresh": state.refresh(fields, context)
      case "/revoke": state.revoke(fields)
      case "/profile": state.profile(authorization: authorization, context)
      case _: .refused(404, "there is no such path")
      }
    }
  }
}

/// An endpoint's answer.
package struct DevSessionAnswer: Equatable, Sendable {
  /// The HTTP status.
  package let status: Int
  /// The JSON.
  package let body: JSONValue

  static func ok(_ members: JSONObject) -> DevSessionAnswer {
    DevSessionAnswer(status: 200, body: .object(members))
  }

  static func refused(_ status: Int, _ reason: String) -> DevSessionAnswer {
    DevSessionAnswer(status: status, body: ["error": .string(reason)])
  }

  static func unauthorized(_ reason: String) -> DevSessionAnswer { refused(401, reason) }
}
