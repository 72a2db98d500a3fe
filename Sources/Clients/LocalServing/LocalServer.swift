package import FlyingFox
import FlyingSocks
import Foundation

/// Serves HTTP on 127.0.0.1, to this machine only.
package actor LocalServer {
  /// Why the server could not start.
  package enum StartFailure: Error, Equatable, Sendable {
    /// The port is taken, or may not be used.
    case portNotAvailable(UInt16)
    /// The server runs already.
    case alreadyRunning
  }

  private let handler: any HTTPHandler
  private let port: UInt16
  private var server: HTTPServer?
  private var isStopping = false
  private let answers = AnswersInProgress()

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - handler: What answers.
  ///   - port: The port on 127.0.0.1; 0 takes any that is free.
  package init(handler: any HTTPHandler, port: UInt16) {
    self.handler = CountingHandler(handler: handler, answers: answers)
    self.port = port
  }

  /// Serves until `stop()` is called or the task is cancelled.
  ///
  /// - Parameter onListening: Called once, with the port, as soon as connections are accepted.
  /// - Throws: `StartFailure`, `CancellationError`, or what `onListening` throws.
  package func run(onListening: @Sendable (UInt16) async throws -> Void) async throws {
    guard server == nil else { throw StartFailure.alreadyRunning }
    let server = HTTPServer(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: Self.answerSecondsMax,
      logger: .disabled, handler: handler)
    self.server = server
    isStopping = false
    defer { self.server = nil }

    try await withThrowingTaskGroup(of: Event.self) { group in
      group.addTask {
        do {
          try await server.run()
          return .ended(nil)
        } catch {
          return .ended(error)
        }
      }
      group.addTask {
        try await server.waitUntilListening()
        return .listening
      }
      defer { group.cancelAll() }
      for try await event in group {
        switch event {
        case .listening:
          if let port = await Self.port(of: server) { try await onListening(port) }
        case .ended(let error):
          return try end(error)
        }
      }
    }
  }

  /// Stops serving; what is being answered is answered first.
  package func stop() async {
    isStopping = true
    await answers.drained()
    await server?.stop(timeout: Self.writingSecondsMax)
  }

  // MARK: - Ends

  private enum Event: Sendable {
    case listening
    case ended((any Error)?)
  }

  /// How long an answer may take, in seconds.
  private static let answerSecondsMax: TimeInterval = 60
  /// How long the last answers have to leave after they were made, in seconds; connections that are
  /// only kept open use it up, because the HTTP server waits for them, too.
  private static let writingSecondsMax: TimeInterval = 0.1

  /// Tells a wanted end from an unwanted one: closing the socket ends the server with an error,
  /// too.
  private func end(_ error: (any Error)?) throws {
    if isStopping { return }
    try Task.checkCancellation()
    if case .failed(_, EADDRINUSE, _)? = error as? SocketError {
      throw StartFailure.portNotAvailable(port)
    }
    if case .failed(_, EACCES, _)? = error as? SocketError {
      throw StartFailure.portNotAvailable(port)
    }
    if let error { throw error }
  }

  private static func port(of server: HTTPServer) async -> UInt16? {
    switch await server.listeningAddress {
    case .ip4(_, let port)?, .ip6(_, let port)?: port
    case .unix?, nil: nil
    }
  }
}

/// Lets the server know what is being answered.
private struct CountingHandler: HTTPHandler {
  let handler: any HTTPHandler
  let answers: AnswersInProgress

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    answers.begin()
    defer { answers.end() }
    return try await handler.handleRequest(request)
  }
}
