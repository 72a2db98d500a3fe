import Dispatch
import Foundation
import Synchronization

/// One run of a server: a thread that accepts connections, and a thread for each of them.
///
/// They are threads, not tasks, because they wait in calls of the system. The limit of connections
/// bounds their number. Handlers run in tasks.
final class ServingThreads: Sendable {
  private struct State {
    var table: ConnectionTable
    /// The boxes that threads wait for, one for each request that is being answered.
    var boxes: [UInt64: AnswerBox] = [:]
    var isAccepting = true
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  let port: UInt16
  private let listener: SocketFile
  private let wakePipe: WakePipe
  private let limits: ServingLimits
  private let rules: CallerRules
  private let handler: LocalServer.Handler
  private let state: Mutex<State>

  /// Listens, but accepts no connection yet.
  init(
    port: UInt16, limits: ServingLimits, rules: CallerRules, handler: @escaping LocalServer.Handler
  ) throws(LocalServer.StartFailure) {
    self.limits = limits
    self.rules = rules
    self.handler = handler
    // Half of the files that may be open are left to the rest of the program.
    let countMax = min(limits.connectionCountMax, max(4, SocketFile.openFileCountMax / 2))
    state = Mutex(State(table: ConnectionTable(countMax: countMax)))
    wakePipe = try WakePipe()
    do throws(LocalServer.StartFailure) {
      (listener, self.port) = try SocketFile.listening(port: port)
    } catch {
      wakePipe.close()
      throw error
    }
  }

  /// Begins to accept connections.
  func start() {
    Self.startThread { self.acceptAll() }
  }

  /// Accepts no more connections.
  ///
  /// - Parameter endsAnswers: Whether requests that are being answered are also cut off.
  func stop(endsAnswers: Bool) {
    state.withLock { state in
      // Under the lock, so that no thread closes a socket before it is ended.
      for socket in state.table.stop(endsAnswers: endsAnswers) { socket.end() }
      if endsAnswers { for box in state.boxes.values { box.giveUp() } }
      if state.isAccepting { wakePipe.wake() }
    }
  }

  /// Returns when every thread has ended.
  func ended() async {
    await withCheckedContinuation { continuation in
      let isEnded = state.withLock { state in
        let isEnded = !state.isAccepting && state.table.isEmpty
        if !isEnded { state.waiters.append(continuation) }
        return isEnded
      }
      if isEnded { continuation.resume() }
    }
  }

  private func resumeWaitersAtEnd() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard !state.isAccepting, state.table.isEmpty else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.stackSize = 512 << 10
    thread.start()
  }

  // MARK: - Taking connections

  /// How long to wait until a connection may have ended, in milliseconds.
  private static let noRoomMilliseconds: Int32 = 5

  private func acceptAll() {
    while wakePipe.wait(forClientsOf: listener) {
      switch listener.accept() {
      case .nobody: continue
      case .noRoom:
        // The waiting connection stays in the system's queue until another one has ended.
        state.withLock { $0.table.endLongestWaiting()?.end() }
        guard wakePipe.wait(forClientsOf: nil, milliseconds: Self.noRoomMilliseconds) else { break }
      case .connection(let socket):
        take(socket)
      }
    }
    state.withLock { state in
      listener.close()
      wakePipe.close()
      state.isAccepting = false
    }
    resumeWaitersAtEnd()
  }

  /// Serves a connection. Without room it waits, and so do those after it.
  private func take(_ socket: SocketFile) {
    repeat {
      let id = state.withLock { state -> UInt64? in
        guard let (id, ended) = state.table.insert(socket) else { return nil }
        ended?.end()
        return id
      }
      guard let id else { continue }
      return Self.startThread { self.serve(socket, id: id) }
    } while wakePipe.wait(forClientsOf: nil, milliseconds: Self.noRoomMilliseconds)
    socket.close()
  }

  // MARK: - One connection

  private func serve(_ socket: SocketFile, id: UInt64) {
    var reader = RequestReader(limits: limits)
    do throws(ServingRefusal) {
      while let request = try nextRequest(socket, &reader), answer(request, on: socket, id: id) {}
    } catch {
      refuse(error, on: socket)
    }
    state.withLock { state in
      _ = state.table.remove(id)
      socket.close()
    }
    resumeWaitersAtEnd()
  }

