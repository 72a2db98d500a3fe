import Testing

@testable import LocalServing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct SocketFileTests {
  /// The listener's end of a connection; nil where something else came.
  private static func accepted(by listener: SocketFile) -> SocketFile? {
    // The client waits in the listener's queue; a call that doesn't block may come before it.
    var arrival = listener.accept()
    while arrival == .nobody { arrival = listener.accept() }
    guard case .connection(let accepted) = arrival else { return nil }
    return accepted
  }

  /// With Nagle's algorithm on, each call after the first one took 44 ms.
  @Test func anAnswerDoesNotWaitForTheAcknowledgementOfTheOneBefore() throws {
    let (listener, port) = try SocketFile.listening(port: 0)
    defer { close(listener.descriptor) }
    let client = try RawClient(port: port)
    let accepted = try #require(Self.accepted(by: listener))
    defer { close(accepted.descriptor) }
    var isOn: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let status = getsockopt(
      accepted.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, &length)
    #expect(status == 0 && isOn != 0)
    withExtendedLifetime(client) {}
  }

  #if os(Linux)
    /// A client with Nagle's algorithm that sends head and body by themselves waits for the
    /// acknowledgement of the head: 46 ms for each call on a kept connection.
    @Test func whatWasReadIsAcknowledgedAtOnce() async throws {
      let (listener, port) = try SocketFile.listening(port: 0)
      defer { close(listener.descriptor) }
      let client = try RawClient(port: port)
      let accepted = try #require(Self.accepted(by: listener))
      defer { close(accepted.descriptor) }
      let deadline = ContinuousClock.now.advanced(by: .seconds(60))
      // After an answer the system would keep acknowledgements back, for the next answer.
      for _ in 1...3 {
        client.send(Array("question".utf8))
        #expect(accepted.read(until: deadline) == Array("question".utf8))
        var isOn: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let status = getsockopt(
          accepted.descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &isOn, &length)
        #expect(status == 0 && isOn != 0)
        #expect(accepted.write(Array("answer".utf8), until: deadline))
        #expect(await client.readSome() == Array("answer".utf8))
      }
    }
  #endif
}
