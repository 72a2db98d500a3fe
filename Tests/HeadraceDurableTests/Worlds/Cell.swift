import Foundation
import Headrace
import HeadraceDurable
import HeadraceJournal

/// A feature that does everything that entities can do, and lists its work.
struct Cell: Reducer {
  struct State: Codable, Equatable, Sendable {
    /// The version of the code that this state is for; its migration raises it.
    var version: Int
    /// The applied actions, in order.
    var log: [String] = []
    /// The number of messages sent to each other cell.
    var sent: [EntityID: Int] = [:]
    /// The names of effects in flight.
    var open: [String] = []
  }

  enum Action: Codable, Equatable, Sendable {
    /// Only adds a line to the list.
    case noted(String, version: Int)
    /// Asks a service, perhaps after a sleep. The policy is for a takeover.
    case asked(String, policy: String, seconds: Int)
    case answered(String, key: String, isInterrupted: Bool)
    /// Cancels everything in flight.
    case stopped(String)
    /// Starts a timer.
    case slept(String, seconds: Int)
    case woke(String, key: String, at: Double)
    /// Starts an effect that sends three actions.
    case listened(String)
    case part(String, Int)
    /// Sends messages, which are answered this often.
    case forwarded(String, to: [EntityID], hops: Int)
    case got(from: EntityID, number: Int, hops: Int)
  }

  let version: Int

  @Dependency(\.service) var service
  @Dependency(\.date) var date
  @Dependency(\.continuousClock) var clock
  @Dependency(\.entityID) var entityID

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .noted(let token, let version):
      state.log.append("do \(token)")
      if version != self.version || state.version != self.version {
        state.log.append("unmigrated \(token)")
      }
    case .asked(let token, let policy, let seconds):
      begin("ask", token, policy, &state)
      return ask(token, seconds).onTakeover(TakeoverPolicy(rawValue: policy) ?? .restart)
        .cancellable(id: "work")
    case .answered(let token, let key, let isInterrupted):
      state.log.append("answer \(token) \(key) \(isInterrupted)")
      state.open.removeAll { $0 == token }
    case .stopped(let token):
      state.log.append("do \(token)")
      for open in state.open { state.log.append("stop \(open)") }
      state.open = []
      return .cancel(id: "work")
    case .slept(let token, let seconds):
      begin("sleep", token, "", &state)
      return sleep(token, seconds).cancellable(id: "work")
    case .woke(let token, let key, let time):
      state.log.append("wake \(token) \(key) \(time)")
      state.open.removeAll { $0 == token }
    case .listened(let token):
      begin("listen", token, "", &state)
      return listen(token).cancellable(id: "work")
    case .part(let token, let number):
      state.log.append("part \(token) \(number)")
      if number == 3 { state.open.removeAll { $0 == token } }
    case .forwarded(let token, let targets, let hops):
      state.log.append("do \(token)")
      return .merge(targets.map { send(to: $0, hops, &state) })
    case .got(let source, let number, let hops):
      state.log.append("got \(source) \(number)")
      return hops > 0 ? send(to: source, hops - 1, &state) : .none
    }
    return .none
  }

  private func begin(_ work: String, _ token: String, _ detail: String, _ state: inout State) {
    state.log += ["do \(token)", "\(work) \(token) \(detail)"]
    state.open.append(token)
  }

  private func ask(_ token: String, _ seconds: Int) -> Effect<Action> {
    .run(name: "ask") { [service, clock] send in
      @Dependency(\.effectKey) var key
      if seconds > 0 { try await clock.sleep(for: .seconds(seconds)) }
      try await service.call(key)
      await send(.answered(token, key: key, isInterrupted: false))
    } catch: { error, send in
      guard let error = error as? EffectInterrupted else { return }
      await send(.answered(token, key: error.key, isInterrupted: true))
    }
  }

  private func sleep(_ token: String, _ seconds: Int) -> Effect<Action> {
    .run(name: "sleep") { [clock, date] send in
      @Dependency(\.effectKey) var key
      // Some more sleeps at first, perhaps others after a restart, as between attempts.
      for _ in 0..<choose(of: 3) { try await clock.sleep(for: .seconds(1)) }
      try await clock.sleep(for: .seconds(seconds))
      await send(.woke(token, key: key, at: date.now.timeIntervalSince1970))
    }
  }

  private func listen(_ token: String) -> Effect<Action> {
    .run(name: "listen") { [service] send in
      for number in 1...3 {
        await service.pause()
        await send(.part(token, number))
      }
    }
  }

  private func send(to target: EntityID, _ hops: Int, _ state: inout State) -> Effect<Action> {
    state.sent[target, default: 0] += 1
    let number = state.sent[target, default: 0]
    state.log.append("sent \(target) \(number)")
    return .send(Action.got(from: entityID ?? "none", number: number, hops: hops), to: target)
  }
}

extension Cell {
  /// Version 2 has a different number in states and in an action.
  static let migration = DurableMigration(from: 1) { state in
    raise(&state)
  } action: { action in
    guard case .object(var members) = action, var noted = members["noted"] else { return }
    raise(&noted)
    members["noted"] = noted
    action = .object(members)
  }

  private static func raise(_ json: inout JSONValue) {
    guard case .object(var members) = json else { return }
    members["version"] = .number("2")
    json = .object(members)
  }
}

/// The service that cells ask.
struct CellService: Sendable {
  var call: @Sendable (_ key: String) async throws -> Void
  var pause: @Sendable () async -> Void
}

extension CellService: DependencyKey {
  static let liveValue: CellService = CellService(call: { _ in }, pause: {})
  static let testValue: CellService = CellService.liveValue
}

extension DependencyValues {
  var service: CellService {
    get { self[CellService.self] }
    set { self[CellService.self] = newValue }
  }
}
