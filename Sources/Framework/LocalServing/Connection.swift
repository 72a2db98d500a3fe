#if Inspector
  import NIOCore

  #if os(Linux)
    import Glibc
  #endif

  /// A connection, with its time limits and its end.
  ///
  /// It is the first handler of its channel, and remains so when the channel becomes a WebSocket.
  final class Connection: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The event that a connection waits for.
    enum Phase: Equatable {
      /// The first byte of a request.
      case idle
      /// The end of a head or of a body.
      case head, body
      /// The handler's answer.
      case answer
      /// The client, which has to read the answer.
      case writing
      /// Messages of a WebSocket, without a time limit.
      case socket
      /// The end of the client's output, so that it can read what was sent last.
      case ending
    }

    /// An event for the other handlers of the channel.
    enum Event: Sendable {
      case limitPassed
      case stop
    }

    private(set) var phase = Phase.idle
    /// The time at which the last answer ended.
    private(set) var idleSince = NIODeadline.now()
    private let limits: ServingLimits
    private let connections: Connections
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?

    init(limits: ServingLimits, connections: Connections) {
      self.limits = limits
      self.connections = connections
    }

    var isStopping: Bool { connections.isStopping }

    /// True if closing the connection loses at most an incomplete request.
    var isWaiting: Bool { [.idle, .head, .body].contains(phase) }

    /// Enters a phase, and starts its time limit.
    func enter(_ phase: Phase) {
      self.phase = phase
      timer?.cancel()
      timer = nil
      guard let context, let limit = limit(of: phase) else { return }
      if phase == .idle { idleSince = .now() }
      timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) {
        if [.head, .body, .answer].contains(self.phase) {
          context.fireUserInboundEventTriggered(Event.limitPassed)
        } else {
          self.cutOff()
        }
      }
    }

    private func limit(of phase: Phase) -> Duration? {
      switch phase {
      case .idle: limits.idle
      case .head: limits.head
      case .body: limits.body
      case .answer: limits.answer
      case .writing: limits.writing
      case .socket: nil
      case .ending: .seconds(1)
      }
    }

    /// Ends the connection when the server stops: immediately if it waits for a request.
    func stop() {
      if isWaiting || phase == .ending { return cutOff() }
      context?.fireUserInboundEventTriggered(Event.stop)
    }

    /// Closes the socket and discards unsent output.
    func cutOff() {
      context?.close(mode: .all, promise: nil)
    }

    // MARK: - The Channel

    func channelActive(context: ChannelHandlerContext) {
      self.context = context
      guard connections.insert(self) else {
        // The answer is not awaited, because the connection exceeds the limit.
        let refusal = ServedResponse.text(503, "no more connections are accepted now")
        let bytes = ByteBuffer(bytes: refusal.encoded(keepsAlive: false))
        context.writeAndFlush(Self.wrapOutboundOut(bytes), promise: nil)
        return cutOff()
      }
      enter(.idle)
      context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
      timer?.cancel()
      self.context = nil
      connections.remove(self)
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard phase != .ending else { return }
      acknowledge(context)
      if phase == .idle { enter(.head) }
      context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
      if phase == .ending { context.read() }
      context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if phase == .ending, event as? ChannelEvent == .inputClosed { return cutOff() }
      context.fireUserInboundEventTriggered(event)
    }

    /// Ends the output, and waits for the client to end its own.
    ///
    /// If the socket were closed with unread bytes, the system would discard what was sent last.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      context.channel.closeFuture.cascade(to: promise)
      guard phase != .ending else { return }
      enter(.ending)
      context.close(mode: .output, promise: nil)
      context.read()
    }

    /// Acknowledges received data immediately, if the system supports it.
    ///
    /// A client with Nagle's algorithm that sends the head and the body of a request separately
    /// waits for the acknowledgement. The system may reset the option at any time, so it is set
    /// after each read.
    private func acknowledge(_ context: ChannelHandlerContext) {
      #if os(Linux)
        let option = ChannelOptions.Types.SocketOption(
          level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_QUICKACK))
        context.channel.setOption(option, value: 1).whenComplete { _ in }
      #endif
    }
  }

  /// The connections of one server: limited in number, and none after a stop.
  final class Connections {
    private let countMax: Int
    private var all: [ObjectIdentifier: Connection] = [:]
    private var isListening = true
    private(set) var isStopping = false
    private let ended: EventLoopPromise<Void>

    init(countMax: Int, ended: EventLoopPromise<Void>) {
      self.countMax = countMax
      self.ended = ended
    }

    /// Adds a connection; returns `true` if there is room.
    ///
    /// If necessary, the connection that has waited longest for a request is closed, but never one
    /// that is being answered.
    func insert(_ connection: Connection) -> Bool {
      guard !isStopping else { return false }
      if all.count >= countMax {
        let waiting = all.values.filter(\.isWaiting)
        guard let longest = waiting.min(by: { $0.idleSince < $1.idleSince }) else { return false }
        longest.cutOff()
      }
      all[ObjectIdentifier(connection)] = connection
      return true
    }

    func remove(_ connection: Connection) {
      all[ObjectIdentifier(connection)] = nil
      checkEnd()
    }

    func listenerHasClosed() {
      isListening = false
      checkEnd()
    }

    private func checkEnd() {
      if !isListening, all.isEmpty { ended.succeed() }
    }

    /// Accepts no more connections, and ends those that wait for a request, or all.
    func stop(endsAnswers: Bool) {
      isStopping = true
      for connection in all.values {
        if endsAnswers { connection.cutOff() } else { connection.stop() }
      }
    }
  }
#endif
