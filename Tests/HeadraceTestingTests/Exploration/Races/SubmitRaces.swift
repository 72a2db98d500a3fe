import Headrace
import HeadraceTesting
import Testing

extension Race {
  /// Two taps on a button whose first request is still in flight.
  static let doubleSubmit = Race("double submit") { isFixed in
    let shop = Shop()
    let store = TestStore(initialState: Checkout.State()) {
      Checkout(place: { await shop.place($0) }, isFixed: isFixed)
    }
    store.exhaustivity = .off
    await store.send(.orderButtonTapped)
    await store.send(.orderButtonTapped)
    await store.finish()
    #expect(store.state.orderNumbers == [1])
  }

  /// A timeout that starts a second delivery while the answer to the first one arrives.
  static let retryAgainstSuccess = Race("retry against success") { isFixed in
    let clock = TestClock()
    let mailbox = Mailbox()
    let store = TestStore(initialState: Message.State(text: "Hello")) {
      Message(isFixed: isFixed) { text, key in
        try await clock.sleep(for: .seconds(5))
        return await mailbox.deliver(text, key: key)
      }
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(.sendButtonTapped)
    await clock.advance(by: .seconds(5))
    await clock.advance(by: .seconds(5))
    await store.finish()
    #expect(store.state.deliveries == [1])
  }

  /// Two payments that read the next nonce before either is submitted.
  static let reusedNonce = Race("reuse of a nonce") { isFixed in
    let node = Node()
    let store = TestStore(initialState: Payments.State()) {
      Payments(
        nextNonce: { await node.nextNonce }, submit: { await node.submit($0, nonce: $1) },
        isFixed: isFixed)
    }
    store.exhaustivity = .off
    await store.send(.payButtonTapped(amount: 5))
    await store.send(.payButtonTapped(amount: 7))
    await store.finish()
    #expect(store.state.amounts.keys.sorted() == [0, 1])
  }
}

// MARK: - Features

/// Places an order.
///
/// The flaw: a tap is ignored only after the first answer. The fix: the phase changes with the tap.
@Reducer struct Checkout {
  struct State: Equatable {
    var isSubmitting = false
    var orderNumbers: [Int] = []
  }

  enum Action: Equatable {
    case orderButtonTapped
    case placed(orderNumber: Int)
  }

  let place: @Sendable (_ item: String) async -> Int
  let isFixed: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .orderButtonTapped:
      guard state.orderNumbers.isEmpty, !state.isSubmitting else { return .none }
      state.isSubmitting = isFixed
      return .run(name: "order") { [place] send in
        await send(.placed(orderNumber: await place("book")))
      }
    case .placed(let orderNumber):
      state.isSubmitting = false
      state.orderNumbers.append(orderNumber)
      return .none
    }
  }
}

/// Accepts every order, and numbers them.
private actor Shop {
  private var orders: [String] = []

  func place(_ item: String) async -> Int {
    await Task.yield()
    orders.append(item)
    return orders.count
  }
}

/// Sends a message, and sends it again after a timeout.
///
/// The flaw: each attempt is a new message. The fix: all attempts have one idempotency key.
@Reducer struct Message {
  struct State: Equatable {
    let text: String
    var attempt = 0
    var deliveries: Set<Int> = []
  }

  enum Action: Equatable {
    case sendButtonTapped
    case delivered(number: Int)
    case timedOut
  }

  enum CancelID { case timeout }

  @Dependency(\.continuousClock) private var clock

  let isFixed: Bool
  let deliver: @Sendable (_ text: String, _ key: Int) async throws -> Int

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .sendButtonTapped:
      return attempt(&state)
    case .delivered(let number):
      state.deliveries.insert(number)
      return .cancel(id: CancelID.timeout)
    case .timedOut:
      guard state.deliveries.isEmpty else { return .none }
      return attempt(&state)
    }
  }

  private func attempt(_ state: inout State) -> Effect<Action> {
    state.attempt += 1
    let key = isFixed ? 1 : state.attempt
    return .merge(
      .run(name: "delivery") { [deliver, text = state.text] send in
        await send(.delivered(number: try await deliver(text, key)))
      },
      .run(name: "timeout") { [clock] send in
        try await clock.sleep(for: .seconds(5))
        await send(.timedOut)
      }
      .cancellable(id: CancelID.timeout, cancelInFlight: true))
  }
}

/// Delivers each message once, by its idempotency key.
private actor Mailbox {
  private var numbers: [Int: Int] = [:]

  func deliver(_ text: String, key: Int) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = numbers.count + 1
    return numbers.count
  }
}

/// Sends payments of one account.
///
/// The flaw: each payment reads the next nonce itself. The fix: payments wait in a queue, and the
/// next one begins when the node has the previous one.
@Reducer struct Payments {
  struct State: Equatable {
    var waiting: [Int] = []
    /// The amounts of sent payments, by their nonces.
    var amounts: [Int: Int] = [:]
  }

  enum Action: Equatable {
    case payButtonTapped(amount: Int)
    case submitted(amount: Int, nonce: Int)
  }

  let nextNonce: @Sendable () async -> Int
  let submit: @Sendable (_ amount: Int, _ nonce: Int) async -> Void
  let isFixed: Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .payButtonTapped(let amount):
      guard isFixed else { return pay(amount) }
      state.waiting.append(amount)
      return state.waiting.count == 1 ? pay(amount) : .none
    case .submitted(let amount, let nonce):
      state.amounts[nonce] = amount
      guard isFixed else { return .none }
      state.waiting.removeFirst()
      return state.waiting.first.map(pay) ?? .none
    }
  }

  private func pay(_ amount: Int) -> Effect<Action> {
    .run(name: "payment") { [nextNonce, submit] send in
      let nonce = await nextNonce()
      // Signs it. Without this an optimized task would not leave the node's actor in between.
      await Task.yield()
      await submit(amount, nonce)
      await send(.submitted(amount: amount, nonce: nonce))
    }
  }
}

/// Counts the payments of an account; a second payment with the same nonce replaces the first.
private actor Node {
  private var payments: [Int: Int] = [:]

  var nextNonce: Int { payments.count }

  func submit(_ amount: Int, nonce: Int) {
    payments[nonce] = amount
  }
}
