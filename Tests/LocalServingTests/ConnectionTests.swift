import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import LocalServing

#if os(Linux)
  import Glibc
#endif

/// The time limits of a connection, and its behaviour without a socket.
struct ConnectionTests {
  private let channel = EmbeddedChannel()
  private let connection: Connection

  init() throws {
    let ended = channel.eventLoop.makePromise(of: Void.self)
    ended.succeed()
    connection = Connection(
      limits: ServingLimits(bodyBytesMax: 1),
      connections: Connections(countMax: 1, ended: ended))
    try channel.pipeline.syncOperations.addHandler(connection)
    try channel.pipeline.syncOperations.addHandler(LimitRecorder())
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  /// Counts the exceeded limits.
  private final class LimitRecorder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    var count = 0

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .limitPassed? = event as? Connection.Event { count += 1 }
    }
  }

  private func limitsPassed() throws -> Int {
    try channel.pipeline.syncOperations.handler(type: LimitRecorder.self).count
  }

  @Test func silenceHasAMinute() {
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(59_999))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(!channel.isActive)
  }

  @Test func aDripDoesNotProlongTheTenSecondsOfAHead() throws {
    for _ in 0..<10 {
      try channel.writeInbound(ByteBuffer(string: "a"))
      #expect(try limitsPassed() == 0)
      channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
    }
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(9))
    #expect(try limitsPassed() == 0)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(try limitsPassed() == 1)
  }

  @Test func aDripDoesNotProlongTheThirtySecondsOfABody() throws {
    connection.enter(.body)
    for _ in 0..<30 {
      #expect(try limitsPassed() == 0)
      try channel.writeInbound(ByteBuffer(string: "a"))
      channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    }
    #expect(try limitsPassed() == 1)
  }

  @Test func aWebSocketHasNoLimit() {
    connection.enter(.socket)
    channel.embeddedEventLoop.advanceTime(by: .hours(24))
    #expect(channel.isActive)
  }

  @Test func aClientHasASecondToReadTheLastAnswer() {
    connection.enter(.ending)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(!channel.isActive)
  }

  #if os(Linux)
    /// A client with Nagle's algorithm that sends head and body separately waits for the head's
    /// ACK.
    ///
    /// That took 46 ms for each call on a kept connection.
    @Test func bytesAreAcknowledgedImmediately() throws {
      try channel.writeInbound(ByteBuffer(string: "a"))
      let names = channel.options.compactMap { option, _ in
        (option as? ChannelOptions.Types.SocketOption)?.optionName
      }
      #expect(names == [NIOBSDSocket.Option(rawValue: TCP_QUICKACK)])
    }
  #endif

  /// Otherwise the answers to a client that never reads would fill the memory.
  @Test func pingsAreAnsweredOnlyWhileTheClientReads() throws {
    let channel = EmbeddedChannel(handler: SocketHandler(messageBytesMax: 16))
    for isWritable in [true, false, true] {
      channel.isWritable = isWritable
      try channel.writeInbound(
        WebSocketFrame(
          fin: true, opcode: .ping, maskKey: [0, 0, 0, 0], data: ByteBuffer(string: "a")))
      let answer = try channel.readOutbound(as: WebSocketFrame.self)
      #expect(answer?.opcode == (isWritable ? .pong : nil))
    }
  }
}
