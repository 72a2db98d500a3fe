import Headrace

/// A feature with a child, an observable state and a client, all without macros.
struct Notebook: Reducer {
  struct State: ObservableState {
    /// The macro would write this: an identity, and an accessor for each field.
    var _$observationRegistrar = ObservationStateRegistrar()
    var _$id: ObservableStateID { _$observationRegistrar.id }

    private var storedTitle = ""
    var title: String {
      get {
        _$observationRegistrar.access(1)
        return storedTitle
      }
      set {
        let isSame = ObservationStateRegistrar.isSame(storedTitle, newValue)
        storedTitle = newValue
        if !isSame { _$observationRegistrar.didChange(1) }
      }
    }

    var page = Page.State()
  }

  enum Action {
    case titleSuggested
    case titleFound(String)
    case page(Page.Action)
  }

  @Dependency(\.titles) var titles

  var body: some ReducerOf<Self> {
    Scope(state: \.page, action: \.page) { Page() }
    Reduce { state, action in
      switch action {
      case .titleSuggested:
        return .run { [titles] send in await send(.titleFound(titles.suggest())) }
      case .titleFound(let title):
        state.title = title
        return .none
      case .page:
        return .none
      }
    }
  }
}

extension Notebook.Action: CasePathable {
  struct AllCasePaths {
    var page: AnyCasePath<Notebook.Action, Page.Action> {
      AnyCasePath(
        embed: { .page($0) },
        extract: { action in
          guard case .page(let page) = action else { return nil }
          return page
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

/// The child.
struct Page: Reducer {
  struct State {
    var lineCount = 0
  }

  enum Action {
    case lineAdded
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .lineAdded:
      state.lineCount += 1
      return .none
    }
  }
}

/// A client as a plain struct.
struct Titles: Sendable {
  var suggest: @Sendable () async -> String
}

extension Titles: DependencyKey {
  static let liveValue = Titles { "Untitled" }
  static let testValue = Titles { "Test" }
}

extension DependencyValues {
  var titles: Titles {
    get { self[Titles.self] }
    set { self[Titles.self] = newValue }
  }
}
