import Headrace

/// A step that has steps.
@Reducer
struct Instruction {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var isDone = false
    var steps: IdentifiedArrayOf<State> = []
  }

  enum Action {
    case toggled
    indirect case steps(IdentifiedActionOf<Instruction>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .toggled:
        state.isDone.toggle()
        return .none
      case .steps:
        return .none
      }
    }
    .forEach(\.steps, action: \.steps) {
      Instruction()
    }
  }
}

@Reducer
struct RecipeList {
  @Reducer(state: .equatable)
  enum Path {
    case detail(RecipeDetail)
    case steps(Instruction)
  }

  @ObservableState
  struct State: Equatable {
    var loader = RemoteValue<[Recipe]>.State()
    var path = StackState<Path.State>()
    var recipes: IdentifiedArrayOf<Recipe> = []
    var tapCount = 0
  }

  enum Action {
    case addButtonTapped
    case loader(RemoteValue<[Recipe]>.Action)
    case path(StackActionOf<Path>)
    case recipeTapped(id: Recipe.ID)
    case stepsButtonTapped
    case task
  }

  @Dependency(\.recipeClient) var client
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Scope(state: \.loader, action: \.loader) {
      RemoteValue(load: client.all)
    }

    Reduce(core)
      .forEach(\.path, action: \.path)
      .countingTaps()
  }

  func core(into state: inout State, action: Action) -> EffectOf<Self> {
    switch action {
    case .addButtonTapped:
      state.recipes.append(Recipe(id: uuid()))
      return .none

    case let .loader(.response(.success(recipes))):
      state.recipes = IdentifiedArray(uniqueElements: recipes)
      return .none

    case .loader:
      return .none

    case let .path(.element(id: _, action: .detail(.delegate(delegateAction)))):
      switch delegateAction {
      case let .deleted(id: id):
        state.recipes.remove(id: id)
      }
      return .none

    case let .path(.element(id: id, action: .detail(.destination(.presented(.edit)))))
    where state.path[id: id]?.detail?.recipe.title.isEmpty == true:
      return .none

    case let .path(.popFrom(id: id)):
      guard case let .detail(detail)? = state.path[id: id] else { return .none }
      state.recipes[id: detail.recipe.id] = detail.recipe
      return .none

    case .path:
      return .none

    case let .recipeTapped(id: id):
      guard let recipe = state.recipes[id: id] else { return .none }
      state.path.append(.detail(RecipeDetail.State(recipe: recipe)))
      return .none

    case .stepsButtonTapped:
      state.path.append(.steps(Instruction.State(id: 0, steps: [Instruction.State(id: 1)])))
      return .none

    case .task:
      return .send(.loader(.task))
    }
  }
}

extension Reducer where State == RecipeList.State, Action == RecipeList.Action {
  /// A reducer composed of another, as libraries offer them.
  @ReducerBuilder<State, Action>
  fileprivate func countingTaps() -> some ReducerOf<Self> {
    self
    Reduce { state, action in
      switch action {
      case .addButtonTapped, .recipeTapped, .stepsButtonTapped:
        state.tapCount += 1
      case .loader, .path, .task:
        break
      }
      return .none
    }
  }
}
