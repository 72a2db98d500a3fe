import Headrace
import Observation
import Testing

extension MacroAttack {
  @MainActor
  @Suite("Attacked with the macros: observation", .timeLimit(.minutes(30)))
  struct Observation {
    @Test(
      "Law 12: a grandparent restores an earlier copy of a child: the grandchild's store is told")
    func undoOfTwoLevels() {
      let store = Store(initialState: Top.State()) { Top() }
      let mid = store.scope(state: \.mid, action: \.mid)
      let low = mid.scope(state: \.low, action: \.low)
      let saved = store.withState { $0.mid }
      var (below, between, above, others) = ([Int](), [Int](), [Int](), [Int]())
      let tokens = [
        low.observe { below.append(low.count) },
        mid.observe { between.append(mid.low.count) },
        store.observe { above.append(store.mid.low.count) },
        store.observe { others.append(store.t) },
      ]
      low.send(.add(5))
      store.send(.change { $0.mid = saved })
      low.send(.add(7))
      store.send(
        .change { state in
          func restore(_ mid: inout Mid.State) { mid = saved }
          restore(&state.mid)
        })
      #expect(below == [0, 5, 0, 7, 0])
      #expect(between == [0, 5, 0, 7, 0])
      #expect(above == [0, 5, 0, 7, 0])
      #expect(others == [0])
      withExtendedLifetime(tokens) {}
    }

    @Test("Law 12: restoring an enum's child after another case notifies its observers")
    func undoOfACase() {
      let store = desk()
      change(store) { $0.destination = .worker(Worker.State(id: 1)) }
      let saved = store.withState { $0.destination }
      let worker: CaseKeyPath<Destination.State, Worker.State> = \.worker
      var seen: [Int?] = []
      let token = store.observe {
        let destination = store.scope(state: \.$destination, action: \.destination)
        seen.append(destination?.scope(state: worker, action: \.worker)?.count)
      }
      store.send(.destination(.presented(.worker(.add(5)))))
      change(store) { $0.destination = .other(Worker.State(id: 1)) }
      change(store) { $0.destination = saved }
      #expect(seen == [0, 5, nil, 0])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: restoring a row in place notifies its observers, not its neighbour's")
    func undoOfARowInPlace() throws {
      let store = desk(Place.state())
      let rows = store.scope(state: \.rows, action: \.rows)
      let (one, two) = (try #require(rows[id: 1]), try #require(rows[id: 2]))
      let saved = try #require(store.withState { $0.rows[id: 1] })
      var (first, second) = ([Int](), [Int]())
      let tokens = [
        one.observe { first.append(one.count) }, two.observe { second.append(two.count) },
      ]
      one.send(.add(5))
      change(store) { state in
        func restore(_ row: inout Worker.State?) { row = saved }
        restore(&state.rows[id: 1])
      }
      #expect(first == [0, 5, 0])
      #expect(second == [0])
      withExtendedLifetime(tokens) {}
    }

    @Test(
      "Law 12: a presented draft of a row tells its own observers, and the row when it is saved")
    func aPresentedDraft() throws {
      let store = desk(Place.state())
      let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 1])
      change(store) { $0.shown = $0.rows[id: 1] }
      let draft = try #require(store.scope(state: \.$shown, action: \.shown))
      var (rows, drafts) = ([Int](), [Int]())
      let tokens = [
        row.observe { rows.append(row.count) }, draft.observe { drafts.append(draft.count) },
      ]
      draft.send(.add(3))
      #expect(rows == [0])
      #expect(drafts == [0, 3])
      change(store) { $0.rows[id: 1] = $0.shown }
      #expect(rows == [0, 3])
      #expect(drafts == [0, 3])
      withExtendedLifetime(tokens) {}
    }

