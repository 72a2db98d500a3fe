import EthereumCrypto
import Foundation
import VaultClient

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Answers for an open wallet on a socket, until its time is over, a command locks it, or the vault
/// is no longer open.
///
/// One loop serves at most `connectionCountMax` peers at a time, each for at most a second and one
/// line of at most `lineByteCountMax` bytes; others wait in the queue of the system. A peer of
/// another person gets no answer.
struct UnlockedServer: Sendable {
  /// How many peers are served at a time.
  static let connectionCountMax = 8
  /// The longest line that a peer may send.
  static let lineByteCountMax = 64
  /// How long a peer may take to send it.
  static let lineSecondsMax = 1.0

  /// Why it ended.
  enum End: Equatable, Sendable {
    case timeOver, locked, vaultClosed, stopped
  }

  private struct Connection {
    let descriptor: Int32
    let deadline: Double
    var line: [UInt8] = []
  }

  /// What a peer's bytes call for.
  enum Step: Equatable {
    case more
    case request(UnlockedHome.Request)
    case refuse
  }

  let listener: Int32
  /// What wakes the loop when it is to stop.
  let stopper: Int32
  let seconds: Int
  /// Seconds that also pass while the machine sleeps, and the wait for what is watched.
  var time = Time.machine
  let accounts: @Sendable () async -> [VaultAccount]?

  /// What the loop knows of time; a test's own passes as the test says.
  struct Time: Sendable {
    /// Seconds since some moment.
    var now: @Sendable () -> Double
    /// Waits until there is something to read, or so many milliseconds are over; the answer is that
    /// of `poll`.
    var poll: @Sendable (_ watched: inout [pollfd], _ milliseconds: Int32) -> Int32

    /// The machine's.
    static let machine = Time(
      now: { UnlockedServer.now() },
      poll: { watched, milliseconds in Glibc.poll(&watched, nfds_t(watched.count), milliseconds) })
  }

  /// Reads what a peer has sent so far.
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

  /// Serves.
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
          // The time now, and not that of before the wait: the peer has a second of its own.
          connections.append(
            Connection(descriptor: peer, deadline: time.now() + Self.lineSecondsMax))
        }
      }
      // After those that had sent something were read: they must not lose by another's request.
      let late = connections.filter { $0.deadline <= time.now() }
      for connection in late { drop(connection.descriptor, from: &connections) }
    }
  }

  /// Reads what a peer has sent, and answers it where that is a request.
  ///
  /// - Returns: Why the session ends, where it does.
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
      // The time may have gone while the vault was asked: nothing is told then.
      if time.now() >= end { return .timeOver }
      guard let answer else { return .vaultClosed }
      _ = UnixSocket.send(answer + "\n", to: descriptor)
      if request == .lock { return .locked }
    }
    drop(descriptor, from: &connections)
    return nil
  }

  /// Closes a connection, once: its number may be another file's a moment later.
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
    // A peer that does not read can't hold the loop: an answer fits, or is given up.
    var time = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
  }

  /// Seconds that also pass while the machine sleeps.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
