import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A client that sends any bytes, and reads the answer; every call may take a minute.
///
/// It waits on threads of Dispatch: the server's handlers need those of the tasks.
final class RawClient: Sendable {
  private let descriptor: Int32

  struct Failure: Error {
    let call: String
    let errorNumber: Int32
  }

  init(port: UInt16) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw Failure(call: "socket", errorNumber: errno) }
    var time = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(call: "connect", errorNumber: errno) }
  }

  deinit { close(descriptor) }

  /// Sends bytes; returns true if all were accepted.
  @discardableResult
  func send(_ bytes: some Sequence<UInt8>) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      #if canImport(Darwin)
        let count = Darwin.send(descriptor, Array(bytes[sent...]), bytes.count - sent, 0)
      #else
        let count = Glibc.send(
          descriptor, Array(bytes[sent...]), bytes.count - sent, Int32(MSG_NOSIGNAL))
      #endif
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Signals that nothing more is sent.
  func endWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Reads until the server closes.
  func readToEnd() async -> String {
    var all: [UInt8] = []
    while let bytes = await readSome(), !bytes.isEmpty { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  /// Reads the available bytes once there are some; nil after a minute or an error.
  func readSome() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [self] in continuation.resume(returning: waitForSome()) }
    }
  }

  private func waitForSome() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }
}