    @Test("Law 12: restoring a popped feature with an older path notifies its observers")
    func undoOfAPop() {
      let store = desk()
      change(store) { state in
        for id in 0..<2 { state.path.append(.worker(Worker.State(id: id))) }
      }
      let ids = store.withState { Array($0.path.ids) }
      var seen: [[Int]] = []
      let token = store.observe {
        seen.append(
          store.path.map { element in
            switch element {
            case .worker(let worker), .other(let worker): worker.count
            }
          })
      }
      store.send(.path(.element(id: ids[1], action: .worker(.add(5)))))
      let saved = store.withState { $0.path }
      store.send(.path(.popFrom(id: ids[1])))
      change(store) { $0.path = saved }
      #expect(seen == [[0, 0], [0, 5], [0], [0, 5]])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: an equal case that is assigned to an observable enum notifies no observer")
    func anEqualCase() {
      let store = Store(initialState: Phased.State()) { Phased() }
      var seen: [Phased.Phase] = []
      let token = store.observe { seen.append(store.phase) }
      store.send(.set(.busy(1)))
      store.send(.set(.busy(1)))
      store.send(.count)
      store.send(.set(.idle))
      store.send(.set(.idle))
      #expect(seen == [.idle, .busy(1), .idle])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: replacing a shared value notifies its observers, and so do later changes")
    func aSharedValueIsExchanged() {
      let store = Store(initialState: Themed.State(theme: Shared(value: "light"))) { Themed() }
      var seen: [String] = []
      let token = store.observe { seen.append(store.theme) }
      store.send(.dim("grey"))
      store.send(.exchange("dark"))
      store.send(.dim("black"))
      #expect(store.withState { $0.theme } == "black")
      #expect(seen == ["light", "grey", "dark", "black"])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: tracking of child and parent within an observer is notified once each")
    func trackingWithinAnObserver() {
      let store = Store(initialState: Top.State()) { Top() }
      let mid = store.scope(state: \.mid, action: \.mid)
      let low = mid.scope(state: \.low, action: \.low)
      let (ofChild, ofParent) = (Count(), Count())
      var isFirst = true
      let token = mid.observe {
        guard isFirst else { return }
        isFirst = false
        withObservationTracking {
          _ = low.count
        } onChange: {
          ofChild.add()
        }
        withObservationTracking {
          _ = store.t
        } onChange: {
          ofParent.add()
        }
      }
      low.send(.add(1))
      #expect(ofChild.value == 1)
      #expect(ofParent.value == 0)
      store.send(.change { $0.t = 1 })
      #expect(ofChild.value == 1)
      #expect(ofParent.value == 1)
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: a binding notifies once, and not if the value is equal")
    func bindings() {
      let store = Store(initialState: Form.State()) { Form() }
      var (names, ages) = ([String](), [Int]())
      let tokens = [
        store.observe { names.append(store.name) }, store.observe { ages.append(store.age) },
      ]
      store.name = "Ada"
      store.name = "Ada"
      #expect(names == ["", "Ada"])
      #expect(ages == [0])
      withExtendedLifetime(tokens) {}
    }

    @Test("Law 14: objects of cancelled observers are freed, though none of their fields changes")
    func cancelledObserversAreFreed() {
      let store = desk(Place.state())
      let lives = Lives()
      for _ in 1...1000 {
        let thing = lives.makeThing()
        let token = store.observe { withExtendedLifetime(thing) { _ = store.n } }
        token.cancel()
      }
      #expect(lives.freed == lives.made)
    }

    @Test("Law 14: row stores go once their observers are cancelled")
    func rowStoresGo() throws {
      let store = desk()
      let outer = store.observe { _ = store.scope(state: \.rows, action: \.rows).ids }
      for id in 0..<1000 {
        change(store) { $0.rows.append(Worker.State(id: id)) }
        weak var gone: StoreOf<Worker>?
        do {
          let row = try #require(store.scope(state: \.rows, action: \.rows)[id: id])
          gone = row
          let token = row.observe { _ = row.count }
          row.send(.add(1))
          token.cancel()
        }
        if gone != nil { Issue.record("The store of row \(id) is still there.") }
        change(store) { $0.rows.remove(id: id) }
      }
      outer.cancel()
    }

    @Test("Law 14: shared values go with the children that had them, though an observer stays")
    func sharedValuesGo() {
      let lives = Lives()
      let store = Store(initialState: Sharing.State()) { Sharing() }
      let token = store.observe { _ = store.scope(state: \.child, action: \.child)?.thing }
      for _ in 1...500 {
        store.send(.put(Sharing.Child(thing: Shared(value: lives.makeThing()))))
      }
      #expect(lives.made - lives.freed <= 4)
      store.send(.put(nil))
      token.cancel()
      #expect(lives.made - lives.freed <= 1)
    }
  }
}
