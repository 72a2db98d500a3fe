import Testing

@testable import LocalServing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct SocketFileTests {
  /// With Nagle's algorithm on, each call after the first one took 44 ms.
  @Test func anAnswerDoesNotWaitForTheAcknowledgementOfTheOneBefore() throws {
    let (listener, port) = try SocketFile.listening(port: 0)
    defer { close(listener.descriptor) }
    let client = try RawClient(port: port)
    // The client waits in the listener's queue; a call that doesn't block may come before it.
    var arrival = listener.accept()
    while arrival == .nobody { arrival = listener.accept() }
    guard case .connection(let accepted) = arrival else {
      Issue.record("expected a connection, not \(arrival)")
      return
    }
    defer { close(accepted.descriptor) }
    var isOn: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    let status = getsockopt(
      accepted.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, &length)
    #expect(status == 0 && isOn != 0)
    withExtendedLifetime(client) {}
  }
}
