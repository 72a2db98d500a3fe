import DevSession
import EthereumCrypto
import EthereumMessages
import EthereumPrimitives
import Foundation
import JSONRPC
import SessionClient
import SessionClientLive
import Synchronization
import TestVectors
import VaultClientLive

/// A service in this process, an account, and a store in memory.
final class SessionBench: Sendable {
  /// The state that keepers and the service share.
  private final class World: Sendable {
    let contents = Mutex(Contents())

    /// Ends the lease, and continues the callers that wait for its end.
    func endLease() {
      let waiting = contents.withLock { contents in
        contents.isLeased = false
        defer { contents.waiting = [] }
        return contents.waiting
      }
      for caller in waiting { caller.resume() }
    }
  }

  private struct Contents {
    var now: Int64 = 1_800_000_000
    var paths: [String] = []
    var kept: [String: SessionTokens] = [:]
    var isLeased = false
    /// The callers that wait for the end of the lease.
    var waiting: [CheckedContinuation<Void, Never>] = []
    var keepRefusal: (any Error)?
    var scripts: [String: [Script]] = [:]
    var generator = SeededGenerator(seed: 4_361)
  }

  /// The fate of a request instead of the service's answer, or beside it.
  enum Script: Sendable {
    /// The service answers, and this arrives instead.
    case answer(SessionAnswer)
    /// The service is not asked.
    case failure(any Error)
    /// Nothing ever arrives.
    case silence
    /// The requests are held until a given number of them waits; then the service gets them all.
    case together(Barrier)
    /// The service is asked when the test opens the gate.
    case gate(Gate)
  }

  static let origin = "http://127.0.0.1:4361"
  static let start = Date(timeIntervalSince1970: 1_800_000_000)
  let endpoint: SessionEndpoint
  let service: DevSession
  let address: Address
  private let key: PrivateKey
  private let world = World()
  private let refusedLeases = AsyncStream<Void>.makeStream()

  init(_ configuration: DevSessionConfiguration = DevSessionConfiguration()) throws {
    endpoint = try SessionEndpoint(Self.origin)
    key = try PrivateKey(SecretBytes([UInt8](repeating: 7, count: 32)))
    address = key.address()
    service = DevSession(
      configuration, now: { [world] in world.contents.withLock(\.now) },
      random: { [world] in world.contents.withLock { $0.generator.next() } })
    service.listen(at: Self.origin)
  }

  // MARK: - What happened, and what will

  /// The requested paths, in order.
  var paths: [String] { world.contents.withLock(\.paths) }

  /// Returns the number of requests for a path.
  func count(_ path: String) -> Int { paths.filter { $0 == path }.count }

  /// The stored access and refresh tokens.
  var kept: [String]? {
    world.contents.withLock(\.kept)[endpoint.text].map { [$0.access.text, $0.refresh.text] }
  }

  func advance(seconds: Int64) {
    world.contents.withLock { $0.now += seconds }
  }

  /// Sets the fates of the next requests for a path, in order.
  func script(_ path: String, _ scripts: Script...) {
    world.contents.withLock { $0.scripts[path, default: []] += scripts }
  }

  /// Makes the store refuse to keep tokens; nil permits it.
  func refuseKeeping(_ refusal: (any Error)?) {
    world.contents.withLock { $0.keepRefusal = refusal }
  }

  /// Gives the lease to another process, or takes it back.
  func setLeased(_ isLeased: Bool) {
    if isLeased { world.contents.withLock { $0.isLeased = true } } else { world.endLease() }
  }

  /// Waits until a caller has asked for the lease while another one had it.
  func leaseWasRefused() async {
    for await _ in refusedLeases.stream { return }
  }

  /// Waits for the end of the lease, if there is one.
  func leaseEnded() async {
    await withCheckedContinuation { caller in
      let isFree = world.contents.withLock { contents in
        if contents.isLeased { contents.waiting.append(caller) }
        return !contents.isLeased
      }
      if isFree { caller.resume() }
    }
  }

  // MARK: - Clients

