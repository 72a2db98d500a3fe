import Foundation
import Headrace
import HeadraceDurable
import HeadraceJournal
import HeadraceLogging
import HeadraceTesting
import HeadraceTracing
import Logging
import Testing

/// The kitchen timer of the cookbook, in short.
@Reducer
struct KitchenTimer {
  struct State: Codable, Equatable {
    var dish: String?
    var minutesLeft = 0
  }

  enum Action: Codable, Equatable {
    case dishTapped(String, minutes: Int)
    case minutePassed
  }

  @Dependency(\.continuousClock) private var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .dishTapped(let dish, let minutes):
      state = State(dish: dish, minutesLeft: minutes)
      return .run { [clock] send in
        for _ in 0..<minutes {
          try await clock.sleep(for: .seconds(60))
          await send(.minutePassed)
        }
      }
    case .minutePassed:
      state.minutesLeft -= 1
      return .none
    }
  }
}

/// Pays for something, and reserves it.
@Reducer
struct Checkout {
  struct State: Codable, Equatable {
    var amount = 5
    var items = ["book"]
    var status = ""
  }

  enum Action: Codable, Equatable {
    case payTapped
    case paid(String)
    case payFailed(wasInterrupted: Bool)
  }

  struct Bank {
    var pay: @Sendable (_ amount: Int, _ key: String) async throws -> String
  }

  let bank: Bank

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .payTapped:
      return .run { [bank, amount = state.amount] send in
        @Dependency(\.effectKey) var key
        await send(.paid(try await bank.pay(amount, key)))
      } catch: { error, send in
        await send(.payFailed(wasInterrupted: error is EffectInterrupted))
      }
      .onTakeover(.fail)
    case .paid:
      return .send(Warehouse.Action.reserved(state.items), to: "warehouse/main")
    case .payFailed:
      state.status = "failed"
      return .none
    }
  }
}

enum Warehouse {
  enum Action: Codable, Equatable {
    case reserved([String])
  }
}

struct DurableArticleTests {
  @Test func aTimerOutlivesItsRuntime() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-durable-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "kitchen.db").path
    let runtime = try await DurableRuntime(journal: .sqlite(path: path)) {
      DurableFeature("timer", initialState: KitchenTimer.State.init) { KitchenTimer() }
    }
    try await runtime.send(KitchenTimer.Action.dishTapped("eggs", minutes: 4), to: "timer/ann")
    let state = try await runtime.state(of: "timer/ann", as: KitchenTimer.State.self)
    await runtime.stop()
    #expect(state == KitchenTimer.State(dish: "eggs", minutesLeft: 4))
    let next = try await DurableRuntime(journal: .sqlite(path: path)) {
      DurableFeature(
        "timer", version: 2, initialState: KitchenTimer.State.init,
        migrations: [DurableMigration(from: 1) { state in state = try renamed(state) }]
      ) { KitchenTimer() }
    }
    #expect(try await next.state(of: "timer/ann", as: KitchenTimer.State.self) == state)
    await next.stop()
  }

  @Test func aTimerIsWatched() async throws {
    let runtime = try await DurableRuntime(journal: .memory()) {
      DurableFeature("timer", initialState: KitchenTimer.State.init) {
        KitchenTimer()
      } instruments: {
        [LoggingInstrument(logger: Logger(label: "timer")), TracingInstrument()]
      }
    }
    try await runtime.send(KitchenTimer.Action.dishTapped("eggs", minutes: 4), to: "timer/ann")
    #expect(await runtime.entityCount == 1)
    await runtime.stop()
  }

  @Test @MainActor func messagesAreTested() async {
    let messages = LockIsolated<[EntityMessage]>([])
    let bank = Checkout.Bank { amount, key in "\(amount) for \(key)" }
    let store = TestStore(initialState: Checkout.State()) {
      Checkout(bank: bank)
    } withDependencies: {
      $0.entityMessages = EntityMessages { message in messages.withValue { $0.append(message) } }
    }
    await store.send(.payTapped)
    await store.receive(.paid("5 for not durable"))
    #expect(
      messages.value
        == [EntityMessage(target: "warehouse/main", action: #"{"reserved":{"_0":["book"]}}"#)])
  }
}

/// A state of today, made of one of version 1.
private func renamed(_ state: JSONValue) throws -> JSONValue { state }
