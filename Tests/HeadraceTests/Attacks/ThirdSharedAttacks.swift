import Dispatch
import Foundation
import Headrace
import Observation
import Synchronization
import Testing

extension ThirdAttack {
  /// Shows its own shared values and those of values below.
  @Reducer
  struct Hue {
    @ObservableState
    struct Inner: Equatable { @Shared var theme: String }

    @ObservableState
    struct Row: Equatable, Identifiable {
      let id: Int
      @Shared var theme: String
    }

    @ObservableState
    enum Mode: Equatable {
      case inner(Inner)
      case plain
    }

    @ObservableState
    struct State: Equatable {
      @Shared var theme: String
      var inner: Inner
      var rows: IdentifiedArrayOf<Row> = []
      var mode: Mode
      var n = 0
    }

    enum Action { case change((inout State) -> Void) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .change(let change) = action { change(&state) }
      return .none
    }
  }

  /// Shows a value that others may change, and that can be replaced by another.
  @Reducer
  struct Gauge {
    @ObservableState
    struct State {
      @SharedReader var number: Int
      @Shared var level: Level

      /// The level changes after it was read, before its observation is registered.
      var earlierHeight: Int {
        let height = level.height
        Level.pass(.heightRead)
        return height
      }
    }

    enum Action { case show(Shared<Int>) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .show(let number) = action { state.$number = SharedReader(number) }
      return .none
    }
  }

  /// A value that another thread may change while it is being read.
  struct Level: ObservableState {
    /// The moment at which another thread changes the value.
    enum Moment { case identityRead, heightRead }

    private static let raised = Mutex<(level: Shared<Level>, moment: Moment)?>(nil)

    var height = 0 { didSet { id = ObservableStateID() } }
    private var id = ObservableStateID()

    var _$id: ObservableStateID {
      Self.pass(.identityRead)
      return id
    }

    /// Lets another thread change a level at the next occurrence of a moment.
    static func raise(_ level: Shared<Level>, at moment: Moment) {
      raised.withLock { $0 = (level, moment) }
    }

