import Headrace
import HeadraceTesting
import Testing

extension Race {
  /// A wallet that is locked during a request for a signature.
  static let lockDuringSend = Race("lock during send") { isFixed in
    let store = TestStore(initialState: Wallet.State()) {
      Wallet(isFixed: isFixed) { amount in
        await Task.yield()
        return "signed \(amount)"
      }
    }
    store.exhaustivity = .off
    await store.send(.sendButtonTapped(amount: 5))
    await store.send(.lockButtonTapped)
    await store.finish()
    #expect(store.state == Wallet.State(isLocked: true))
  }

  /// A new token that arrives after the user has logged out.
  static let logoutAgainstRefresh = Race("logout against refresh") { isFixed in
    let store = TestStore(initialState: Session.State(token: "old")) {
      Session(isFixed: isFixed) { _ in
        await Task.yield()
        return "new"
      }
    }
    store.exhaustivity = .off
    await store.send(.tokenExpired)
    await store.send(.logoutButtonTapped)
    await store.finish()
    #expect(store.state.token == nil)
  }

  /// Two calls of an actor that checks, awaits, and acts.
  static let reentrantActor = Race("re-entrancy of an actor") { isFixed in
    let boxOffice = BoxOffice(seatCount: 1, isFixed: isFixed)
    let store = TestStore(initialState: Tickets.State()) {
      Tickets { await boxOffice.buySeat(for: $0) }
    }
    store.exhaustivity = .off
    await store.send(.buyButtonTapped(guest: "Ada"))
    await store.send(.buyButtonTapped(guest: "Bob"))
    await store.finish()
    #expect(store.state.tickets.count == 1)
  }
}

// MARK: - Features

/// Signs payments while it is unlocked.
///
/// The flaw: the lock discards the signature, but not the request for one. The fix: it cancels it.
@Reducer struct Wallet {
  struct State: Equatable {
    var isLocked = false
    var signature: String?
  }

  enum Action: Equatable {
    case sendButtonTapped(amount: Int)
    case signed(String)
    case lockButtonTapped
  }

  enum CancelID { case signing }

  let isFixed: Bool
  let sign: @Sendable (_ amount: Int) async -> String

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .sendButtonTapped(let amount):
      guard !state.isLocked else { return .none }
      return .run(name: "sign") { [sign] send in
        await send(.signed(await sign(amount)))
      }
      .cancellable(id: CancelID.signing)
    case .signed(let signature):
      state.signature = signature
      return .none
    case .lockButtonTapped:
      state = State(isLocked: true)
      return isFixed ? .cancel(id: CancelID.signing) : .none
    }
  }
}

/// Replaces an expired token.
///
/// The flaw: an answer restarts a session. The fix: it only replaces the expired token.
@Reducer struct Session {
  struct State: Equatable {
    var token: String?
  }

  enum Action: Equatable {
    case tokenExpired
    case refreshed(token: String, replaced: String)
    case logoutButtonTapped
  }

  let isFixed: Bool
  let refresh: @Sendable (_ token: String) async -> String

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .tokenExpired:
      guard let token = state.token else { return .none }
      return .run(name: "refresh") { [refresh] send in
        await send(.refreshed(token: await refresh(token), replaced: token))
      }
    case .refreshed(let token, let replaced):
      guard !isFixed || state.token == replaced else { return .none }
      state.token = token
      return .none
    case .logoutButtonTapped:
      state.token = nil
      return .none
    }
  }
}

/// Buys tickets; the flaw and its fix are in the client.
@Reducer struct Tickets {
  struct State: Equatable {
    var tickets: [String] = []
    var isSoldOut = false
  }

  enum Action: Equatable {
    case buyButtonTapped(guest: String)
    case bought(ticket: String)
    case soldOut
  }

  let buy: @Sendable (_ guest: String) async -> String?

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .buyButtonTapped(let guest):
      return .run(name: "buy") { [buy] send in
        if let ticket = await buy(guest) {
          await send(.bought(ticket: ticket))
        } else {
          await send(.soldOut)
        }
      }
    case .bought(let ticket):
      state.tickets.append(ticket)
      return .none
    case .soldOut:
      state.isSoldOut = true
      return .none
    }
  }
}

/// Sells seats.
///
/// The flaw: a seat is free until its payment has ended. The fix: it is reserved before.
private actor BoxOffice {
  private var freeSeats: [Int]
  private let isFixed: Bool

  init(seatCount: Int, isFixed: Bool) {
    freeSeats = Array(1...seatCount)
    self.isFixed = isFixed
  }

  func buySeat(for guest: String) async -> String? {
    guard let seat = freeSeats.first else { return nil }
    if isFixed { freeSeats.removeFirst() }
    await charge(guest)
    if !isFixed { freeSeats.removeAll { $0 == seat } }
    return "\(guest): seat \(seat)"
  }

  private func charge(_ guest: String) async {
    await Task.yield()
  }
}
