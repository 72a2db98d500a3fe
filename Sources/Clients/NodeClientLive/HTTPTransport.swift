package import Foundation
package import JSONRPC
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RPCTransport {
  /// Carries bodies over HTTP by POST.
  ///
  /// Redirects are not followed, cookies and caches are off, and reading stops at the first byte
  /// past the limit.
  ///
  /// - Parameters:
  ///   - url: The endpoint; `http` or `https`.
  ///   - answerBytesMax: The longest answer that is read.
  package static func http(_ url: URL, answerBytesMax: Int) -> RPCTransport {
    let connection = HTTPConnection(url: url, answerBytesMax: answerBytesMax)
    // Keys of paid endpoints stand in paths and queries: an error text names scheme, host and port
    // only.
    var endpoint = "\(url.scheme ?? "")://\(url.host ?? "")"
    if let port = url.port { endpoint += ":\(port)" }
    return RPCTransport(endpoint: endpoint) { body in try await connection.post(body) }
  }
}

/// One endpoint's URL session; it ends when nobody holds it any more.
private final class HTTPConnection: Sendable {
  private let url: URL
  private let session: URLSession
  private let exchanges: HTTPExchanges

  init(url: URL, answerBytesMax: Int) {
    self.url = url
    exchanges = HTTPExchanges(answerBytesMax: answerBytesMax)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  // Connections are kept open between requests. (Tried: one for each request, by `Connection:
  // close`; then swift-corelibs-foundation now and then never hears of an answer, it seems when a
  // descriptor's number is used again. What remains: when a kept connection dies under a request,
  // libcurl sends it again by itself, and where the body can't be rewound the request hangs until
  // the time limit. Both are harmless: a transaction is known by its hash.)
  func post(_ body: [UInt8]) async throws -> RPCTransportAnswer {
    try Task.checkCancellation()
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.httpBody = Data(body)
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchanges.begin(task, continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// The requests under way in one session, by task; the session's delegate.
///
/// `@unchecked`: `NSObject` is not marked `Sendable` on Linux; all state of this class is a
/// constant and a `Mutex`.
private final class HTTPExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Exchange {
    let continuation: CheckedContinuation<RPCTransportAnswer, any Error>
    var answer = RPCTransportAnswer(status: 0, body: [])
  }

  private let answerBytesMax: Int
  private let exchanges = Mutex<[Int: Exchange]>([:])

  init(answerBytesMax: Int) {
    self.answerBytesMax = answerBytesMax
  }

  func begin(
    _ task: URLSessionTask, _ continuation: CheckedContinuation<RPCTransportAnswer, any Error>
  ) {
    exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let http = response as? HTTPURLResponse
    exchanges.withLock { exchanges in
      exchanges[dataTask.taskIdentifier]?.answer.status = http?.statusCode ?? 0
      exchanges[dataTask.taskIdentifier]?.answer.retryAfter =
        http?.value(forHTTPHeaderField: "Retry-After")
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = exchanges.withLock { exchanges in
      exchanges[dataTask.taskIdentifier]?.answer.body += data
      let count = exchanges[dataTask.taskIdentifier]?.answer.body.count ?? 0
      return count > answerBytesMax
    }
    guard isTooLarge else { return }
    end(dataTask, .failure(RPCTransportError.answerTooLarge(bytesMax: answerBytesMax)))
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    end(task, error.map { .failure(HTTPFailure.error(for: $0)) })
  }

  /// Resumes whoever waits for the task, with a failure or else with what came; once, outside the
  /// lock.
  private func end(_ task: URLSessionTask, _ failure: Result<RPCTransportAnswer, any Error>?) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange else { return }
    exchange.continuation.resume(with: failure ?? .success(exchange.answer))
  }
}

/// What the URL loading system's errors mean to us.
private enum HTTPFailure {
  static func error(for error: any Error) -> any Error {
    let number = (error as NSError).code
    switch URLError.Code(rawValue: number) {
    case .cancelled: return CancellationError()
    case .timedOut: return RPCTransportError.timedOut
    // On Linux `unknown` is what libcurl's "got nothing" and "partial file" become.
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .zeroByteResource,
      .unknown:
      return RPCTransportError.connectionLost(reason: "the server closed it")
    case .cannotFindHost, .dnsLookupFailed:
      return RPCTransportError.unreachable(reason: "the host name has no address")
    case .cannotConnectToHost:
      return RPCTransportError.unreachable(reason: "nothing accepts connections there")
    case .notConnectedToInternet:
      return RPCTransportError.unreachable(reason: "there is no network")
    // On Linux this is what libcurl's "received HTTP/0.9 when not allowed" becomes. (A host checks
    // the scheme of an endpoint before it makes a client.)
    case .unsupportedURL, .badURL:
      return RPCTransportError.unreachable(reason: "what answers there does not speak HTTP")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      return RPCTransportError.unreachable(reason: "its certificate is not trusted")
    case _:
      return RPCTransportError.unreachable(reason: "URL loading error \(number)")
    }
  }
}
