import DevChain
import Foundation
import Synchronization
import Testing
import VaultClient

@testable import WalletCLI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The session of `wallet unlock` on a test's clock, with peers that do whatever they want.
///
/// A step runs when the server waits and has nothing to read; without a step left, the time passes
/// that the server waits for. So no test sleeps, and each run is the same.
@Suite struct UnlockedServerTests {
  private typealias Outside = SessionOutside

  private static let answer =
    #"{"secondsLeft":%,"accounts":[{"id":0,"name":"Account 1","address":"\#(WalletFixture.address)","path":"m/44'/60'/0'/0/0","isPublished":false}]}"#
    + "\n"

  private static func answer(_ seconds: Int) -> String {
    answer.replacing("%", with: "\(seconds)")
  }

  private static let account = VaultAccount(
    id: AccountID(rawValue: 0), address: DevChainAccounts.addresses[0], name: "Account 1",
    path: "m/44'/60'/0'/0/0")

  private func run(
    _ outside: Outside, seconds: Int = 60,
    accounts: @escaping @Sendable () async -> [VaultAccount]? = { [account] }
  ) async throws -> UnlockedServer.End {
    let listener = try #require(UnixSocket.listen(outside.path))
    defer { close(listener) }
    var stopper: [Int32] = [-1, -1]
    try #require(pipe(&stopper) == 0)
    defer { for descriptor in stopper { close(descriptor) } }
    let server = UnlockedServer(
      listener: listener, stopper: stopper[0], seconds: seconds, time: outside.time,
      accounts: accounts)
    return await server.run()
  }

  // MARK: - Time

