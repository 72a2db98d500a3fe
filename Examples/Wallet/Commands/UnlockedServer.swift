import EthereumCrypto
import Foundation
import VaultClient

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Answers for an open wallet on a socket, until its time is over, a command locks it, or the vault
/// is closed.
///
/// One loop serves at most `connectionCountMax` peers at a time, each for at most a second and one
/// line of at most `lineByteCountMax` bytes; others wait in the system's queue. A peer of another
/// user gets no answer.
struct UnlockedServer: Sendable {
  /// The maximum number of peers served at a time.
  static let connectionCountMax = 8
  /// The maximum length of a peer's line, in bytes.
  static let lineByteCountMax = 64
  /// The time limit for sending it.
  static let lineSecondsMax = 1.0

  /// The reason it ended.
  enum End: Equatable, Sendable {
    case timeOver, locked, vaultClosed, stopped
  }

  private struct Connection {
    let descriptor: Int32
    let deadline: Double
    var line: [UInt8] = []
  }

  /// The step that a peer's bytes require.
  enum Step: Equatable {
    case more
    case request(UnlockedHome.Request)
    case refuse
  }

  let listener: Int32
  /// The descriptor that wakes the loop when it must stop.
  let stopper: Int32
  let seconds: Int
  /// The clock, which also runs while the machine sleeps, and the wait for descriptors.
  var time = Time.machine
  let accounts: @Sendable () async -> [VaultAccount]?

  /// The loop's time source; a test's own passes as the test decides.
  struct Time: Sendable {
    /// Returns the seconds since some moment.
    var now: @Sendable () -> Double
    /// Waits until there is something to read, or until a number of milliseconds has passed;
    /// returns the result of `poll`.
    var poll: @Sendable (_ watched: inout [pollfd], _ milliseconds: Int32) -> Int32

    /// The machine's time.
    static let machine = Time(
      now: { UnlockedServer.now() },
      poll: { watched, milliseconds in Glibc.poll(&watched, nfds_t(watched.count), milliseconds) })
  }

  /// Interprets the bytes that a peer has sent so far.
  static func step(_ line: [UInt8]) -> Step {
    guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else {
      return line.count < lineByteCountMax ? .more : .refuse
    }
    let text = String(decoding: line[..<end], as: UTF8.self)
    guard end == line.count - 1, let request = UnlockedHome.Request(rawValue: text) else {
      return .refuse
    }
    return .request(request)
  }

  /// Runs the loop.
  func run() async -> End {
    let end = time.now() + Double(seconds)
    var connections: [Connection] = []
    defer { for connection in connections { close(connection.descriptor) } }
    while true {
      let now = time.now()
      if now >= end { return .timeOver }
      let next = connections.map(\.deadline).min() ?? end
      let wait = Int32(max(1, min(30_000, (min(next, end) - now) * 1_000 + 1)))
      var watched = [pollfd(fd: stopper, events: Int16(POLLIN), revents: 0)]
      watched += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      let isRoom = connections.count < Self.connectionCountMax
      if isRoom { watched.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0)) }
      if time.poll(&watched, wait) > 0 {
        if watched[0].revents != 0 { return .stopped }
        for event in watched.dropFirst() where event.revents != 0 && event.fd != listener {
          if let reason = await serve(event.fd, of: &connections, until: end) { return reason }
        }
        if isRoom, let last = watched.last, last.revents != 0, let peer = acceptPeer() {
          // The time after the wait, not before it: the peer has a full second.
          connections.append(
            Connection(descriptor: peer, deadline: time.now() + Self.lineSecondsMax))
        }
      }
      // Checked after reading: a slow request of one peer must not cost another its turn.
      let late = connections.filter { $0.deadline <= time.now() }
      for connection in late { drop(connection.descriptor, from: &connections) }
    }
  }

  /// Reads a peer's bytes, and answers them if they are a request.
  ///
  /// - Returns: The reason the session ends, if it does.
  private func serve(
    _ descriptor: Int32, of connections: inout [Connection], until end: Double
  ) async -> End? {
    guard let place = connections.firstIndex(where: { $0.descriptor == descriptor }) else {
      return nil
    }
    switch take(&connections[place]) {
    case .more: return nil
    case .refuse: break
    case .request(let request):
      let answer = await answer(request, until: end)
      // The time may have run out while the vault was asked; then nothing is revealed.
      if time.now() >= end { return .timeOver }
      guard let answer else { return .vaultClosed }
      _ = UnixSocket.send(answer + "\n", to: descriptor)
      if request == .lock { return .locked }
    }
    drop(descriptor, from: &connections)
    return nil
  }

  /// Closes a connection exactly once: its number may soon belong to another file.
  private func drop(_ descriptor: Int32, from connections: inout [Connection]) {
    connections.removeAll { $0.descriptor == descriptor }
    close(descriptor)
  }

  private func answer(_ request: UnlockedHome.Request, until end: Double) async -> String? {
    switch request {
    case .lock: return "{}"
    case .accounts:
      guard let accounts = await accounts() else { return nil }
      let secondsLeft = end - time.now()
      return JSONText.object([
        ("secondsLeft", .number(UInt64(max(0, secondsLeft)))),
        (
          "accounts",
          .objects(
            accounts.map {
              JSONText.object([
                ("id", .number(UInt64($0.id.rawValue))), ("name", .text($0.name)),
                ("address", .text($0.address.checksummed)), ("path", .text($0.path)),
                ("isPublished", .flag($0.isPublished)),
              ])
            })
        ),
      ])
    }
  }

  private func take(_ connection: inout Connection) -> Step {
    var buffer = [UInt8](repeating: 0, count: Self.lineByteCountMax + 1)
    let count = recv(connection.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EINTR || errno == EAGAIN { return .more }
    guard count > 0 else { return .refuse }
    connection.line += buffer[..<count]
    return Self.step(connection.line)
  }

  private func acceptPeer() -> Int32? {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
    guard UnixSocket.isOurs(descriptor) else {
      close(descriptor)
      return nil
    }
    // A peer that does not read can't block the loop: an answer fits, or is dropped.
    var time = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
  }

  /// Returns seconds that also pass while the machine sleeps.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
