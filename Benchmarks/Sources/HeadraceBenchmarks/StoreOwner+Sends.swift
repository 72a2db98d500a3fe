import BenchmarkSupport
import Headrace

// MARK: - Sending and Reading

extension StoreOwner {
  /// Measures actions without effects, from the root and from child stores.
  func sends() async {
    await counters()
    await depths()
    await childStores()
    await chains()
  }

  private func counters() async {
    let f1 = SwitchFloor.floor
    let counter = Store(initialState: Counter.State(id: 0)) { Counter() }
    await bench.row("send", size: "1 reducer", floor: f1) { count in
      for _ in 0..<count { counter.send(.increment) }
    }
    let observed = Store(initialState: ObservedCounter.State()) { ObservedCounter() }
    await bench.row("send, observable state", size: "no observer", floor: f1) { count in
      for _ in 0..<count { observed.send(.increment) }
    }
    var seen = 0
    let token = observed.observe { seen &+= observed.count }
    await bench.row(
      "send, observable state", size: "1 observer", floor: f1
    ) { count in
      for _ in 0..<count { observed.send(.increment) }
    }
    token.cancel()
    blackHole(seen)
  }

  private func depths() async {
    let f1 = SwitchFloor.floor
    let five = Store(initialState: Level5.State()) { Level5() }
    await bench.row("send through scopes", size: "5", floor: f1) { count in
      for _ in 0..<count { five.sendToCounter() }
    }
    let six = Store(initialState: Level6.State()) { Level6() }
    await bench.row("send through scopes", size: "6", floor: f1) { count in
      for _ in 0..<count { six.sendToCounter() }
    }
    let ten = Store(initialState: Level10.State()) { Level10() }
    await bench.row("send through scopes", size: "10", floor: f1) { count in
      for _ in 0..<count { ten.sendToCounter() }
    }
    await bench.row(
      "send through scopes", size: "each past 5, to 10", floor: f1, parts: 5,
      without: { count in for _ in 0..<count { five.sendToCounter() } },
      { count in for _ in 0..<count { ten.sendToCounter() } })
  }

  private func childStores() async {
    let f1 = SwitchFloor.floor
    let root = Store(initialState: Level5.State()) { Level5() }
    let child = root.scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
      .scope(state: \.child, action: \.child)
    await bench.row("send on a child store", size: "5 down", floor: f1) {
      count in
      for _ in 0..<count { child.send(.increment) }
    }
    var sum = 0
    await bench.row(
      "read a field on a child store", size: "5 down", floor: f1
    ) { count in
      for _ in 0..<count { sum &+= child.count }
    }
    await bench.row(
      "read a field on a child store", size: "5 down, withState", floor: f1
    ) { count in
      for _ in 0..<count { sum &+= child.withState { $0.count } }
    }
    blackHole(sum)
  }

  private func chains() async {
    let store = Store(initialState: Chain.State()) { Chain() }
    await bench.row(
      "chain of .send effects, each", size: "1,000",
      floor: SwitchFloor.floor, parts: 1_000
    ) { count in
      for _ in 0..<count { store.send(.step(remaining: 999)) }
    }
  }
}

extension Store where State == Level5.State, Action == Level5.Action {
  fileprivate func sendToCounter() {
    send(.child(.child(.child(.child(.child(.increment))))))
  }
}

extension Store where State == Level6.State, Action == Level6.Action {
  fileprivate func sendToCounter() {
    send(.child(.child(.child(.child(.child(.child(.increment)))))))
  }
}

extension Store where State == Level10.State, Action == Level10.Action {
  fileprivate func sendToCounter() {
    send(
      .child(
        .child(.child(.child(.child(.child(.child(.child(.child(.child(.increment)))))))))))
  }
}
