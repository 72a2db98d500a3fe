#if Inspector
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// The handler of requests, with its limits and rules.
  struct Service: Sendable {
    let limits: ServingLimits
    let rules: CallerRules
    let socket: SocketRoute?
    let handler: LocalServer.Handler
  }

  /// One run of a server: a listening socket and its connections, on one event loop.
  final class ServingRun: Sendable {
    let port: UInt16
    private let listener: any Channel
    private let connections: NIOLoopBoundBox<Connections>
    private let ended: EventLoopFuture<Void>

    /// Listens on 127.0.0.1.
    init(port: UInt16, service: Service) async throws(LocalServer.StartFailure) {
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let limits = service.limits
      let ended = loop.makePromise(of: Void.self)
      // Half of the files that may be open are left to the rest of the program.
      let countMax = min(limits.connectionCountMax, max(4, Self.openFileCountMax / 2))
      let connections = NIOLoopBoundBox.makeBoxSendingValue(
        Connections(countMax: countMax, ended: ended), eventLoop: loop)
      let bootstrap = ServerBootstrap(group: loop)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        // Without this, a small answer waits for the acknowledgement of the previous one.
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let connection = Connection(limits: limits, connections: connections.value)
            var decoding = NIOHTTPDecoderLimitConfiguration()
            decoding.maxHeaderFieldSize = limits.fieldBytesMax
            decoding.maxHeaderListSize = limits.headBytesMax
            decoding.maxHeaderFieldCount = limits.fieldCountMax
            let decoder = ByteToMessageHandler(
              HTTPRequestDecoder(
                leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoding))
            let requests = RequestHandler(
              service: service, connection: connection, decoder: decoder)
            try channel.pipeline.syncOperations.addHandlers(connection, decoder, requests)
          }
        }
      do {
        listener = try await bootstrap.bind(host: "127.0.0.1", port: Int(port)).get()
      } catch {
        ended.succeed()
        let number = (error as? IOError)?.errnoCode ?? 0
        guard number == EADDRINUSE || number == EACCES else { throw .system(errorNumber: number) }
        throw .portNotAvailable(port)
      }
      self.port = UInt16(listener.localAddress?.port ?? 0)
      self.connections = connections
      self.ended = ended.futureResult
      listener.closeFuture.whenComplete { _ in connections.value.listenerHasClosed() }
    }

    /// Accepts no more connections, and ends those that wait for a request, or all.
    func stop(endsAnswers: Bool) {
      listener.eventLoop.execute { [listener, connections] in
        connections.value.stop(endsAnswers: endsAnswers)
        listener.close(promise: nil)
      }
    }

    /// Returns when the listening socket and all connections are closed.
    func end() async {
      await withCheckedContinuation { continuation in
        ended.whenComplete { _ in continuation.resume() }
      }
    }

    private static var openFileCountMax: Int {
      var limit = rlimit()
      #if canImport(Darwin)
        let resource = RLIMIT_NOFILE
      #else
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      #endif
      guard getrlimit(resource, &limit) == 0 else { return 256 }
      return Int(clamping: limit.rlim_cur)
    }
  }
#endif
