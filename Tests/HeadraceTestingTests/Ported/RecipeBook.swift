import Headrace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// A program as an author of The Composable Architecture writes it: nothing in these files uses a
// spelling of our own.

struct Recipe: Equatable, Identifiable, Sendable {
  let id: UUID
  var title = ""
  var servings = 2
  var changedAt: Date?
}

@DependencyClient
struct RecipeClient: Sendable {
  var all: @Sendable () async throws -> [Recipe]
  var save: @Sendable (_ recipe: Recipe) async throws -> Void
  var suggestions: @Sendable (_ prefix: String) async -> [String] = { _ in [] }
}

extension RecipeClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var recipeClient: RecipeClient {
    get { self[RecipeClient.self] }
    set { self[RecipeClient.self] = newValue }
  }
}

/// Loads anything.
@Reducer
struct RemoteValue<Value: Equatable & Sendable> {
  @ObservableState
  struct State: Equatable {
    var value: Value?
    var isLoading = false
    var failureCount = 0
  }

  enum Action {
    case task
    case response(Result<Value, any Error>)
  }

  let load: @Sendable () async throws -> Value

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .task:
        state.isLoading = true
        return .run { [load] send in
          await send(.response(.success(try await load())))
        } catch: { error, send in
          await send(.response(.failure(error)))
        }

      case let .response(.success(value)):
        state.isLoading = false
        state.value = value
        return .none

      case .response(.failure):
        state.isLoading = false
        state.failureCount += 1
        return .none
      }
    }
  }
}

@Reducer
struct RecipeForm {
  @ObservableState
  struct State: Equatable, Sendable {
    var recipe: Recipe
    var suggestions: [String] = []
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case saveButtonTapped
    case suggestionsResponse([String])

    @CasePathable
    enum Delegate {
      case saved(Recipe)
    }
  }

  private enum CancelID { case suggestions }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.recipeClient) var client

  var body: some ReducerOf<Self> {
    BindingReducer()
      .onChange(of: \.recipe.title) { _, title in
        Reduce { state, _ in
          .run { [clock, client] send in
            try await clock.sleep(for: .milliseconds(300))
            await send(.suggestionsResponse(client.suggestions(prefix: title)))
          }
          .cancellable(id: CancelID.suggestions, cancelInFlight: true)
        }
      }

    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none

      case .saveButtonTapped:
        state.recipe.changedAt = now
        return .merge(
          .cancel(id: CancelID.suggestions),
          .run { [recipe = state.recipe, client, dismiss] send in
            try await client.save(recipe)
            await send(.delegate(.saved(recipe)))
            await dismiss()
          }
        )

      case let .suggestionsResponse(suggestions):
        state.suggestions = suggestions
        return .none
      }
    }
  }
}

@Reducer
struct RecipeDetail {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case edit(RecipeForm)

    @CasePathable
    enum Alert {
      case confirmDeletion
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var recipe: Recipe
  }

  enum Action {
    case deleteButtonTapped
    case delegate(Delegate)
    case destination(PresentationAction<Destination.Action>)
    case editButtonTapped

    @CasePathable
    enum Delegate {
      case deleted(id: Recipe.ID)
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped:
        state.destination = .alert(.delete(title: state.recipe.title))
        return .none

      case .delegate:
        return .none

      case .destination(.presented(.alert(.confirmDeletion))):
        return .run { [id = state.recipe.id, dismiss] send in
          await send(.delegate(.deleted(id: id)))
          await dismiss()
        }

      case let .destination(.presented(.edit(.delegate(.saved(recipe))))):
        state.recipe = recipe
        return .none

      case .destination:
        return .none

      case .editButtonTapped:
        state.destination = .edit(RecipeForm.State(recipe: state.recipe))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension RecipeDetail.Destination.State: Equatable {}

extension AlertState where Action == RecipeDetail.Destination.Alert {
  static func delete(title: String) -> Self {
    Self {
      TextState("Delete \(title)?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Keep")
      }
    } message: {
      TextState("It can't be brought back.")
    }
  }
}
