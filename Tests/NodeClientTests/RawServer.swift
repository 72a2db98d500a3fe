import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// A server on 127.0.0.1 that answers requests with raw bytes, however wrong; one connection each.
final class RawServer: Sendable {
  /// The server's reaction to a request.
  enum Answer: Sendable {
    /// Sends the bytes, then closes.
    case bytes(String)
    /// Sends nothing, and waits until the client closes the connection.
    case silence
    /// Sends the bytes, then others again and again until the client closes the connection.
    ///
    /// It sends as fast as the client reads, or with pauses in between. After 32 MiB it waits for
    /// the client: on a busy machine the URL loading system reads on long after it was told to
    /// stop.
    case endless(String, then: String, pauseMilliseconds: Int32 = 0)
  }

  struct SystemError: Error {
    let call: String
    let number: Int32
  }

  let port: UInt16
  private let listener: Int32
  private let bodies = Mutex<[String]>([])
  private let departures = AsyncStream<Void>.makeStream()
  private let answer: @Sendable (_ body: String) -> Answer

  var url: URL { URL(string: "http://\(host):\(port)/v1/secret-key") ?? URL(filePath: "/") }

  private let host: String

  /// The received bodies, in order.
  var requests: [String] { bodies.withLock { $0 } }

  /// Waits until the client of an endless answer has closed the connection.
  func clientHasGone() async {
    for await _ in departures.stream { break }
  }

  /// Listens on this machine.
  ///
  /// - Parameters:
  ///   - isIPv6: True if it listens on `::1` instead of 127.0.0.1.
  ///   - answer: Returns its reaction to the body of a request.
  init(isIPv6: Bool = false, answer: @escaping @Sendable (_ body: String) -> Answer) throws {
    self.answer = answer
    host = isIPv6 ? "[::1]" : "127.0.0.1"
    let listener = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard listener >= 0 else { throw SystemError(call: "socket", number: errno) }
    self.listener = listener
    let boundPort: UInt16?
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_addr = in6addr_loopback
      boundPort = Self.listen(listener, &address).map { _ in UInt16(bigEndian: address.sin6_port) }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      boundPort = Self.listen(listener, &address).map { _ in UInt16(bigEndian: address.sin_port) }
    }
    guard let boundPort else { throw SystemError(call: "bind", number: errno) }
    port = boundPort
    let thread = Thread { self.serve() }
    thread.start()
  }

  /// Listens at an address, and completes it; nil if the system refuses.
  private static func listen<Address>(_ listener: Int32, _ address: inout Address) -> Void? {
    var size = socklen_t(MemoryLayout<Address>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && Glibc.listen(listener, 16) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    return isListening ? () : nil
  }

  /// Ends the server; open connections end with their clients.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      Thread { self.serve(connection) }.start()
    }
    close(listener)
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    guard let body = Self.readBody(connection) else { return }
    bodies.withLock { $0.append(body) }
    switch answer(body) {
    case .bytes(let text):
      Self.send(text, to: connection)
    case .silence:
      while !Self.read(connection).isEmpty {}
    case .endless(let head, let piece, let pause):
      var text = head
      var sentCount = 0
      while sentCount < 32 << 20, Self.send(text, to: connection),
        !Self.hasGone(connection, within: pause)
      {
        sentCount += text.utf8.count
        text = piece
      }
      _ = Self.hasGone(connection, within: -1)
      departures.continuation.yield()
    }
  }

  /// Reads a request up to the end of its body; nil if the client closes the connection before.
  private static func readBody(_ connection: Int32) -> String? {
    var text = ""
    while true {
      if let head = text.range(of: "\r\n\r\n") {
        let length = text[..<head.lowerBound].lowercased().split(separator: "\r\n")
          .first { $0.hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        if text[head.upperBound...].utf8.count >= length ?? 0 {
          return String(text[head.upperBound...])
        }
      }
      let bytes = read(connection)
      if bytes.isEmpty { return nil }
      text += String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func read(_ connection: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
      count = max(0, recv(connection, buffer.baseAddress, buffer.count, 0))
    }
  }

  /// Waits this long for the client to close the connection; for ever if the number is negative.
  private static func hasGone(_ connection: Int32, within milliseconds: Int32) -> Bool {
    guard milliseconds != 0 else { return false }
    var descriptors = [pollfd(fd: connection, events: Int16(POLLIN), revents: 0)]
    return poll(&descriptors, 1, milliseconds) > 0 && read(connection).isEmpty
  }

  /// Sends all of a text; returns true if the client read it.
  @discardableResult
  private static func send(_ text: String, to connection: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}
