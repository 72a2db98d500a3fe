import Foundation
import HeadraceDurable
import Hummingbird
import ServiceLifecycle

/// The HTTP API of the order service.
struct OrderAPI: Sendable {
  let runtime: DurableRuntime
  private let streams = StreamCounter()
  private let clock = ContinuousClock()

  init(runtime: DurableRuntime) { self.runtime = runtime }

  var router: Router<APIContext> {
    let router = Router(context: APIContext.self)
    router.add(middleware: FailureMiddleware())
    router.post("orders") { request, context in try await place(request, context) }
    router.get("orders/:id") { _, context in
      let (id, state) = try await order(context)
      return OrderAnswer(id, state)
    }
    router.get("orders/:id/events") { _, context in try await events(context) }
    router.post("orders/:id/cancel") { _, context in try await cancel(context) }
    router.get("stock") { _, _ in
      try await runtime.state(of: .stock, as: Stock.State.self) ?? Stock.State()
    }
    return router
  }

  private func place(
    _ request: Request, _ context: APIContext
  ) async throws -> EditedResponse<OrderAnswer> {
    let body = try await request.body.collect(upTo: APIContext.bodyByteCountMax)
    let items = try NewOrder.items(Data(buffer: body))
    let id = EntityID.order(UUID().uuidString.lowercased())
    try await runtime.send(Order.Action.placed(items), to: id)
    return EditedResponse(
      status: .accepted, headers: [.location: "/orders/\(id.key)"],
      response: OrderAnswer(id, try await runtime.state(of: id) ?? Order.State()))
  }

  private func cancel(_ context: APIContext) async throws -> EditedResponse<OrderAnswer> {
    let (id, before) = try await order(context)
    if !before.isEnded { try await runtime.send(Order.Action.cancelRequested, to: id) }
    let state = try await runtime.state(of: id) ?? before
    guard state.status == .cancelled else {
      throw Problem(.conflict, "The order is \(state.status.rawValue) already.")
    }
    return EditedResponse(status: .ok, response: OrderAnswer(id, state))
  }

  /// Returns the order that a path names.
  private func order(_ context: APIContext) async throws -> (EntityID, Order.State) {
    let key = context.parameters.get("id") ?? ""
    guard UUID(uuidString: key) != nil, key == key.lowercased(),
      let state = try await runtime.state(of: .order(key), as: Order.State.self)
    else { throw Problem(.notFound, "There is no such order.") }
    return (.order(key), state)
  }

  // MARK: - Progress

  /// The interval at which an order is checked for its followers.
  private static let lookInterval = Duration.milliseconds(200)

  private func events(_ context: APIContext) async throws -> Response {
    let (id, _) = try await order(context)
    guard streams.open() else { throw Problem(.serviceUnavailable, "Too many follow orders.") }
    let closing = StreamEnd(streams)
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        defer { closing.close() }
        var last: Order.State?
        while !Task.isShuttingDownGracefully {
          let state = try await runtime.state(of: id, as: Order.State.self)
          if let state, state != last {
            last = state
            let data = try JSONEncoder.answers.encode(OrderAnswer(id, state))
            try await writer.write(
              ByteBuffer(string: "data: \(String(decoding: data, as: UTF8.self))\n\n"))
          }
          if state?.isEnded != false { break }
          try await clock.sleep(for: Self.lookInterval)
        }
        try await writer.finish(nil)
      })
  }
}

/// A request, with the limit on its body.
struct APIContext: RequestContext {
  static let bodyByteCountMax = 16_384

  var coreContext: CoreRequestContextStorage

  init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }

  var maxUploadSize: Int { Self.bodyByteCountMax }
  var responseEncoder: JSONEncoder { .answers }
}

extension JSONEncoder {
  /// The encoder of all answers: the same answer is the same text each time.
  static var answers: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

/// An order in the API's JSON.
struct OrderAnswer: ResponseEncodable {
  let id: String
  let status: Order.State.Status
  let items: [Item]
  let cents: Int
  let receipt: String?
  let reason: String?

  init(_ id: EntityID, _ state: Order.State) {
    self.id = id.key
    (status, items, cents) = (state.status, state.items, state.items.price)
    (receipt, reason) = (state.receipt, state.reason)
  }
}

extension Stock.State: ResponseEncodable {}
