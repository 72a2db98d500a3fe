import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A connection to an address; cancelling it ends its blocking calls.
final class AddressSocket: Sendable {
  private enum State {
    case unconnected
    case open(Int32)
    case cancelled
  }

  private let state = Mutex(State.unconnected)

  /// The number of bytes that are read at a time.
  private static let pieceByteCount = 1 << 16

  /// Connects.
  func connect(to host: String, port: UInt16) throws(HTTPFailure) {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = Self.stream
    var found: UnsafeMutablePointer<addrinfo>?
    defer { if let found { freeaddrinfo(found) } }
    guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else {
      throw .unreachable(.noAddress)
    }
    let descriptor = socket(address.ai_family, Self.stream, 0)
    guard descriptor >= 0 else { throw .unreachable(.noNetwork) }
    let isOpen = state.withLock { state in
      guard case .unconnected = state else { return false }
      state = .open(descriptor)
      return true
    }
    guard isOpen else {
      Self.close(descriptor)
      throw .connectionLost(.closed)
    }
    guard Self.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
      let number = errno
      close()
      switch number {
      case ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL: throw .unreachable(.noNetwork)
      case ETIMEDOUT: throw .timedOut
      case _: throw .unreachable(.closedPort)
      }
    }
  }

  /// Sends all bytes.
  func send(_ bytes: [UInt8]) throws(HTTPFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = withDescriptor { descriptor in
        rest.withUnsafeBytes { Self.send(descriptor, $0.baseAddress, $0.count) }
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .connectionLost(.closed) }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits for bytes; nil if the server has closed the connection.
  func receive() throws(HTTPFailure) -> ArraySlice<UInt8>? {
    var bytes = [UInt8](repeating: 0, count: Self.pieceByteCount)
    while true {
      let count = withDescriptor { descriptor in
        bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .connectionLost(.closed) }
      return count == 0 ? nil : bytes[..<count]
    }
  }

  /// Ends the blocking calls; the thread that uses the connection closes it.
  func cancel() {
    state.withLock { state in
      switch state {
      case .unconnected: state = .cancelled
      case .open(let descriptor): shutdown(descriptor, Int32(SHUT_RDWR))
      case .cancelled: break
      }
    }
  }

  /// Closes the connection.
  func close() {
    state.withLock { state in
      if case .open(let descriptor) = state { Self.close(descriptor) }
      state = .cancelled
    }
  }

  /// Uses the descriptor. Only `close` can make it invalid, and the same thread calls that.
  private func withDescriptor(_ body: (Int32) -> Int) -> Int {
    let descriptor: Int32 = state.withLock { state in
      guard case .open(let descriptor) = state else { return -1 }
      return descriptor
    }
    return body(descriptor)
  }
}

// MARK: - System Calls

extension AddressSocket {
  #if canImport(Darwin)
    private static let stream = SOCK_STREAM

    private static func connect(
      _ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ count: socklen_t
    ) -> Int32 {
      Darwin.connect(descriptor, address, count)
    }

    private static func send(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
      Darwin.send(descriptor, base, count, 0)
    }

    private static func close(_ descriptor: Int32) { _ = Darwin.close(descriptor) }
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)

    private static func connect(
      _ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ count: socklen_t
    ) -> Int32 {
      Glibc.connect(descriptor, address, count)
    }

    private static func send(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
      // A server that has closed the connection must not end this process with a signal.
      Glibc.send(descriptor, base, count, Int32(MSG_NOSIGNAL))
    }

    private static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
  #endif
}