  /// The deadline was counted from before the wait: a peer that came after an idle second was
  /// disconnected immediately.
  @Test func aPeerHasItsWholeSecondHoweverLateItComes() async throws {
    let outside = try Outside([
      {
        $0.pass(20); $0.connect()
      },
      {
        $0.pass(0.9); $0.say("accounts\n")
      },
      { #expect($0.told() == Self.answer(39)) },
    ])
    #expect(try await run(outside) == .timeOver)
  }

  @Test func aPeerThatSaysNothingIsHungUpOnAfterItsSecond() async throws {
    let outside = try Outside([
      { $0.connect() }, { $0.pass(0.9) }, { #expect($0.told() == nil) }, { $0.pass(0.2) },
      { #expect($0.told() == "") },
    ])
    #expect(try await run(outside) == .timeOver)
  }

  /// A byte at a time, so that there is always something to read.
  @Test func aDripDoesNotProlongTheSecond() async throws {
    let drips = (0..<12).map { _ -> @Sendable (Outside) -> Void in
      {
        $0.pass(0.1); $0.say("a")
      }
    }
    let outside = try Outside([{ $0.connect() }] + drips + [{ #expect($0.told() == "") }])
    #expect(try await run(outside) == .timeOver)
  }

  @Test func theEndIsWaitedForAndNotPassed() async throws {
    let outside = try Outside([])
    #expect(try await run(outside, seconds: 70) == .timeOver)
    #expect(outside.waits.withLock { $0 } == [30_000, 30_000, 10_001])
    #expect(outside.now.withLock { $0 } < 1_070.01)
  }

  /// The time ends while the vault is asked: its answer is not sent.
  @Test func requestsAtTheDeadlineAreNotAnswered() async throws {
    let outside = try Outside([
      {
        $0.connect(); $0.say("accounts\n")
      }
    ])
    let end = try await run(outside) {
      outside.pass(61)
      return [Self.account]
    }
    #expect(end == .timeOver)
    #expect(outside.told() == "")
  }

  /// One slow request must not delay the others, which came in time.
  @Test func aSlowRequestCostsNoPeerItsTurn() async throws {
    let outside = try Outside([
      { for _ in 1...3 { $0.connect() } }, { _ in }, { _ in },
      { for peer in 0..<3 { $0.say("accounts\n", peer) } },
      { outside in
        #expect((0..<3).map { outside.told($0) } == [53, 46, 39].map(Self.answer))
      },
    ])
    let end = try await run(outside) {
      outside.pass(7)
      return [Self.account]
    }
    #expect(end == .timeOver)
  }

  // MARK: - Peers

  /// Requests in pieces, more than a line, only a line end, and bytes that are not text.
  @Test(arguments: [
    (["acc", "ounts", "\n"], true), (["accounts\n"], true), (["accounts\naccounts\n"], false),
    (["accounts\r\n"], false), (["\n"], false), (["\u{0}\n"], false), (["Accounts\n"], false),
    ([String(repeating: "x", count: 63)], nil), ([String(repeating: "x", count: 64)], false),
    ([String(repeating: "x", count: 1_000_000)], false),
    ([String(repeating: "\n", count: 100_000)], false),
  ])
  func onlyALineThatIsARequestIsAnswered(pieces: [String], isAnswered: Bool?) async throws {
    let says = pieces.map { piece -> @Sendable (Outside) -> Void in
      // A message that exceeds the queue is sent as far as possible.
      { outside in
        let descriptor = outside.peers.withLock { $0[0] }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        outside.say(piece)
      }
    }
    let outside = try Outside(
      [{ $0.connect() }] + says + [
        { outside in
          let wanted = isAnswered.map { $0 ? Self.answer(60) : "" }
          #expect(outside.told() == wanted)
        }
      ])
    #expect(try await run(outside) == .timeOver)
  }

  /// Eight at a time; the others wait in the queue, and each has its own second.
  @Test func manyPeersAreServedOneAfterTheOther() async throws {
    let connect: @Sendable (Outside) -> Void = { outside in
      for _ in 1...16 { outside.connect() }
    }
    let outside = try Outside([
      connect, { outside in #expect((0..<16).allSatisfy { outside.told($0) == nil }) },
      // No client sends anything: the first eight are disconnected.
      { $0.pass(1.1) },
      { outside in
        #expect((0..<8).allSatisfy { outside.told($0) == "" })
        for peer in 8..<16 { outside.say("accounts\n", peer) }
      },
      { outside in #expect((8..<16).allSatisfy { outside.told($0)?.isEmpty == false }) },
    ])
    #expect(try await run(outside) == .timeOver)
  }

  /// Two hundred connect and leave; the one that asks is answered.
  @Test func twoHundredThatComeAndGoHoldNoOtherUp() async throws {
    let flood = (0..<200).map { peer -> @Sendable (Outside) -> Void in
      { outside in
        outside.connect()
        if peer % 3 == 0 { outside.say("nonsense", peer) }
        if peer % 3 == 1 { outside.leave(peer) }
        outside.pass(0.2)
      }
    }
    let outside = try Outside(
      flood + [
        { $0.pass(2) }, { $0.connect() }, { $0.say("accounts\n", 200) },
        { outside in #expect(outside.told(200)?.hasPrefix(#"{"secondsLeft":"#) == true) },
      ])
    #expect(try await run(outside, seconds: 600) == .timeOver)
  }

  /// A peer that leaves before its answer ends nothing.
  @Test func aPeerThatLeavesBeforeItsAnswerEndsNothing() async throws {
    let outside = try Outside([
      {
        $0.connect(); $0.say("accounts\n"); $0.leave()
      },
      {
        $0.connect(); $0.say("accounts\n", 1)
      },
      { #expect($0.told(1) == Self.answer(60)) },
    ])
    #expect(try await run(outside) == .timeOver)
  }

  /// Three ask at the same time, one of them to lock: each connection is closed once.
  ///
  /// A number that was closed twice was another file's by then.
  @Test func aLockBesideRequestsClosesEachConnectionOnce() async throws {
    let outside = try Outside([
      { outside in for _ in 1...3 { outside.connect() } },
      {
        $0.say("accounts\n", 0); $0.say("accounts\n", 1); $0.say("lock\n", 2)
      },
    ])
    let files = Mutex<[Int32]>([])
    let end = try await run(outside) {
      // The second time it has the number of the first connection.
      files.withLock { $0.append(Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)) }
      return [Self.account]
    }
    #expect(end == .locked)
    #expect(outside.told(0) == Self.answer(60) && outside.told(1) == Self.answer(60))
    #expect(outside.told(2) == "{}\n")
    let opened = files.withLock { $0 }
    #expect(opened.count == 2)
    for file in opened {
      #expect(fcntl(file, F_GETFD) >= 0, "\(file) was closed by other code")
      close(file)
    }
  }

  @Test func aVaultThatIsNotOpenAnyMoreEndsTheSession() async throws {
    let outside = try Outside([
      {
        $0.connect(); $0.say("accounts\n")
      }
    ])
    #expect(try await run(outside, accounts: { nil }) == .vaultClosed)
    #expect(outside.told() == "")
  }

  // MARK: - The Socket's Place

  /// A link, a pipe or a file at its path is replaced, and the target of a link is not touched.
  @Test(arguments: ["link", "pipe", "file"])
  func filesAtTheSocketsPathAreReplaced(kind: String) async throws {
    let outside = try Outside([
      {
        $0.connect(); $0.say("accounts\n")
      }, { #expect($0.told() == Self.answer(60)) },
    ])
    let kept = outside.folder + "/kept"
    try Data([1]).write(to: URL(filePath: kept))
    switch kind {
    case "link": try #require(symlink(kept, outside.path) == 0)
    case "pipe": try #require(mkfifo(outside.path, 0o600) == 0)
    default: try Data([2]).write(to: URL(filePath: outside.path))
    }
    // A client that asks there before does not wait.
    #expect(UnixSocket.connect(outside.path) == nil)
    #expect(try await run(outside) == .timeOver)
    #expect(try Data(contentsOf: URL(filePath: kept)) == Data([1]))
  }

  @Test func aFolderInTheSocketsPlaceIsARefusal() throws {
    let outside = try Outside([])
    try FileManager.default.createDirectory(
      atPath: outside.path, withIntermediateDirectories: false)
    #expect(UnixSocket.listen(outside.path) == nil)
    #expect(UnixSocket.listen(String(repeating: "a", count: 108)) == nil)
    #expect(errno == ENAMETOOLONG)
  }

  /// A holder that was stopped, with a full queue, was waited for without an end.
  @Test(.timeLimit(.minutes(30)))
  func aFullQueueIsNotWaitedForForEver() throws {
    let outside = try Outside([])
    let listener = try #require(UnixSocket.listen(outside.path))
    defer { close(listener) }
    var peers: [Int32] = []
    defer { for peer in peers { close(peer) } }
    while let peer = UnixSocket.connect(outside.path), peers.count < 100 { peers.append(peer) }
    #expect((16...20).contains(peers.count))
  }

  /// As another user of the machine, past the modes of files: only root can try that.
  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0 && hasPython))
  func anotherPersonGetsNoAnswer() async throws {
    let outside = try Outside([])
    let listener = try #require(UnixSocket.listen(outside.path))
    defer { close(listener) }
    for path in [outside.folder, outside.path] { try #require(chmod(path, 0o777) == 0) }
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX); s.settimeout(30); s.connect(sys.argv[1])
      try:
          s.sendall(b"accounts\\n")
          sys.exit(3 if s.recv(1) else 0)
      except (ConnectionResetError, BrokenPipeError):
          sys.exit(0)
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/setpriv")
    process.arguments = [
      "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", script,
      outside.path,
    ]
    var stopper: [Int32] = [-1, -1]
    try #require(pipe(&stopper) == 0)
    defer { for descriptor in stopper { close(descriptor) } }
    let ringing = stopper[1]
    let status = Mutex<Int32>(-1)
    process.terminationHandler = { process in
      status.withLock { $0 = process.terminationStatus }
      var byte: UInt8 = 0
      _ = write(ringing, &byte, 1)
    }
    try process.run()
    // Only the other program's end, which ends the session, lets time pass.
    let time = UnlockedServer.Time(now: { 0 }) { watched, _ in
      Glibc.poll(&watched, nfds_t(watched.count), 60_000)
    }
    let server = UnlockedServer(
      listener: listener, stopper: stopper[0], seconds: 60, time: time,
      accounts: { [Self.account] })
    #expect(await server.run() == .stopped)
    #expect(status.withLock { $0 } == 0)
  }

  private static let hasPython = access("/usr/bin/python3", X_OK) == 0
}
