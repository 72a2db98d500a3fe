import Headrace
import Testing

/// The store of a presented child ends with the presentation, even if a host keeps it. A late
/// tap through the old store once changed the next child.
@MainActor
@Suite("The store of a child that was dismissed") struct DismissedStoreTests {
  @Reducer
  struct Child {
    @ObservableState
    struct State: Equatable { var n = 0 }
    enum Action { case tapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.n += 1
      return .none
    }
  }

  struct PlainChild: Reducer {
    struct State: Equatable { var n = 0 }
    @CasePathable
    enum Action { case tapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.n += 1
      return .none
    }
  }

  @Reducer
  struct Parent {
    @ObservableState
    struct State {
      @Presents var child: Child.State?
      @Presents var plain: PlainChild.State?
      var inner: Inner.State? = Inner.State()
    }
    enum Action {
      case child(PresentationAction<Child.Action>)
      case plain(PresentationAction<PlainChild.Action>)
      case inner(Inner.Action)
      case change((inout State) -> Void)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .ifLet(\.$child, action: \.child) { Child() }
      .ifLet(\.$plain, action: \.plain) { PlainChild() }
      .ifLet(\.inner, action: \.inner) { Inner() }
    }
  }

  @Reducer
  struct Inner {
    @ObservableState
    struct State { @Presents var child: Child.State? = Child.State() }
    enum Action { case child(PresentationAction<Child.Action>) }

    var body: some ReducerOf<Self> {
      EmptyReducer().ifLet(\.$child, action: \.child) { Child() }
    }
  }

  private nonisolated static func isLateTap(_ issue: Issue) -> Bool {
    let text = issue.comments.map(\.rawValue).joined()
    return text.contains("An action was sent to a child that was dismissed: '.tapped'.")
      && text.contains("HeadraceTests/DismissedStoreTests.swift:")
  }

