#if Inspector
  import NIOCore
  import NIOWebSocket

  /// A route on which clients may upgrade to a WebSocket (RFC 6455).
  package struct SocketRoute: Sendable {
    /// The path, without a query, such as `/socket`.
    package var path: String
    /// Returns the answer to a client that may not upgrade; `nil` to admit the client.
    ///
    /// It is called after the rules for callers; the request's target includes the query.
    package var refusal: @Sendable (ServedRequest) -> ServedResponse?
    /// Serves one client.
    ///
    /// The connection ends when the function returns or throws; its task is cancelled when the
    /// connection has ended.
    package var serve: @Sendable (LocalSocket) async throws -> Void

    /// Creates a route that admits every client, unless `refusal` returns an answer.
    package init(
      path: String, refusal: @escaping @Sendable (ServedRequest) -> ServedResponse? = { _ in nil },
      serve: @escaping @Sendable (LocalSocket) async throws -> Void
    ) {
      self.path = path
      self.refusal = refusal
      self.serve = serve
    }
  }

  /// A WebSocket with one client.
  package struct LocalSocket: Sendable {
    /// The client's text messages, for one iteration; they end when the client disconnects.
    ///
    /// While messages are not consumed, no more are read from the client.
    package let messages: Messages
    private let channel: any Channel

    init(_ channel: any Channel, _ inbound: NIOAsyncChannelInboundStream<String>) {
      messages = Messages(inbound: inbound)
      self.channel = channel
    }

    /// Sends a text message, and suspends until the system has accepted it.
    ///
    /// The system accepts no more while the client does not read. Cancellation ends the connection,
    /// because a part of the message may have been sent.
    ///
    /// - Throws: An error if the client has disconnected.
    package func send(_ text: String) async throws {
      // 'NIOAsyncChannelOutboundWriter' suspends only once the event loop has written: while the
      // loop was busy, 240 messages of 1 MB were queued.
      try await withTaskCancellationHandler {
        try await channel.writeAndFlush(text)
      } onCancel: {
        channel.close(promise: nil)
      }
    }

    /// The text messages of a client.
    package struct Messages: AsyncSequence, Sendable {
      fileprivate let inbound: NIOAsyncChannelInboundStream<String>

      /// Begins the only iteration.
      package func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(inbound: inbound.makeAsyncIterator())
      }

      /// Iterates over the messages.
      package struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var inbound: NIOAsyncChannelInboundStream<String>.AsyncIterator

        /// Waits for a message; returns `nil` when the client has disconnected or the task is
        /// cancelled.
        package mutating func next() async -> String? {
          do {
            return try await inbound.next()
          } catch {
            // A failed connection counts as a client that has disconnected.
            return nil
          }
        }
      }
    }
  }

  /// Converts frames into text messages, and messages into frames.
  ///
  /// - SeeAlso: RFC 6455, sections 5 and 7.
  final class SocketHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = String
    typealias OutboundIn = String
    typealias OutboundOut = WebSocketFrame

    private let messageBytesMax: Int
    /// The message whose last fragment has not arrived yet.
    private var message: ByteBuffer?
    private var isEnding = false
    private var task: Task<Void, any Error>?

    init(messageBytesMax: Int) {
      self.messageBytesMax = messageBytesMax
    }

    /// Adds the handlers of a WebSocket to the end of a channel, and serves it.
    static func serve(_ route: SocketRoute, on channel: any Channel, limits: ServingLimits) throws {
      let handler = SocketHandler(messageBytesMax: limits.messageBytesMax)
      try channel.pipeline.syncOperations.addHandlers(
        WebSocketFrameEncoder(),
        ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limits.messageBytesMax)), handler)
      let socket = try NIOAsyncChannel<String, Never>(
        wrappingChannelSynchronously: channel,
        configuration: .init(backPressureStrategy: .init(lowWatermark: 1, highWatermark: 1)))
      handler.task = Task {
        try await socket.executeThenClose { inbound in
          do {
            try await route.serve(LocalSocket(channel, inbound))
          } catch {
            channel.triggerUserOutboundEvent(
              WebSocketErrorCode.unexpectedServerError, promise: nil)
          }
        }
      }
    }

    // MARK: - Receiving

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isEnding else { return }
      let frame = Self.unwrapInboundIn(data)
      guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
        return end(context, .protocolError)
      }
      var bytes = frame.unmaskedData
      switch frame.opcode {
      case .text where message == nil:
        message = bytes
        takeMessage(context, isWhole: frame.fin)
      case .continuation where message != nil:
        message?.writeBuffer(&bytes)
        takeMessage(context, isWhole: frame.fin)
      case .binary:
        end(context, .unacceptableData)
      case .ping:
        // The answers to a client that does not read would fill the memory.
        guard context.channel.isWritable else { return }
        let pong = WebSocketFrame(fin: true, opcode: .pong, data: bytes)
        context.writeAndFlush(Self.wrapOutboundOut(pong), promise: nil)
      case .connectionClose:
        end(context, Self.answer(toCloseWith: bytes))
      case .pong: break
      default: end(context, .protocolError)
      }
    }

    private func takeMessage(_ context: ChannelHandlerContext, isWhole: Bool) {
      guard let message, message.readableBytes <= messageBytesMax else {
        return end(context, .messageTooLarge)
      }
      guard isWhole else { return }
      self.message = nil
      guard let text = String(validating: message.readableBytesView, as: UTF8.self) else {
        return end(context, .dataInconsistentWithMessage)
      }
      context.fireChannelRead(Self.wrapInboundOut(text))
    }

    /// Returns the client's own code, or the reason why it may not be sent (RFC 6455, section 7.4).
    private static func answer(toCloseWith bytes: ByteBuffer) -> WebSocketErrorCode {
      guard let code = bytes.getInteger(at: bytes.readerIndex, as: UInt16.self) else {
        return bytes.readableBytes == 0 ? .normalClosure : .protocolError
      }
      let isValid = [1000...1003, 1007...1011, 3000...4999].contains { $0.contains(code) }
      return isValid ? WebSocketErrorCode(codeNumber: Int(code)) : .protocolError
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .stop? = event as? Connection.Event {
        end(context, .goingAway)
      } else if event as? ChannelEvent == .inputClosed {
        context.close(promise: nil)
      } else {
        context.fireUserInboundEventTriggered(event)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      let isTooLong = error as? NIOWebSocketError == .invalidFrameLength
      end(context, isTooLong ? .messageTooLarge : .protocolError)
    }

    func channelInactive(context: ChannelHandlerContext) {
      task?.cancel()
      context.fireChannelInactive()
    }

    // MARK: - Sending

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      guard !isEnding else {
        promise?.fail(ChannelError.outputClosed)
        return
      }
      let text = ByteBuffer(string: Self.unwrapOutboundIn(data))
      let frame = WebSocketFrame(fin: true, opcode: .text, data: text)
      context.write(Self.wrapOutboundOut(frame), promise: promise)
    }

    func triggerUserOutboundEvent(
      context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
      if let code = event as? WebSocketErrorCode { end(context, code) }
      promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      context.channel.closeFuture.cascade(to: promise)
      end(context, .normalClosure)
    }

    /// Sends the reason for the end of the connection, and ends it.
    private func end(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
      guard !isEnding else { return }
      isEnding = true
      message = nil
      var bytes = context.channel.allocator.buffer(capacity: 2)
      bytes.write(webSocketErrorCode: code)
      let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: bytes)
      context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
      context.close(promise: nil)
    }
  }
#endif