  /// Returns a client as one process has it; all of them share the store.
  func client(
    timeLimit: Duration = .seconds(60), leaseTimeLimit: Duration = .seconds(60),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> SessionClient {
    .live(
      SessionKeeper(
        transport: SessionTransport { try await self.send($1) }, store: store,
        configuration: SessionConfiguration(
          timeLimit: timeLimit, leaseTimeLimit: leaseTimeLimit,
          leaseInterval: .milliseconds(1), clock: clock,
          now: { [world] in
            Date(timeIntervalSince1970: Double(world.contents.withLock(\.now)))
          })))
  }

  /// Returns a client with a session.
  func signedIn(leaseTimeLimit: Duration = .seconds(60)) async throws -> SessionClient {
    let client = client(leaseTimeLimit: leaseTimeLimit)
    let message = try await message(client)
    _ = try await client.signIn(endpoint, message, message.signed(by: key))
    return client
  }

  /// Returns the message that the service asks for.
  func message(_ client: SessionClient) async throws -> SignInMessage {
    let challenge = try await client.challenge(endpoint)
    return try SignInMessage(
      domain: challenge.domain, address: address, statement: challenge.statement,
      uri: challenge.uri, chainID: challenge.chainID, nonce: challenge.nonce,
      issuedAt: DateTime(secondsSince1970: 1_800_000_000),
      expirationTime: DateTime(challenge.expirationTime))
  }

  func signature(of message: SignInMessage) -> PersonalSignature { message.signed(by: key) }

  private var store: SessionStore {
    SessionStore(
      tokens: { [world] service in world.contents.withLock { $0.kept[service] } },
      keep: { [world] tokens in
        try world.contents.withLock { contents in
          if let refusal = contents.keepRefusal { throw refusal }
          contents.kept[tokens.service] = tokens
        }
      },
      drop: { [world] service in world.contents.withLock { $0.kept[service] = nil } },
      lease: { [world, refusedLeases] in
        let isFree = world.contents.withLock { contents in
          guard !contents.isLeased else { return false }
          contents.isLeased = true
          return true
        }
        guard isFree else {
          refusedLeases.continuation.yield()
          return nil
        }
        return SessionsLease { world.endLease() }
      })
  }

  private func send(_ request: SessionRequest) async throws -> SessionAnswer {
    let script = world.contents.withLock { contents -> Script? in
      contents.paths.append(request.path)
      guard contents.scripts[request.path]?.isEmpty == false else { return nil }
      return contents.scripts[request.path]?.removeFirst()
    }
    switch script {
    case .answer(let answer):
      _ = await ask(request)
      return answer
    case .failure(let error): throw error
    case .silence:
      for await _ in AsyncStream<Void>(unfolding: { await Gate().pass() }) {}
      throw CancellationError()
    case .together(let barrier): await barrier.arrive()
    case .gate(let gate): await gate.pass()
    case nil: break
    }
    return await ask(request)
  }

  private func ask(_ request: SessionRequest) async -> SessionAnswer {
    var fields = request.fields
    if let refresh = request.refresh { fields["refreshToken"] = .string(refresh.text) }
    let answer = await service.answer(
      "/" + request.path, JSONValue.object(fields).encoded,
      authorization: request.access.map { "Bearer " + $0.text })
    return SessionAnswer(status: answer.status, body: answer.body.encoded)
  }
}

extension SecretBox {
  var text: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

/// Holds its callers back until enough have arrived.
final class Barrier: Sendable {
  private let count: Int
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  init(count: Int) {
    self.count = count
  }

  func arrive() async {
    await withCheckedContinuation { continuation in
      let ready = waiting.withLock { waiting in
        waiting.append(continuation)
        return waiting.count == count ? waiting : []
      }
      for continuation in ready { continuation.resume() }
    }
  }
}

/// Holds one caller until it is opened; reports that caller's arrival to the test.
final class Gate: Sendable {
  private let arrival = AsyncStream<Void>.makeStream()
  private let opening = AsyncStream<Void>.makeStream()

  func pass() async {
    arrival.continuation.finish()
    for await _ in opening.stream {}
  }

  /// Waits until a caller is held at the gate.
  func arrived() async {
    for await _ in arrival.stream {}
  }

  func open() {
    opening.continuation.finish()
  }
}