  /// Reads a request; nil when the client has left, or said nothing for too long.
  private func nextRequest(
    _ socket: SocketFile, _ reader: inout RequestReader
  ) throws(ServingRefusal) -> ServedRequest? {
    let idleEnd = ContinuousClock.now + limits.idle
    var headEnd: ContinuousClock.Instant?
    var bodyEnd: ContinuousClock.Instant?
    while true {
      switch try reader.next() {
      case .request(let request): return request
      case .awaitsContinue:
        let word = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        guard socket.write(word, until: .now + limits.writing) else { return nil }
        continue
      case .incomplete: break
      }
      let deadline: ContinuousClock.Instant
      if reader.isBetweenRequests {
        deadline = idleEnd
      } else if reader.isInBody {
        deadline = bodyEnd ?? .now + limits.body
        bodyEnd = deadline
      } else {
        deadline = headEnd ?? .now + limits.head
        headEnd = deadline
      }
      // A client that sends without a pause must not outrun the clock.
      guard .now < deadline, let bytes = socket.read(until: deadline) else {
        if reader.isBetweenRequests { return nil }
        throw ServingRefusal(408, "the request took too long")
      }
      if bytes.isEmpty { return nil }
      reader.append(bytes)
    }
  }

  /// Answers a request; returns whether the connection continues.
  private func answer(_ request: ServedRequest, on socket: SocketFile, id: UInt64) -> Bool {
    guard state.withLock({ $0.table.beginAnswer(id) }) else { return false }
    var response = rules.answer(to: request) ?? handled(request, id: id)
    response.fields += rules.fields(for: request)
    let isWhole = response.announcedByteCount == response.body.count && response.status != 500
    let keepsAlive = request.keepsAlive && isWhole && !state.withLock { $0.table.isStopping }
    let isWritten = socket.write(
      response.encoded(keepsAlive: keepsAlive), until: .now + limits.writing)
    return isWritten && keepsAlive && state.withLock { $0.table.endAnswer(id) }
  }

  /// Lets the handler answer in a task, and waits for it.
  private func handled(_ request: ServedRequest, id: UInt64) -> ServedResponse {
    let box = AnswerBox()
    state.withLock { $0.boxes[id] = box }
    defer { state.withLock { $0.boxes[id] = nil } }
    let task = Task { [handler] in
      do {
        box.fill(try await handler(request))
      } catch {
        box.fill(.text(500, "internal error"))
      }
    }
    guard let response = box.wait(limits.answer) else {
      task.cancel()
      return .text(500, "the answer took too long")
    }
    return response
  }

  /// Sends why a connection ends, and lets the client read it: if the socket were closed with
  /// unread bytes, the system would discard the answer.
  private func refuse(_ refusal: ServingRefusal, on socket: SocketFile) {
    let response = ServedResponse.text(refusal.status, refusal.text)
    guard
      socket.write(response.encoded(keepsAlive: false), until: .now + Self.refusingTime)
    else { return }
    socket.endWriting()
    let end = ContinuousClock.now + Self.refusingTime
    var left = Self.refusedBytesMax
    while left > 0, .now < end, let bytes = socket.read(until: end), !bytes.isEmpty {
      left -= bytes.count
    }
  }

  private static let refusingTime: Duration = .seconds(1)
  private static let refusedBytesMax = 1 << 20
}

/// Where a task leaves its answer for a thread that waits.
private final class AnswerBox: Sendable {
  private let response = Mutex<ServedResponse?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  func fill(_ response: ServedResponse) {
    self.response.withLock { $0 = response }
    semaphore.signal()
  }

  /// Lets the thread continue without an answer.
  func giveUp() {
    semaphore.signal()
  }

  /// Waits for the answer; nil when the time is over, or when no answer will come.
  func wait(_ duration: Duration) -> ServedResponse? {
    let milliseconds = Int(clamping: Int64(duration / .milliseconds(1)))
    guard semaphore.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
      return nil
    }
    return response.withLock { $0 }
  }
}
