import Dispatch
package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A URL session to one service; it ends when the last reference to it is released.
///
/// Redirects are not followed, cookies and caches are off, and reading stops at the first byte past
/// the limit.
package final class HTTPConnection: Sendable {
  private let session: URLSession
  private let exchanges: HTTPExchanges
  private let answerBytesMax: Int

  /// Creates a session, without sending anything.
  ///
  /// - Parameter answerBytesMax: The maximum size of an answer.
  package init(answerBytesMax: Int) {
    self.answerBytesMax = answerBytesMax
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

  // Connections are kept open between requests. (One connection per request, by `Connection:
  // close`, was tried: then swift-corelibs-foundation sometimes never receives an answer,
  // apparently when a descriptor's number is reused. A problem remains: if a kept connection dies
  // during a request, libcurl sends it again by itself, and if the body can't be rewound the
  // request hangs until the time limit. A transaction is known by its hash, so that is harmless; a
  // refresh token sent twice ends its session, and its owner signs in again.)
  /// Sends JSON by POST, and returns the answer.
  ///
  /// - Parameters:
  ///   - body: The JSON.
  ///   - url: The destination; `http` or `https`.
  ///   - authorization: The value of the header `Authorization`, if there should be one.
  /// - Throws: `HTTPFailure`, or `CancellationError` if the task was cancelled.
  package func post(
    _ body: [UInt8], to url: URL, authorization: String? = nil
  ) async throws -> HTTPAnswer {
    try Task.checkCancellation()
    #if !canImport(Darwin)
      if let connection = AddressConnection(
        url, byteCount: body.count, authorization: authorization)
      {
        return try await connection.post(body, answerBytesMax: answerBytesMax)
      }
    #endif
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue(authorization, forHTTPHeaderField: "Authorization")
    request.httpBody = Data(body)
    let task = session.dataTask(with: request)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchanges.begin(task, continuation)
        // A cancellation before this line found nothing to cancel.
        if Task.isCancelled { exchanges.cancel(task) } else { task.resume() }
      }
    } onCancel: {
      exchanges.cancel(task)
    }
  }
}

/// The requests in progress in one session, by task; the session's delegate.
///
/// `@unchecked`: `NSObject` is not marked `Sendable` on Linux; all state of this class is a
/// constant and a `Mutex`.
private final class HTTPExchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Exchange {
    let continuation: CheckedContinuation<HTTPAnswer, any Error>
    var answer = HTTPAnswer(status: 0)
  }

  private let answerBytesMax: Int
  private let exchanges = Mutex<[Int: Exchange]>([:])

  init(answerBytesMax: Int) {
    self.answerBytesMax = answerBytesMax
  }

  func begin(
    _ task: URLSessionTask, _ continuation: CheckedContinuation<HTTPAnswer, any Error>
  ) {
    exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
  }

  /// Ends the wait for a task, and cancels the task.
  ///
  /// The wait does not depend on the session: a request whose connection has died may never hear of
  /// its cancellation, and `cancel` itself waits for the session's queue.
  func cancel(_ task: URLSessionTask) {
    end(task, .failure(CancellationError()))
    DispatchQueue.global().async { task.cancel() }
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
    end(dataTask, .failure(HTTPFailure.answerTooLarge(bytesMax: answerBytesMax)))
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
    end(task, error.map { .failure(HTTPFailure.error(for: $0, of: task.originalRequest?.url)) })
  }

  /// Resumes the waiter of the task once, outside the lock, with a failure or the answer.
  private func end(_ task: URLSessionTask, _ failure: Result<HTTPAnswer, any Error>?) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange else { return }
    exchange.continuation.resume(with: failure ?? .success(exchange.answer))
  }
}