  @Test("It is not the store of the next presentation, and keeps showing its last state")
  func theNextPresentation() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.change { $0.child = Child.State() })
    let old = try #require(store.scope(state: \.$child, action: \.child))
    old.send(.tapped)
    #expect(old.n == 1)
    #expect(store.scope(state: \.$child, action: \.child) === old)
    store.send(.change { $0.child = nil })
    store.send(.change { $0.child = Child.State(n: 10) })
    let new = try #require(store.scope(state: \.$child, action: \.child))
    #expect(old !== new)
    #expect(new.n == 10)
    withKnownIssue {
      #expect(old.n == 1)
    } matching: {
      "\($0)".contains("The state of a child that is gone was read")
    }
    let dropCount = store.lateSendCount
    withKnownIssue {
      _ = old.send(.tapped)
    } matching: {
      Self.isLateTap($0)
    }
    #expect(store.child?.n == 10)
    #expect(store.lateSendCount == dropCount + 1)
    new.send(.tapped)
    #expect(new.n == 11)
  }

  @Test("The same is true of a dismissal and a presentation in one action, and of plain states")
  func inOneAction() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.change { $0.plain = PlainChild.State() })
    let old = try #require(store.scope(state: \.$plain, action: \.plain))
    var stores: [ObjectIdentifier] = []
    let token = store.observe {
      if let plain = store.scope(state: \.$plain, action: \.plain) {
        stores.append(ObjectIdentifier(plain))
      }
    }
    store.send(
      .change {
        $0.plain = nil
        $0.plain = PlainChild.State()
      })
    let new = try #require(store.scope(state: \.$plain, action: \.plain))
    #expect(old !== new)
    #expect(stores.count == 2)
    withKnownIssue {
      _ = old.send(.tapped)
    } matching: {
      Self.isLateTap($0)
    }
    #expect(store.plain?.n == 0)
    withExtendedLifetime(token) {}
  }

  @Test("While nothing is presented, the reducer reports the action as before")
  func nothingIsPresented() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.change { $0.child = Child.State() })
    let old = try #require(store.scope(state: \.$child, action: \.child))
    store.send(.change { $0.child = nil })
    withKnownIssue {
      _ = old.send(.tapped)
    } matching: {
      "\($0)".contains("'ifLet'")
    }
  }

  @Test("A child that replaces another, and a changed copy, keep the store")
  func changesInPlace() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.change { $0.child = Child.State() })
    let child = try #require(store.scope(state: \.$child, action: \.child))
    store.send(.change { $0.child?.n = 3 })
    store.send(
      .change {
        var copy = $0.child
        copy?.n = 4
        $0.child = copy
      })
    #expect(store.scope(state: \.$child, action: \.child) === child)
    store.send(.change { $0.child = Child.State(n: 5) })
    #expect(store.scope(state: \.$child, action: \.child) === child)
    child.send(.tapped)
    #expect(child.n == 6)
  }

  @Test("An earlier copy of the state that is put back has its child's store")
  func anEarlierCopy() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.change { $0.child = Child.State() })
    let child = try #require(store.scope(state: \.$child, action: \.child))
    let saved = store.state
    store.send(.change { $0.child = nil })
    store.send(.change { $0 = saved })
    #expect(store.scope(state: \.$child, action: \.child) === child)
    child.send(.tapped)
    #expect(child.n == 1)
  }

  @Test("Law 12: its observers are notified of a replacement, and not of the next presentation")
  func observers() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    store.send(.change { $0.child = Child.State() })
    let child = try #require(store.scope(state: \.$child, action: \.child))
    let saved = store.state
    var (kept, asked): ([Int], [Int?]) = ([], [])
    let tokens = [
      child.observe { kept.append(child.n) },
      store.observe { asked.append(store.scope(state: \.$child, action: \.child)?.n) },
    ]
    store.send(.change { $0.child = Child.State(n: 5) })
    #expect(kept == [0, 5])
    store.send(
      .change {
        $0.child = nil
        $0.child = Child.State(n: 7)
      })
    store.send(.child(.presented(.tapped)))
    #expect(kept == [0, 5])
    store.send(.change { $0 = saved })
    #expect(kept == [0, 5, 0])
    #expect(asked == [0, 5, 7, 8, 0])
    withExtendedLifetime(tokens) {}
  }

  @Test("Law 12: the same is true if the parent is replaced with the child")
  func observersBelowAnotherChild() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    let inner = try #require(store.scope(state: \.inner, action: \.inner))
    let child = try #require(inner.scope(state: \.$child, action: \.child))
    let saved = store.state
    var (kept, asked): ([Int], [Int?]) = ([], [])
    let tokens = [
      child.observe { kept.append(child.n) },
      inner.observe { asked.append(inner.scope(state: \.$child, action: \.child)?.n) },
    ]
    child.send(.tapped)
    store.send(.change { $0.inner = Inner.State() })
    inner.send(.child(.presented(.tapped)))
    #expect(kept == [0, 1])
    store.send(.change { $0 = saved })
    #expect(kept == [0, 1, 0])
    #expect(asked == [0, 1, 0, 1, 0])
    withExtendedLifetime(tokens) {}
  }

  @Test("The same is true below another child, and nothing traps once the parent is released")
  func belowAnotherChild() throws {
    let store = Store(initialState: Parent.State()) { Parent() }
    let inner = try #require(store.scope(state: \.inner, action: \.inner))
    let old = try #require(inner.scope(state: \.$child, action: \.child))
    inner.send(.child(.dismiss))
    store.send(.change { $0.inner?.child = Child.State(n: 7) })
    let new = try #require(inner.scope(state: \.$child, action: \.child))
    withKnownIssue {
      _ = old.send(.tapped)
    } matching: {
      Self.isLateTap($0)
    }
    new.send(.tapped)
    #expect(new.n == 8)
    store.send(.change { $0.inner = nil })
    withKnownIssue {
      _ = new.send(.tapped)
    } matching: {
      "\($0)".contains("'ifLet'")
    }
  }
}
