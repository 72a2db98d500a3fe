import Headrace
import Testing

extension ThirdAttack {
  /// Drops the store at one kind of event.
  final class Dropping: StoreInstrument {
    enum Event: CaseIterable, Sendable {
      case received, reduced, dropped, started, beforeLaunch, afterLaunch, ended, cancelled
    }

    typealias State = Whole.State
    typealias Action = Whole.Action

    private let event: Event
    private let host: Host

    init(at event: Event, host: Host) {
      self.event = event
      self.host = host
    }

    private func drop(at event: Event) {
      guard event == self.event else { return }
      let host = host
      MainActor.assumeIsolated { host.store = nil }
    }

    func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
      drop(at: .received)
    }
    func actionReduced(_ action: Action, id: ActionID, state: State) { drop(at: .reduced) }
    func actionDropped(_ drop: ActionDrop) { self.drop(at: .dropped) }
    func effectStarted(_ effect: EffectInfo) { drop(at: .started) }
    func launchEffect(_ effect: EffectInfo, _ launch: () -> Void) {
      drop(at: .beforeLaunch)
      launch()
      drop(at: .afterLaunch)
    }
    func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) { drop(at: .ended) }
    func effectCancelled(_ effect: EffectInfo) { drop(at: .cancelled) }
  }

  @MainActor
  @Suite("Attacked again: re-entrance and values that travel", .timeLimit(.minutes(30)))
  struct Reentry {
    @Test(
      "Laws 7 and 8: a store that goes in an instrument leaves no effect",
      arguments: Dropping.Event.allCases)
    func theStoreGoesInAnInstrument(_ event: Dropping.Event) async {
      let (host, notes) = (Host(nil), Notes())
      host.store = whole(notes: notes)
      weak let gone = host.store
      host.store?.instruments = [Dropping(at: event, host: host)]
      func work() -> Effect<Whole.Action> {
        .run { _ in
          notes.add("begun")
          defer { notes.add("ended") }
          try await forever()
        }
      }
      let tasks = [
        host.store?.send(.effect { .merge(work().cancellable(id: 1), work()) }),
        host.store?.send(.part(1, .leaf(.start))),
        host.store?.send(.change { $0.parts.remove(id: 1) }),
        host.store?.send(.effect { .concatenate(.cancel(id: 1), work()) }),
      ]
      host.store = nil
      for task in tasks { await task?.finish() }
      #expect(gone == nil)
      #expect(notes.count(of: "begun") == notes.count(of: "ended"))
    }

    @Test("Law 7: handlers that cancel each other in a ring run once each")
    func aRingOfHandlers() async {
      let notes = Notes()
      let store = whole(notes: notes)
      let (host, names) = (Host(store), ["p", "q", "r"])
      for name in names { store.send(.a(.guarded(name))) }
      for name in names { await notes.until("begin \(name)") }
      notes.setHook {
        MainActor.assumeIsolated {
          for name in ["q", "r", "p"] { host.store?.send(.effect { .cancel(id: name) }) }
        }
      }
      store.send(.effect { .cancel(id: "p") })
      #expect(store.effects.isEmpty)
      for name in names {
        await notes.until("end \(name)")
        #expect(notes.count(of: "cancel \(name)") == 1)
      }
    }

    @Test("Law 7: an effect that a handler starts with the id being cancelled continues")
    func aHandlerStartsTheSameID() async {
      let notes = Notes()
      let store = whole(notes: notes)
      let host = Host(store)
      store.send(.a(.guarded("p")))
      await notes.until("begin p")
      notes.setHook {
        MainActor.assumeIsolated {
          notes.setHook {}
          _ = host.store?.send(.a(.guarded("p")))
        }
      }
      store.send(.effect { .cancel(id: "p") })
      #expect(store.effects.count == 1)
      store.send(.effect { .cancel(id: "p") })
      #expect(store.effects.isEmpty)
    }

    @Test("Law 8: a handler puts the removed row back, as a new child")
    func aHandlerPutsTheRowBack() async {
      let notes = Notes()
      let store = whole(notes: notes)
      let host = Host(store)
      store.send(.part(1, .leaf(.guarded("p"))))
      await notes.until("begin p")
      notes.setHook {
        MainActor.assumeIsolated {
          host.store?.send(.change { $0.parts.append(Part.State(id: 1)) })
          _ = host.store?.send(.part(1, .leaf(.start)))
        }
      }
      change(store) { $0.parts.remove(id: 1) }
      await notes.until("end p")
      #expect(store.withState { $0.parts[id: 1] != nil })
      #expect(store.effects.count == 1)
    }

    @Test("Law 7: a concatenation that cancels its own id stops")
    func aConcatenationCancelsItself() async {
      let (store, notes) = (whole(), Notes())
      let task = store.send(
        .effect {
          .concatenate(
            .run { _ in notes.add("1") }, .cancel(id: "x"), .run { _ in notes.add("2") }
          )
          .cancellable(id: "x")
        })
      await task.finish()
      #expect(notes.all == ["1"])
    }

    @Test("Law 11: values that a host or an effect overrides do not reach the reducer")
    func overridesOutside() async {
      let notes = Notes()
      let store = whole(notes: notes)
      let task = withDependencies {
        $0.attackTag = "host"
      } operation: {
        store.send(.a(.tell))
        return store.send(.a(.tellLater))
      }
      await task.finish()
      let effect = Effect<Whole.Action>.run { send in
        await withDependencies {
          $0.attackTag = "effect"
        } operation: {
          await send(.a(.tell))
          await send(.a(.tellLater))
        }
      }
      await store.send(.effect { effect }).finish()
      #expect(notes.count(of: "store told 1") == 4)
      #expect(notes.all.count == 4)
    }
  }
}
