import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Answers every connection on 127.0.0.1 with the same bytes, whatever it is asked.
final class GarbageServer: Sendable {
  /// Its answer.
  enum Garbage: CaseIterable {
    case page, emptyAnswer, wrongField, notFound, cutOff
  }

  struct NoSocket: Error {
    let errorNumber: Int32
  }

  /// The questions so far.
  final class Questions: Sendable {
    let count = Mutex(0)
  }

  let url: String
  let questions = Questions()
  private let descriptor: Int32

  init(_ garbage: Garbage) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isListening else { throw NoSocket(errorNumber: errno) }
    self.descriptor = descriptor
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    let (answer, questions) = (garbage.answer, questions)
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return }
        questions.count.withLock { $0 += 1 }
        Self.serve(connection, answer)
      }
    }
  }

  deinit {
    // Wakes the accepting thread.
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private static func serve(_ connection: Int32, _ answer: String) {
    defer { close(connection) }
    // The whole question is read first: closing before that resets the connection.
    var question: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while question.last != UInt8(ascii: "}") {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return }
      question += buffer[..<count]
    }
    _ = Array(answer.utf8).withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
  }
}

extension GarbageServer.Garbage {
  fileprivate var answer: String {
    switch self {
    case .page: Self.http("200 OK", "<html>Welcome to the captive portal</html>")
    case .emptyAnswer: Self.http("200 OK", "")
    case .wrongField: Self.http("200 OK", #"{"jsonrpc":"2.0","id":1,"result":"a lot"}"#)
    case .notFound: Self.http("404 Not Found", "nothing here")
    case .cutOff: "HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{\"jsonrpc\":"
    }
  }

  /// Returns the wallet's message about it.
  func message(from url: String) -> String {
    let notWhat = "the answer to eth_blockNumber does not follow Ethereum's JSON-RPC"
    return switch self {
    case .page:
      "\(notWhat): expected JSON, got <html>Welcome to the captive"
        + " portal</html>"
    case .emptyAnswer: "\(notWhat): expected JSON, got nothing"
    case .wrongField:
      "\(notWhat): expected a hex quantity of at most 64 bits such as 0x1a (expected hexadecimal"
        + " that starts with 0x) at result, got \"a lot\""
    case .notFound: "the node's server answered with HTTP status 404, expected 200"
    case .cutOff:
      "the connection to \(url) ended before the answer was complete: the server closed it;"
        + " expected an Ethereum node there (see --rpc-url)"
    }
  }

  private static func http(_ status: String, _ body: String) -> String {
    "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }
}
