import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Sockets of this machine that only processes of the same user may use.
enum UnixSocket {
  /// The maximum length of a socket's path, in bytes.
  static let pathByteCountMax = 107

  /// The maximum time to wait for a place in a listener's queue.
  static let connectSecondsMax = 2

  /// Connects to a socket; nil if no process listens, if the listener is another user's, or if the
  /// queue is full for two seconds.
  static func connect(_ path: String) -> Int32? {
    guard let descriptor = make() else { return nil }
    // A listener that hangs, and whose queue is full, would otherwise be waited for without end.
    var time = timeval(tv_sec: connectSecondsMax, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    let isConnected = withAddress(path) { address, size in
      Glibc.connect(descriptor, address, size) == 0
    }
    guard isConnected == true, isOurs(descriptor) else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Listens on a path, for its owner alone; any existing file there is replaced.
  ///
  /// - Returns: The listening descriptor; nil with `errno` if the system refuses.
  static func listen(_ path: String) -> Int32? {
    guard let descriptor = make() else { return nil }
    unlink(path)
    // No process can connect before it listens, and by then the mode is right.
    let isBound = withAddress(path) { address, size in
      bind(descriptor, address, size) == 0 && chmod(path, 0o600) == 0
        && Glibc.listen(descriptor, 16) == 0
    }
    guard isBound == true else {
      let number = errno
      close(descriptor)
      errno = number
      return nil
    }
    return descriptor
  }

  /// Returns true if the process at the other end belongs to the same user.
  static func isOurs(_ descriptor: Int32) -> Bool {
    var peer = PeerCredentials()
    var size = socklen_t(MemoryLayout<PeerCredentials>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else { return false }
    return peer.uid == geteuid()
  }

  /// The data of SO_PEERCRED, as Linux lays it out (`struct ucred`, which Glibc's module hides).
  private struct PeerCredentials {
    var pid: pid_t = 0
    var uid: uid_t = .max
    var gid: gid_t = .max
  }

  /// Sends a text, and returns true if all of it was sent; a closed peer can't end the process.
  static func send(_ text: String, to descriptor: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  private static func make() -> Int32? {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    return descriptor >= 0 ? descriptor : nil
  }

  private static func withAddress(
    _ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Bool
  ) -> Bool? {
    let bytes = Array(path.utf8)
    guard bytes.count <= pathByteCountMax, !bytes.contains(0) else {
      errno = ENAMETOOLONG
      return nil
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    // A 'sockaddr_un' begins with the fields of 'sockaddr', and the size says how long it is; the
    // pointer lives as long as the call.
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
