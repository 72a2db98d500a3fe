import Headrace
import Testing

private enum Trace {
  @TaskLocal static var names: [String] = []
}

/// The ways in which instruments start effects.
@MainActor
@Suite("Instruments: launching effects", .timeLimit(.minutes(30)))
struct InstrumentLaunchTests {
  /// Binds a task-local value for an effect.
  private struct Binder: StoreInstrument {
    typealias State = [String]
    typealias Action = [String]
    let name: String
    var launchCount = 1

    func launchEffect(_ effect: EffectInfo, _ launch: () -> Void) {
      Trace.$names.withValue(Trace.names + [name]) {
        for _ in 0..<launchCount { launch() }
      }
    }
  }

  private func store(_ instruments: Binder...) -> Store<[String], [String]> {
    let store = Store(initialState: [String]()) {
      Reduce<[String], [String]> { state, action in
        state += action
        guard action == ["start"] else { return .none }
        return .run { await $0(Trace.names) }
      }
    }
    store.instruments = instruments
    return store
  }

  @Test func aTaskInheritsWhatInstrumentsBindTheFirstOutermost() async {
    let store = store(Binder(name: "one"), Binder(name: "two"))
    await store.send(["start"]).finish()
    #expect(store.state == ["start", "one", "two"])
  }

  @Test func anEffectIsStartedOnceHoweverOftenItIsLaunched() async {
    let store = store(Binder(name: "one", launchCount: 3))
    await store.send(["start"]).finish()
    #expect(store.state == ["start", "one"])
  }

  @Test func anEffectRunsThoughAnInstrumentForgetsIt() async {
    let store = store(Binder(name: "one", launchCount: 0), Binder(name: "two"))
    await withKnownIssue {
      await store.send(["start"]).finish()
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(
        """
        An instrument did not start an effect that it was told to start: 1.

        'launchEffect(_:_:)' must call its second argument once, before it returns. The effect \
        was started without it. Call 'launch()' on every path of that method.
        """)
    }
    #expect(store.state == ["start"])
  }
}
