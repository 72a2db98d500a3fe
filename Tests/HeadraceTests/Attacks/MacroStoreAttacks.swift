import Headrace
import Testing

extension MacroAttack {
  @MainActor
  @Suite("Attacked with the macros: stores that go away", .timeLimit(.minutes(30)))
  struct DroppedStores {
    @Test(
      "Laws 7 and 8: the effect of the action in which its store went away does not go on",
      arguments: Place.allCases)
    func droppedWhileAChildsActionIsReduced(_ place: Place) async {
      let (host, lives, state) = (Host(), Lives(), Place.state())
      host.store = desk(state, lives: lives) { _, action in
        if case .start? = action.inner { host.store = nil }
        return .none
      }
      weak let gone = host.store
      let task = host.store?.send(place.action(.startLater, in: state))
      await task?.finish()
      #expect(gone == nil)
      #expect(lives.begun == lives.ended)
    }

    @Test("Law 8: actions after one in which the store was released are not reduced")
    func laterActionsAreDropped() async {
      let (host, lives, reduced) = (Host(), Lives(), Count())
      host.store = desk(Place.state(), lives: lives) { _, action in
        switch action.inner {
        case .told?:
          host.store = nil
          return .merge(.send(.begin), .send(.fixed(.start)))
        default:
          if case .begin = action { reduced.add() }
          return .none
        }
      }
      let task = host.store?.send(.shown(.presented(.tellAndLeave)))
      await task?.finish()
      #expect(reduced.value == 0)
      #expect(lives.begun == 0)
    }

    @Test("Laws 7 and 8: a store dropped by an effect's onCancel starts no further effect")
    func droppedInOnCancel() async {
      let (host, lives) = (Host(), Lives())
      host.store = desk(Place.state(), lives: lives) { state, action in
        guard case .halt = action else { return .none }
        state.shown = nil
        return .run { _ in
          lives.begin()
          defer { lives.end() }
          try await forever()
        }
      }
      let first = host.store?.send(.shown(.presented(.guarded)))
      await lives.until { $0.begun == 1 }
      lives.setHook { MainActor.assumeIsolated { host.store = nil } }
      let second = host.store?.send(.halt)
      await first?.finish()
      await second?.finish()
      #expect(host.store == nil)
      #expect(lives.begun == lives.ended)
    }

    @Test("Law 8: a store dropped by an observer ends the effects of the queue before it")
    func droppedInAnObserver() async {
      let (host, lives) = (Host(), Lives())
      host.store = desk(Place.state(), lives: lives)
      if let store = host.store {
        host.tokens = [
          store.observe { [weak store, weak host] in
            guard store?.fixed.count == 1 else { return }
            host?.tokens = []
            host?.store = nil
          }
        ]
      }
      let task = host.store?.send(.optional(.start))
      host.store?.send(.fixed(.add(1)))
      await task?.finish()
      #expect(host.store == nil)
      #expect(lives.begun == lives.ended)
    }
  }

  /// Acts once at the first event of each kind.
  final class Echo: StoreInstrument {
    typealias State = Desk.State
    typealias Action = Desk.Action

    var afterReducing: (() -> Void)?
    var afterCancelling: (() -> Void)?

    func actionReduced(_ action: Desk.Action, id: ActionID, state: Desk.State) {
      let act = afterReducing
      afterReducing = nil
      act?()
    }

    func effectCancelled(_ effect: EffectInfo) {
      let act = afterCancelling
      afterCancelling = nil
      act?()
    }
  }

  @MainActor
  @Suite("Attacked with the macros: re-entrance", .timeLimit(.minutes(30)))
  struct Reentrance {
    @Test("Law 2: an action that a state's object sends when released by the reducer is queued")
    func aDeinitSends() {
      let host = Host()
      host.store = desk()
      guard let store = host.store else { return }
      change(store) { state in
        state.thing = AtItsEnd {
          MainActor.assumeIsolated {
            _ = host.store?.send(.change { $0.n = $0.n * 10 + 2 })
          }
        }
      }
      change(store) { state in
        state.thing = nil
        state.n = 1
      }
      #expect(store.n == 12)
    }

    @Test("Law 2: actions from a dismissed child's onCancel find the child removed")
    func onCancelSends() async {
      let (host, lives) = (Host(), Lives())
      host.store = desk(Place.state(), lives: lives)
      host.store?.send(.shown(.presented(.guarded)))
      await lives.until { $0.begun == 1 }
      lives.setHook {
        MainActor.assumeIsolated {
          _ = host.store?.send(
            .change { state in
              let isGone = state.shown == nil
              state.log.append("gone: \(isGone)")
            })
        }
      }
      host.store?.send(.shown(.dismiss))
      #expect(host.store?.log == ["gone: true"])
      await lives.until { $0.ended == 1 }
    }

    @Test("Law 2: first in, first out, also for an instrument's actions")
    func anInstrumentSends() {
      let store = desk { state, action in
        guard case .begin = action else { return .none }
        state.log.append("first")
        return .send(.change { $0.log.append("sent") })
      }
      let echo = Echo()
      echo.afterReducing = { [unowned store] in
        store.send(.change { $0.log.append("instrument") })
      }
      store.instruments = [echo]
      store.send(.begin)
      #expect(store.log == ["first", "instrument", "sent"])
    }

    @Test("Laws 2 and 8: an instrument that sends on a cancellation finds the child removed")
    func anInstrumentSendsAtACancellation() {
      let store = desk(Place.state())
      let echo = Echo()
      echo.afterCancelling = { [unowned store] in
        store.send(
          .change { state in
            let isGone = state.rows[id: 1] == nil
            state.log.append("gone: \(isGone)")
          })
      }
      store.instruments = [echo]
      store.send(.rows(.element(id: 1, action: .start)))
      change(store) { $0.rows.remove(id: 1) }
      #expect(store.log == ["gone: true"])
      #expect(store.effects.isEmpty)
    }

    @Test("Law 15: a send within a child store's withState is reported, and reduced afterwards")
    func sendingWhileAChildIsRead() throws {
      let store = desk(Place.state())
      let row = try #require(store.scope(state: \.rows, action: \.rows)[id: 1])
      withKnownIssue {
        let seen = row.withState { state in
          store.send(.rows(.element(id: 1, action: .add(1))))
          return state.count
        }
        #expect(seen == 0)
      } matching: {
        "\($0)".contains("from within 'withState'")
      }
      #expect(row.count == 1)
    }

    @Test(
      "Law 15: a binding that is set within withState is reported for that, and for nothing else")
    func aBindingWhileTheStateIsRead() {
      let store = Store(initialState: Form.State()) { Form() }
      withKnownIssue {
        store.withState { _ in store.name = "Ada" }
      } matching: {
        "\($0)".contains("from within 'withState'")
      }
      #expect(store.name == "Ada")
    }

    @Test("Law 12: two stores whose observers send to each other settle, and both are notified")
    func observersOfTwoStores() {
      let (first, second) = (desk(), desk())
      var (ofFirst, ofSecond) = ([Int](), [Int]())
      let tokens = [
        first.observe {
          ofFirst.append(first.n)
          if first.n > 0, first.n < 10 { second.send(.change { $0.n += 1 }) }
        },
        second.observe {
          ofSecond.append(second.n)
          if second.n > 0, second.n < 10 { first.send(.change { $0.n += 1 }) }
        },
      ]
      first.send(.change { $0.n += 1 })
      #expect(first.n == 10)
      #expect(ofFirst.last == first.n)
      #expect(ofSecond.last == second.n)
      for token in tokens { token.cancel() }
    }
  }
}
