#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A socket by its number, with the few calls of the system that a server needs.
///
/// It is only a descriptor and owns nothing: the code that opened it closes it.
struct SocketFile: Equatable, Sendable {
  let descriptor: Int32

  /// The result of waiting for a client.
  enum Arrival: Equatable {
    case connection(SocketFile)
    /// The other end is closed.
    case nobody
    /// The process or the system has no room for one more.
    case noRoom
  }

  // MARK: - Listening

  /// Listens on 127.0.0.1.
  ///
  /// - Returns: The socket and its port.
  /// - Throws: `LocalServer.StartFailure`.
  static func listening(
    port: UInt16
  ) throws(LocalServer.StartFailure) -> (socket: SocketFile, port: UInt16) {
    #if canImport(Darwin)
      let socket = SocketFile(descriptor: Darwin.socket(AF_INET, SOCK_STREAM, 0))
    #else
      let socket = SocketFile(
        descriptor: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    #endif
    guard socket.descriptor >= 0 else { throw .system(errorNumber: errno) }
    do throws(LocalServer.StartFailure) {
      socket.set(SOL_SOCKET, SO_REUSEADDR)
      socket.prepare()
      return (socket, try socket.bind(port: port))
    } catch {
      socket.close()
      throw error
    }
  }

  private func bind(port: UInt16) throws(LocalServer.StartFailure) -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // A 'sockaddr_in' has the size and alignment of 'sockaddr', and begins with its fields. Both
    // pointers live as long as their calls, which write no more than 'length' bytes.
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #if canImport(Darwin)
          Darwin.bind(descriptor, pointer, length) == 0
        #else
          Glibc.bind(descriptor, pointer, length) == 0
        #endif
      }
    }
    guard isBound, listen(descriptor, SOMAXCONN) == 0 else {
      let number = errno
      if number == EADDRINUSE || number == EACCES { throw .portNotAvailable(port) }
      throw .system(errorNumber: number)
    }
    let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isNamed else { throw .system(errorNumber: errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Accepts one waiting connection.
  func accept() -> Arrival {
    #if canImport(Darwin)
      let accepted = Darwin.accept(descriptor, nil, nil)
    #else
      let accepted = Glibc.accept(descriptor, nil, nil)
    #endif
    guard accepted >= 0 else {
      return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .noRoom : .nobody
    }
    let socket = SocketFile(descriptor: accepted)
    socket.prepare()
    // Without this a small answer waits for the acknowledgement of the previous one (decision 26).
    socket.set(Int32(IPPROTO_TCP), TCP_NODELAY)
    #if canImport(Darwin)
      socket.set(SOL_SOCKET, SO_NOSIGPIPE)
    #endif
    return .connection(socket)
  }

  /// No call blocks, and no child inherits it.
  private func prepare() {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private func set(_ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  // MARK: - Reading and writing

  /// Waits for bytes and reads them; empty at the end, nil when the time is over.
  func read(until deadline: ContinuousClock.Instant) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count >= 0 {
        if count > 0 { acknowledge() }
        return Array(bytes.prefix(count))
      }
      if errno == EINTR { continue }
      guard errno == EAGAIN || errno == EWOULDBLOCK else { return [] }
      guard wait(for: Int16(POLLIN), until: deadline) else { return nil }
    }
  }

  /// Acknowledges at once what was read, where the system can: a client that sends the body of a
  /// request after its head, as by Nagle's algorithm, waits for that. Otherwise it took 40 ms.
  ///
  /// The system forgets the option when it likes, so it is set after each read.
  private func acknowledge() {
    #if os(Linux)
      set(Int32(IPPROTO_TCP), TCP_QUICKACK)
    #endif
  }

  /// Writes all bytes; returns whether that was possible before the time was over.
  func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        send(descriptor, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, flags)
      }
      if count > 0 {
        sent += count
        continue
      }
      if count < 0, errno == EINTR { continue }
      guard count < 0, errno == EAGAIN || errno == EWOULDBLOCK,
        wait(for: Int16(POLLOUT), until: deadline)
      else { return false }
    }
    return true
  }

  /// Waits until the socket can be used in this way; returns whether it can.
  private func wait(for events: Int16, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { return false }
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&entry, 1, left.pollMilliseconds)
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { return false }
    }
  }

  // MARK: - Ending

  /// Signals that nothing more is sent.
  func endWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Ends both directions; a thread that waits for the socket continues.
  func end() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  func close() {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// How many files this process may have open.
  static var openFileCountMax: Int {
    var limit = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(resource, &limit) == 0 else { return 256 }
    return Int(clamping: limit.rlim_cur)
  }
}

extension Duration {
  /// The duration for `poll`: rounded up, at most a minute.
  fileprivate var pollMilliseconds: Int32 {
    let milliseconds = self / .milliseconds(1)
    return Int32(min(60_000, max(1, milliseconds.rounded(.up))))
  }
}

/// A pipe by which one thread wakes another that waits for sockets.
struct WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  init() throws(LocalServer.StartFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(errorNumber: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Waits for a socket to have a client, or to be woken; returns whether it was not woken.
  ///
  /// - Parameter milliseconds: How long at most; −1 for ever.
  func wait(forClientsOf socket: SocketFile?, milliseconds: Int32 = -1) -> Bool {
    while true {
      var entries = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
      if let socket {
        entries.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
      }
      if poll(&entries, nfds_t(entries.count), milliseconds) < 0, errno == EINTR { continue }
      return entries[0].revents == 0
    }
  }

  func close() {
    for end in [reading, writing] { SocketFile(descriptor: end).close() }
  }
}
