import Foundation
import HeadraceJournal
import Synchronization

/// Forwards the requests of pages to the actors of the stores.
final class InspectorHub: Sendable {
  /// A question to a store's actor.
  private struct Question: Sendable {
    enum Content: Sendable {
      case statuses
      case request(InspectorRequest, store: Int)
    }

    let content: Content
    let answer: @Sendable (Result<JSONValue, RequestFailure>) -> Void

    func put(to host: any StoreHost) {
      answer(
        Result {
          switch content {
          case .statuses: .array(host.statuses)
          case .request(let request, let store): try host.answer(request, store: store)
          }
        }.mapError { RequestFailure("\($0)") })
    }
  }

  /// The distance between the first ids of two hosts' stores.
  private static let idsOfHost = 1_000_000

  private struct Host {
    let questions: AsyncStream<Question>.Continuation
    /// Answers until there are no more questions, and then releases the stores.
    let answering: Task<Void, Never>
  }

  private struct State {
    var hosts: [Int: Host] = [:]
    var lastNumber = 0
    var isEnded = false
  }

  private let state = Mutex(State())

  /// Adds the stores of an actor.
  ///
  /// - Parameter make: Creates the host, given the id of its first store.
  /// - Returns: `true` if the host was created.
  func add<Host: StoreHost>(
    isolation: isolated any Actor, _ make: (_ firstID: Int) -> Host?
  ) -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    guard let host = make(number * Self.idsOfHost) else { return false }
    let (questions, continuation) = AsyncStream.makeStream(of: Question.self)
    let task = Task {
      _ = isolation
      for await question in questions { question.put(to: host) }
      host.detach()
    }
    let isEnded = state.withLock { state in
      state.hosts[number] = InspectorHub.Host(questions: continuation, answering: task)
      return state.isEnded
    }
    if isEnded { continuation.finish() }
    return true
  }

  /// Releases all stores, and waits until that is done.
  func end() async {
    let hosts = state.withLock { state in
      state.isEnded = true
      defer { state.hosts = [:] }
      return state.hosts.values
    }
    for host in hosts { host.questions.finish() }
    for host in hosts { await host.answering.value }
  }

  /// Returns the status of all stores, as JSON.
  func statuses() async -> String {
    var statuses: [JSONValue] = []
    for number in state.withLock({ $0.hosts.keys.sorted() }) {
      if let answer = await ask(.statuses, host: number).value { statuses += answer.array ?? [] }
    }
    return "\(JSONValue.members(["status": .array(statuses)]))"
  }

  /// Answers a message of a page.
  func answer(_ message: String) async -> String {
    guard case .object(let members) = Result(catching: { try JSONReader.read(message.utf8) }).value,
      let id = members["id"]?.integer
    else { return #"{"id":null,"error":"Expected an object of JSON with 'id' and 'do'."}"# }
    guard let name = members["do"]?.string, let store = members["store"]?.integer else {
      return text(id, .failure(RequestFailure("Expected 'do' as a text and 'store' as a number.")))
    }
    let request = InspectorRequest(name, members)
    return text(id, await ask(.request(request, store: store), host: store / Self.idsOfHost))
  }

  private func text(_ id: Int, _ result: Result<JSONValue, RequestFailure>) -> String {
    switch result {
    case .success(let answer): "\(JSONValue.members(["id": .integer(id), "is": answer]))"
    case .failure(let failure):
      "\(JSONValue.members(["id": .integer(id), "error": .string("\(failure)")]))"
    }
  }

  private func ask(
    _ content: Question.Content, host number: Int
  ) async -> Result<JSONValue, RequestFailure> {
    let host = state.withLock { $0.hosts[number] }
    return await withCheckedContinuation { continuation in
      let question = Question(content: content) { continuation.resume(returning: $0) }
      guard let host, case .enqueued = host.questions.yield(question) else {
        continuation.resume(returning: .failure(RequestFailure("There is no such store.")))
        return
      }
    }
  }
}
