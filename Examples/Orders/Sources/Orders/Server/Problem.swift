import Foundation
import HeadraceDurable
import Hummingbird
import Synchronization

/// An error of the API: `{"error":"…"}` with a status.
struct Problem: HTTPResponseError {
  let status: HTTPResponse.Status
  let message: String

  init(_ status: HTTPResponse.Status, _ message: String) {
    (self.status, self.message) = (status, message)
  }

  init(_ failure: DurableFailure) {
    let status: HTTPResponse.Status =
      switch failure {
      case .absent, .unknownFeature: .notFound
      case .paused, .cancelled, .setAside, .laterVersion: .conflict
      case .full, .elsewhere, .fenced, .unopened, .database, .stopped: .serviceUnavailable
      case .invalidFeature, .wrongAction, .wrongState, .unwritable, .unreadable:
        .internalServerError
      }
    self.init(status, failure.description)
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    var headers: HTTPFields = [.contentType: "application/json; charset=utf-8"]
    if status == .serviceUnavailable { headers[.retryAfter] = "1" }
    let body = try JSONEncoder.answers.encode(["error": message])
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

/// Converts failures into answers.
struct FailureMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let failure as DurableFailure {
      throw Problem(failure)
    } catch let failure as any HTTPResponseError where !(failure is Problem) {
      let message = (failure as? HTTPError)?.body ?? "\(failure.status.reasonPhrase)."
      throw Problem(failure.status, message)
    }
  }
}

/// The body of a new order.
struct NewOrder: Decodable {
  struct Line: Decodable {
    let product: String
    let count: Int
  }

  let items: [Line]

  static let lineCountMax = 20
  static let pieceCountMax = 100

  /// Returns the items of a body.
  ///
  /// - Throws: A ``Problem`` that says what was expected.
  static func items(_ body: Data) throws -> [Item] {
    let order: NewOrder
    do {
      order = try JSONDecoder().decode(NewOrder.self, from: body)
    } catch {
      throw Problem(
        .badRequest, #"Expected JSON such as {"items":[{"product":"book","count":2}]}."#)
    }
    guard (1...lineCountMax).contains(order.items.count) else {
      throw Problem(.badRequest, "Expected 1 to \(lineCountMax) items.")
    }
    return try order.items.map { line in
      guard let product = Product(rawValue: line.product) else {
        let known = Product.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(
          .badRequest, "There is no product '\(line.product.prefix(40))': expected one of \(known)."
        )
      }
      guard (1...pieceCountMax).contains(line.count) else {
        throw Problem(.badRequest, "Expected a count from 1 to \(pieceCountMax).")
      }
      return Item(product: product, count: line.count)
    }
  }
}

/// Counts the streams of progress, so that they don't use all connections.
final class StreamCounter: Sendable {
  private static let countMax = 100
  private let count = Mutex(0)

  /// - Returns: True if there is room for one more.
  func open() -> Bool {
    count.withLock { count in
      guard count < Self.countMax else { return false }
      count += 1
      return true
    }
  }

  fileprivate func close() { count.withLock { $0 -= 1 } }
}

/// Detects the end of a stream, even of one that was never read.
final class StreamEnd: Sendable {
  private let streams: StreamCounter
  private let isClosed = Mutex(false)

  init(_ streams: StreamCounter) { self.streams = streams }

  func close() {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    if !wasClosed { streams.close() }
  }

  deinit { close() }
}
