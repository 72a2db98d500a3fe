import Headrace
import HeadraceTesting
import Testing

extension Race {
  /// Features that get outdated answers from a client.
  static let staleAnswers: [Race] = [
    Race("account") { isFixed in
      let store = TestStore(initialState: Account.State()) { Account(isFixed: isFixed) }
      store.exhaustivity = .off
      await store.send(.depositConfirmed(20))
      await store.send(.withdrawalConfirmed(50))
      await store.finish()
      #expect(store.state.balance == 70)
    },
    Race("lazy01") { isFixed in
      let store = TestStore(initialState: Budget.State()) { Budget(isFixed: isFixed) }
      store.exhaustivity = .off
      await store.send(.checkButtonTapped)
      await store.send(.spendButtonTapped(1))
      await store.send(.spendButtonTapped(2))
      await store.finish()
      #expect(store.state.isApproved == true)
    },
    Race("token_ring") { isFixed in
      let store = TestStore(initialState: TokenRing.State()) { TokenRing(isFixed: isFixed) }
      store.exhaustivity = .off
      for station in 0..<TokenRing.stationCount { await store.send(.copyRequested(station)) }
      await store.finish()
      #expect(Set(store.state.tokens) == [1])
    },
  ]
}

/// A balance that deposits and withdrawals change, each after the bank has answered.
private struct Account: Reducer {
  struct State: Equatable {
    var balance = 100
  }

  enum Action: Equatable {
    case depositConfirmed(Int)
    case withdrawalConfirmed(Int)
    case balanceComputed(Int)
    case amountBooked(Int)
  }

  let isFixed: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .depositConfirmed(let amount): return book(amount, state)
    case .withdrawalConfirmed(let amount): return book(-amount, state)
    case .balanceComputed(let balance): state.balance = balance
    case .amountBooked(let amount): state.balance += amount
    }
    return .none
  }

  /// Computes the balance before the answer; the fixed version does when it arrives.
  private func book(_ amount: Int, _ state: State) -> Effect<Action> {
    let balance = state.balance
    return .run(name: "book") { send in
      await Task.yield()
      await send(isFixed ? .amountBooked(amount) : .balanceComputed(balance + amount))
    }
  }
}

/// Expenses, and a check that must be first.
private struct Budget: Reducer {
  struct State: Equatable {
    var spent = 0
    var isApproved: Bool?
    var pending: [Int] = []
  }

  enum Action: Equatable {
    case checkButtonTapped
    case checked
    case spendButtonTapped(Int)
    case spent(Int)
  }

  let isFixed: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .checkButtonTapped:
      return .run(name: "check") { send in
        await Task.yield()
        await send(.checked)
      }
    case .checked:
      state.isApproved = state.spent < 3
      defer { state.pending = [] }
      return .merge(state.pending.map(spend))
    case .spendButtonTapped(let amount):
      if isFixed, state.isApproved == nil {
        state.pending.append(amount)
        return .none
      }
      return spend(amount)
    case .spent(let amount):
      state.spent += amount
      return .none
    }
  }

  private func spend(_ amount: Int) -> Effect<Action> {
    .run(name: "spend") { send in
      await Task.yield()
      await send(.spent(amount))
    }
  }
}

/// Stations that copy a token, each from the one before.
private struct TokenRing: Reducer {
  static let stationCount = 4

  struct State: Equatable {
    var tokens = [0, 0, 0, 0]
    var copiedCount = 0
    /// The stations that wait for the one before, in the fixed version.
    var ready: Set<Int> = []

    mutating func copy(_ station: Int) {
      tokens[station] = station == 0 ? 1 : tokens[station - 1]
      copiedCount += 1
    }
  }

  enum Action: Equatable {
    case copyRequested(Int)
    case copied(Int)
  }

  let isFixed: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .copyRequested(let station):
      return .run(name: "station \(station)") { send in
        await Task.yield()
        await send(.copied(station))
      }
    case .copied(let station):
      guard isFixed else {
        state.copy(station)
        return .none
      }
      state.ready.insert(station)
      while state.ready.remove(state.copiedCount) != nil { state.copy(state.copiedCount) }
      return .none
    }
  }
}
