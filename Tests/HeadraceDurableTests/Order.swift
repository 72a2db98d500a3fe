import Foundation
import Headrace
import HeadraceDurable

/// An order that is paid for and sent.
struct Order: Reducer {
  struct State: Codable, Equatable, Sendable {
    var items: [String] = []
    var status = "new"
    var receipts: [String] = []
    var reminders = 0
    var orderedAt: Date?
  }

  enum Action: Codable, Equatable, Sendable {
    case placed([String])
    case paid(String)
    case payFailed(String)
    case remindTapped(seconds: Int)
    case reminded
    case askTapped
    case failTapped
    case listen
    case heard(Int)
    case shipped
    case reservationAnswered(Bool)
    case cancelTapped
  }

  @Dependency(\.bank) var bank
  @Dependency(\.date) var date
  @Dependency(\.continuousClock) var clock
  @Dependency(\.entityID) var entityID

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .placed(let items):
      state.items += items
      state.status = "placed"
      state.orderedAt = date.now
      return pay(.restart)
    case .askTapped: return pay(.ask)
    case .failTapped: return pay(.fail)
    case .paid(let receipt):
      state.status = "paid"
      state.receipts.append(receipt)
      return .send(
        Stock.Action.reserve(state.items.count, for: entityID ?? "none"), to: "stock/main")
    case .payFailed(let reason):
      state.status = reason
      return .none
    case .remindTapped(let seconds):
      return .run { [clock] send in
        try await clock.sleep(for: .seconds(seconds))
        await send(.reminded)
      }
      .cancellable(id: "reminder")
    case .reminded:
      state.reminders += 1
      return .none
    case .cancelTapped: return .cancel(id: "reminder")
    case .listen:
      return .run { [bank] send in
        for await number in bank.numbers() { await send(.heard(number)) }
      }
    case .heard(let number):
      state.receipts.append("\(number)")
      return .none
    case .reservationAnswered(let isReserved):
      state.status = isReserved ? "reserved" : "sold out"
      return isReserved ? .send(.shipped) : .none
    case .shipped:
      state.status = "shipped"
      return .none
    }
  }

  private func pay(_ policy: TakeoverPolicy) -> Effect<Action> {
    .run(name: "pay") { [bank] send in
      @Dependency(\.effectKey) var key
      await send(.paid(try await bank.pay(key)))
    } catch: { error, send in
      await send(.payFailed("\(type(of: error))"))
    }
    .onTakeover(policy)
  }
}

/// The stock from which orders take their items.
struct Stock: Reducer {
  struct State: Codable, Equatable, Sendable {
    var count = 10
    var reservations: [String] = []
  }

  enum Action: Codable, Equatable, Sendable {
    case reserve(Int, for: EntityID)
    case refill(Int)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .reserve(let count, let order):
      let isReserved = count <= state.count
      if isReserved {
        state.count -= count
        state.reservations.append(order.key)
      }
      return .send(Order.Action.reservationAnswered(isReserved), to: order)
    case .refill(let count):
      state.count += count
      return .none
    }
  }
}

/// Takes money.
struct Bank: Sendable {
  var pay: @Sendable (_ key: String) async throws -> String
  var numbers: @Sendable () -> AsyncStream<Int>
}

extension Bank: DependencyKey {
  static let liveValue: Bank = Bank(
    pay: { "receipt of \($0)" }, numbers: { AsyncStream { $0.finish() } })
  static let testValue: Bank = Bank.liveValue
}

extension DependencyValues {
  var bank: Bank {
    get { self[Bank.self] }
    set { self[Bank.self] = newValue }
  }
}