    static func pass(_ moment: Moment) {
      let level = raised.withLock { raised -> Shared<Level>? in
        guard let (level, expected) = raised, expected == moment else { return nil }
        raised = nil
        return level
      }
      guard let level else { return }
      let changed = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        level.withLock { $0.height = 1 }
        changed.signal()
      }
      changed.wait()
    }
  }

  @MainActor
  static func hue() -> StoreOf<Hue> {
    let state = Hue.State(
      theme: Shared(value: "t"), inner: Hue.Inner(theme: Shared(value: "i")),
      rows: [Hue.Row(id: 1, theme: Shared(value: "r"))],
      mode: .inner(Hue.Inner(theme: Shared(value: "m"))))
    return Store(initialState: state) { Hue() }
  }

  @MainActor
  @Suite("Attacked again: shared values in observed states", .timeLimit(.minutes(30)))
  struct SharedBelow {
    @Test("Law 12: shared values in children, rows and cases that are read as values are observed")
    func valuesBelow() {
      let store = hue()
      var (inner, row, mode, top) = ([String](), [String](), [String](), [String]())
      var others = 0
      let tokens = [
        store.observe { inner.append(store.inner.theme) },
        store.observe { row.append(store.rows[id: 1]?.theme ?? "") },
        store.observe { if case .inner(let inner) = store.mode { mode.append(inner.theme) } },
        store.observe { top.append(store.theme) },
        store.observe {
          _ = store.n
          others += 1
        },
      ]
      store.send(.change { $0.inner.$theme.withLock { $0 = "i2" } })
      store.send(.change { $0.rows[id: 1]?.$theme.withLock { $0 = "r2" } })
      store.send(
        .change { state in
          guard case .inner(let inner) = state.mode else { return }
          inner.$theme.withLock { $0 = "m2" }
        })
      store.send(.change { $0.$theme.withLock { $0 = "t2" } })
      #expect(inner == ["i", "i2"])
      #expect(row == ["r", "r2"])
      #expect(mode == ["m", "m2"])
      #expect(top == ["t", "t2"])
      #expect(others == 1)
      for token in tokens { token.cancel() }
      store.send(.change { $0.inner.$theme.withLock { $0 = "i3" } })
      #expect(inner.count == 2)
    }

    @Test("Law 12: replacing a child's shared value notifies its observers, and so does its undo")
    func anExchangeBelow() {
      let store = hue()
      var seen: [String] = []
      let token = store.observe { seen.append(store.inner.theme) }
      let saved = store.withState { $0.inner }
      store.send(.change { $0.inner.$theme = Shared(value: "j") })
      store.send(.change { $0.inner = saved })
      store.send(.change { $0.inner.$theme.withLock { $0 = "k" } })
      #expect(seen == ["i", "j", "i", "k"])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: an observer of two stores is notified by each")
    func twoStores() {
      let (one, two) = (hue(), hue())
      var seen: [String] = []
      let token = one.observe { seen.append(one.inner.theme + two.inner.theme) }
      two.send(.change { $0.inner.$theme.withLock { $0 = "2" } })
      one.send(.change { $0.inner.$theme.withLock { $0 = "1" } })
      #expect(seen == ["ii", "i2", "12"])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: the reads of a reducer that an observer triggers are not the observer's")
    func anotherStoresReducerReads() async {
      let (store, other) = (hue(), hue())
      var runs = 0
      let token = store.observe {
        runs += 1
        _ = store.inner
        guard runs < 50 else { return }
        other.send(
          .change { state in
            let theme = state.inner.theme
            state.inner.$theme.withLock { $0 = theme + "x" }
          })
      }
      #expect(runs == 1)
      store.send(.change { $0.inner = Hue.Inner(theme: Shared(value: "j")) })
      #expect(runs == 2)
      // Tasks on the store's actor report changes that come from outside the store.
      for _ in 0..<100 { await Task.yield() }
      #expect(runs == 2)
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: replacing a read-only shared value notifies its observers")
    func aReaderIsExchanged() {
      let (one, two) = (Shared(value: 1), Shared(value: 2))
      let state = Gauge.State(number: SharedReader(one), level: Shared(value: Level()))
      let store = Store(initialState: state) { Gauge() }
      var seen: [Int] = []
      let token = store.observe { seen.append(store.number) }
      store.send(.show(two))
      store.send(.show(one))
      #expect(seen == [1, 2, 1])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: a change before the value is read is not missed")
    func aChangeBefore() {
      let level = Shared(value: Level())
      let state = Gauge.State(number: SharedReader(value: 0), level: level)
      let store = Store(initialState: state) { Gauge() }
      Level.raise(level, at: .identityRead)
      var seen: [Int] = []
      let token = store.observe { seen.append(store.level.height) }
      #expect(seen == [1])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: a change before the reads of the value are registered is not missed")
    func aChangeInTheMeantime() async {
      let level = Shared(value: Level())
      let state = Gauge.State(number: SharedReader(value: 0), level: level)
      let store = Store(initialState: state) { Gauge() }
      var seen: [Int] = []
      let token = store.observe {
        if seen.isEmpty { Level.raise(level, at: .heightRead) }
        seen.append(store.earlierHeight)
      }
      while seen.count < 2 { await Task.yield() }
      #expect(seen == [0, 1])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: an observer that begins within another store's reducer is notified")
    func begunWithinAReducer() {
      let store = hue()
      var seen: [String] = []
      var token: ObserveToken?
      let outer = whole()
      change(outer) { _ in token = store.observe { seen.append(store.inner.theme) } }
      store.send(.change { $0.inner.$theme.withLock { $0 = "x" } })
      #expect(seen == ["i", "x"])
      withExtendedLifetime(token) {}
    }

    @Test("Law 12: the system's tracking within an observer is notified of a shared value below")
    func trackingWithinAnObserver() {
      let (store, notes) = (hue(), Notes())
      var isFirst = true
      let token = store.observe {
        guard isFirst else { return }
        isFirst = false
        withObservationTracking {
          _ = store.inner.theme
        } onChange: {
          notes.add("told")
        }
      }
      store.send(.change { $0.inner.$theme.withLock { $0 = "x" } })
      #expect(notes.all == ["told"])
      withExtendedLifetime(token) {}
    }
  }
}
