#if Inspector
  import NIOCore
  import NIOHTTP1
  import NIOWebSocket

  /// Reads the requests of a connection and answers them one after another.
  final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let service: Service
    private let connection: Connection
    private let decoder: ByteToMessageHandler<HTTPRequestDecoder>
    /// Input that arrived behind a request being answered; at most one read of the socket.
    private var waiting: CircularBuffer<Result<HTTPServerRequestPart, ServingRefusal>> = []
    private var isReadWaiting = false
    private var isInputClosed = false
    /// The head of the request that is being read or answered, and the known parts of the request.
    private var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "")
    private var request = ServedRequest(method: "", target: "", fields: [])
    private var bodyByteCount = 0
    private var task: Task<Void, Never>?

    init(
      service: Service, connection: Connection, decoder: ByteToMessageHandler<HTTPRequestDecoder>
    ) {
      self.service = service
      self.connection = connection
      self.decoder = decoder
    }

    // MARK: - Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      waiting.append(.success(Self.unwrapInboundIn(data)))
      advance(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // The channel closes itself after socket errors.
      guard let error = error as? HTTPParserError else { return }
      waiting.append(.failure(ServingRefusal(error, service.limits)))
      advance(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .limitPassed? = event as? Connection.Event {
        task?.cancel()
        let refusal =
          connection.phase == .answer
          ? ServingRefusal(500, "the answer took too long")
          : ServingRefusal(408, "the request took too long")
        refuse(refusal, context)
      } else if event as? ChannelEvent == .inputClosed {
        isInputClosed = true
        advance(context)
      }
    }

    /// Stops reading while a request is answered.
    func read(context: ChannelHandlerContext) {
      isReadWaiting = !connection.isWaiting
      if !isReadWaiting { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
      task?.cancel()
      context.fireChannelInactive()
    }

    private func advance(_ context: ChannelHandlerContext) {
      while connection.isWaiting, let part = waiting.popFirst() {
        do throws(ServingRefusal) {
          try take(try part.get(), context)
        } catch {
          refuse(error, context)
        }
      }
      guard connection.isWaiting else { return }
      if isInputClosed { return context.close(promise: nil) }
      if isReadWaiting { read(context: context) }
    }

    private func take(
      _ part: HTTPServerRequestPart, _ context: ChannelHandlerContext
    ) throws(ServingRefusal) {
      switch part {
      case .head(let head):
        self.head = head
        request = ServedRequest(head)
        bodyByteCount = 0
        connection.enter(.body)
        if try ServingRefusal.check(request, service.limits) {
          let word = "HTTP/1.1 100 Continue\r\n\r\n"
          context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: word)), promise: nil)
        }
      case .body(let bytes):
        bodyByteCount += bytes.readableBytes
        guard bodyByteCount <= service.limits.discardedBytesMax else {
          throw .bodyTooLong(service.limits)
        }
        if bodyByteCount > service.limits.bodyBytesMax {
          request.body = nil
        } else {
          request.body? += bytes.readableBytesView
        }
      case .end:
        answer(request, context)
        request.body = nil
      }
    }

    // MARK: - Answering

    private func answer(_ request: ServedRequest, _ context: ChannelHandlerContext) {
      connection.enter(.answer)
      if let refusal = service.rules.answer(to: request) {
        return send(refusal, to: request, context)
      }
      if let route = service.socket, route.path == request.path {
        return upgrade(request, route, context)
      }
      let promise = context.eventLoop.makePromise(of: ServedResponse.self)
      task = promise.completeWithTask { [service] in try await service.handler(request) }
      promise.futureResult.assumeIsolated().whenComplete { [self] result in
        // After a time limit, or once the client has disconnected, the response is not needed.
        guard connection.phase == .answer else { return }
        switch result {
        case .success(let response): send(response, to: request, context)
        case .failure: send(.text(500, "internal error"), to: request, context)
        }
      }
    }

    private func send(
      _ response: ServedResponse, to request: ServedRequest, _ context: ChannelHandlerContext
    ) {
      var response = response
      response.fields += service.rules.fields(for: request)
      let isWhole = response.announcedByteCount == response.body.count && response.status != 500
      // The decoder reads nothing after a request that asks for another protocol.
      let isLast = request["upgrade"] != nil || request.method == "CONNECT"
      let keepsAlive = request.keepsAlive && isWhole && !isLast && !connection.isStopping
      if request.method == "HEAD" { response.body = [] }
      connection.enter(.writing)
      write(response, keepsAlive: keepsAlive, context).whenComplete { [self] _ in
        guard keepsAlive, !connection.isStopping else { return context.close(promise: nil) }
        connection.enter(.idle)
        advance(context)
      }
    }

    /// Sends the reason for the end of the connection, and ends it.
    private func refuse(_ refusal: ServingRefusal, _ context: ChannelHandlerContext) {
      _ = write(.text(refusal.status, refusal.text), keepsAlive: false, context)
      context.close(promise: nil)
    }

    private func write(
      _ response: ServedResponse, keepsAlive: Bool, _ context: ChannelHandlerContext
    ) -> EventLoopFuture<Void>.Isolated {
      let bytes = ByteBuffer(bytes: response.encoded(keepsAlive: keepsAlive))
      return context.writeAndFlush(Self.wrapOutboundOut(bytes)).assumeIsolated()
    }

    // MARK: - Upgrading

    private func upgrade(
      _ request: ServedRequest, _ route: SocketRoute, _ context: ChannelHandlerContext
    ) {
      if let refusal = route.refusal(request) { return send(refusal, to: request, context) }
      let upgrader = NIOWebSocketServerUpgrader(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
        upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
      upgrader.buildUpgradeResponse(
        channel: context.channel, upgradeRequest: head, initialResponseHeaders: HTTPHeaders()
      ).assumeIsolated().whenComplete { [self] result in
        guard case .success(let fields) = result, request.asksForWebSocket else {
          var refusal = ServedResponse.text(426, "expected a WebSocket of version 13")
          refusal.fields.append(ServedRequest.Field(name: "Sec-WebSocket-Version", value: "13"))
          return send(refusal, to: request, context)
        }
        beginSocket(route, fields, context)
      }
    }

    private func beginSocket(
      _ route: SocketRoute, _ fields: HTTPHeaders, _ context: ChannelHandlerContext
    ) {
      let lines = fields.map { "\($0.name): \($0.value)\r\n" }.joined()
      let answer = ByteBuffer(string: "HTTP/1.1 101 Switching Protocols\r\n\(lines)\r\n")
      context.writeAndFlush(Self.wrapOutboundOut(answer), promise: nil)
      connection.enter(.socket)
      do {
        try SocketHandler.serve(route, on: context.channel, limits: service.limits)
      } catch {
        return connection.cutOff()
      }
      let pipeline = context.pipeline.syncOperations
      pipeline.removeHandler(context: context, promise: nil)
      // Removing the decoder passes the frames that came with the request to the next handlers.
      pipeline.removeHandler(decoder).whenComplete { [channel = context.channel] _ in
        channel.pipeline.fireChannelReadComplete()
      }
    }
  }

  extension ServedRequest {
    fileprivate init(_ head: HTTPRequestHead) {
      let fields = head.headers.map { name, value in
        // NIO doesn't remove spaces after a value.
        let end = value.lastIndex { $0 != " " && $0 != "\t" }
        return Field(name: name.lowercased(), value: end.map { String(value[...$0]) } ?? "")
      }
      self.init(
        method: head.method.rawValue, target: head.uri, isHTTP11: head.version == .http1_1,
        fields: fields)
    }

    /// True if it is an upgrade (RFC 6455, section 4.2.1), apart from NIO's own checks.
    fileprivate var asksForWebSocket: Bool {
      method == "GET" && isHTTP11 && self["upgrade"]?.lowercased() == "websocket"
        && connectionOptions.contains("upgrade") && body == []
    }
  }

  extension ServingRefusal {
    fileprivate init(_ error: HTTPParserError, _ limits: ServingLimits) {
      switch error {
      case .headerOverflow:
        self.init(431, "header too large, expected at most \(limits.headBytesMax) bytes")
      case .invalidVersion: self.init(505, "HTTP version not supported, expected HTTP/1.1")
      default: self.init(400, "invalid request")
      }
    }

    fileprivate static func bodyTooLong(_ limits: ServingLimits) -> ServingRefusal {
      ServingRefusal(413, "content length too large, expected at most \(limits.bodyBytesMax) bytes")
    }

    /// Refuses a head that NIO accepts; returns `true` if its client waits for `100 Continue`.
    fileprivate static func check(
      _ request: ServedRequest, _ limits: ServingLimits
    ) throws(ServingRefusal) -> Bool {
      // NIO would deliver the bytes of another coding without decoding them.
      if let coding = request["transfer-encoding"] {
        guard coding.lowercased() == "chunked", request.isHTTP11 else {
          throw ServingRefusal(501, "transfer encoding not supported, expected chunked")
        }
      }
      let length = request["content-length"].flatMap { Int($0) } ?? 0
      guard length <= limits.discardedBytesMax else { throw bodyTooLong(limits) }
      let expectation = request["expect"]?.lowercased()
      guard expectation == nil || expectation == "100-continue" else {
        throw ServingRefusal(417, "expectation not supported, expected 100-continue")
      }
      return expectation != nil && request.isHTTP11
    }
  }
#endif
