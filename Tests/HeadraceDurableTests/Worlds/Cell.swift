import Foundation
import Headrace
import HeadraceDurable

/// A feature that does what entities can do, and lists what was done.
struct Cell: Reducer {
  struct State: Codable, Equatable, Sendable {
    /// What was applied, in order.
    var log: [String] = []
    /// How many messages were sent to each other cell.
    var sent: [EntityID: Int] = [:]
  }

  enum Action: Codable, Equatable, Sendable {
    /// Does nothing but be listed.
    case noted(String)
    /// Asks a service.
    case asked(String, isRestarted: Bool)
    case answered(String, key: String)
    /// Starts a timer.
    case slept(String, seconds: Int)
    case woke(String, key: String, at: Double)
    /// Starts an effect that sends three actions.
    case listened(String)
    case part(String, Int)
    /// Sends messages, which are answered so often.
    case forwarded(String, to: [EntityID], hops: Int)
    case got(from: EntityID, number: Int, hops: Int)
  }

  @Dependency(\.service) var service
  @Dependency(\.date) var date
  @Dependency(\.continuousClock) var clock
  @Dependency(\.entityID) var entityID

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .noted(let token): state.log.append("do \(token)")
    case .asked(let token, let isRestarted):
      state.log.append("do \(token)")
      state.log.append("ask \(token)")
      return ask(token).onTakeover(isRestarted ? .restart : .fail)
    case .answered(let token, let key): state.log.append("answer \(token) \(key)")
    case .slept(let token, let seconds):
      state.log.append("do \(token)")
      state.log.append("sleep \(token)")
      return sleep(token, seconds)
    case .woke(let token, let key, let time): state.log.append("wake \(token) \(key) \(time)")
    case .listened(let token):
      state.log.append("do \(token)")
      state.log.append("listen \(token)")
      return .run(name: "listen") { [service] send in
        for number in 1...3 {
          await service.pause()
          await send(.part(token, number))
        }
      }
    case .part(let token, let number): state.log.append("part \(token) \(number)")
    case .forwarded(let token, let targets, let hops):
      state.log.append("do \(token)")
      return .merge(targets.map { send(to: $0, hops, &state) })
    case .got(let source, let number, let hops):
      state.log.append("got \(source) \(number)")
      return hops > 0 ? send(to: source, hops - 1, &state) : .none
    }
    return .none
  }

  private func ask(_ token: String) -> Effect<Action> {
    .run(name: "ask") { [service] send in
      @Dependency(\.effectKey) var key
      try await service.call(key)
      await send(.answered(token, key: key))
    } catch: { error, send in
      guard error is EffectInterrupted else { return }
      await send(.answered(token, key: "interrupted"))
    }
  }

  private func sleep(_ token: String, _ seconds: Int) -> Effect<Action> {
    .run(name: "sleep") { [clock, date] send in
      @Dependency(\.effectKey) var key
      try await clock.sleep(for: .seconds(seconds))
      await send(.woke(token, key: key, at: date.now.timeIntervalSince1970))
    }
  }

  private func send(to target: EntityID, _ hops: Int, _ state: inout State) -> Effect<Action> {
    state.sent[target, default: 0] += 1
    let number = state.sent[target, default: 0]
    state.log.append("sent \(target) \(number)")
    return .send(Action.got(from: entityID ?? "none", number: number, hops: hops), to: target)
  }
}

/// What cells ask.
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
