import Headrace
import HeadraceTesting
import Synchronization
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@MainActor
@Suite("A program of The Composable Architecture, with another import")
struct RecipeListTests {
  private struct Offline: Error {}

  private nonisolated static let soup = Recipe(id: UUID(0), title: "Soup")
  private nonisolated static let bread = Recipe(id: UUID(1), title: "Bread")

  @Test func recipesAreLoadedAndAdded() async {
    let store = TestStore(initialState: RecipeList.State()) {
      RecipeList()
    } withDependencies: {
      $0.recipeClient.all = { [Self.soup, Self.bread] }
      $0.uuid = .incrementing
    }

    await store.send(.task)
    await store.receive(\.loader.task) {
      $0.loader.isLoading = true
    }
    await store.receive(\.loader.response.success, [Self.soup, Self.bread]) {
      $0.loader.isLoading = false
      $0.loader.value = [Self.soup, Self.bread]
      $0.recipes = [Self.soup, Self.bread]
    }
    store.dependencies.uuid = .constant(UUID(7))
    await store.send(.addButtonTapped) {
      $0.recipes.append(Recipe(id: UUID(7)))
      $0.tapCount = 1
    }
  }

  @Test func aFailureToLoadIsCounted() async {
    let store = TestStore(initialState: RemoteValue<Int>.State()) {
      RemoteValue { throw Offline() }
    }
    await store.send(\.task) { $0.isLoading = true }
    await store.receive(\.response.failure) {
      $0.isLoading = false
      $0.failureCount = 1
    }
  }

  @Test func aRecipeIsEditedAndSaved() async throws {
    let clock = TestClock()
    let now = Date(timeIntervalSince1970: 1_234)
    let saved = Mutex<[Recipe]>([])
    let store = TestStore(
      initialState: RecipeList.State(recipes: [Self.soup, Self.bread])
    ) {
      RecipeList()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = now
      $0.recipeClient.save = { recipe in saved.withLock { $0.append(recipe) } }
      $0.recipeClient.suggestions = { ["\($0) with beans"] }
    }

    await store.send(.recipeTapped(id: UUID(0))) {
      $0.path[id: 0] = .detail(RecipeDetail.State(recipe: Self.soup))
      $0.tapCount = 1
    }
    await store.send(\.path[id: 0].detail.editButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .edit(RecipeForm.State(recipe: Self.soup))
    }
    await store.send(\.path[id: 0].detail.destination.edit.binding, .set(\.recipe.title, "Stew")) {
      $0.path[id: 0, case: \.detail]?.destination?.modify(\.edit) { $0.recipe.title = "Stew" }
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(\.path[id: 0].detail.destination.edit.suggestionsResponse) {
      $0.path[id: 0, case: \.detail]?.destination?.modify(\.edit) {
        $0.suggestions = ["Stew with beans"]
      }
    }
    await store.send(\.path[id: 0].detail.destination.edit.binding, .set(\.recipe.servings, 4)) {
      $0.path[id: 0, case: \.detail]?.destination?.modify(\.edit) { $0.recipe.servings = 4 }
    }
    await store.send(\.path[id: 0].detail.destination.edit.saveButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination?.modify(\.edit) { $0.recipe.changedAt = now }
    }
    let stew = Recipe(id: UUID(0), title: "Stew", servings: 4, changedAt: now)
    #expect(saved.withLock { $0 } == [stew])
    await store.receive(\.path[id: 0].detail.destination.edit.delegate.saved) {
      $0.path[id: 0, case: \.detail]?.recipe = stew
    }
    await store.receive(\.path[id: 0].detail.destination.dismiss) {
      $0.path[id: 0, case: \.detail]?.destination = nil
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = StackState()
      $0.recipes[id: UUID(0)] = stew
    }
  }

  @Test func aRecipeIsDeletedAfterAQuestion() async {
    let store = TestStore(
      initialState: RecipeList.State(
        path: StackState([.detail(RecipeDetail.State(recipe: Self.soup))]),
        recipes: [Self.soup, Self.bread])
    ) {
      RecipeList()
    }
    await store.send(\.path[id: 0].detail.deleteButtonTapped) {
      $0.path[id: 0, case: \.detail]?.destination = .alert(.delete(title: "Soup"))
    }
    await store.send(\.path[id: 0].detail.destination.alert.confirmDeletion) {
      $0.path[id: 0, case: \.detail]?.destination = nil
    }
    await store.receive(\.path[id: 0].detail.delegate.deleted) {
      $0.recipes = [Self.bread]
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.receive(\.path.popFrom)
    store.assert { $0.path = StackState() }
  }

  @Test func stepsWithinStepsAreTicked() async {
    let store = TestStore(initialState: RecipeList.State()) { RecipeList() }
    await store.send(.stepsButtonTapped) {
      $0.path[id: 0] = .steps(Instruction.State(id: 0, steps: [Instruction.State(id: 1)]))
      $0.tapCount = 1
    }
    await store.send(\.path[id: 0].steps.steps[id: 1].toggled) {
      $0.path[id: 0]?.modify(\.steps) { $0.steps[id: 1]?.isDone = true }
    }
  }

  @Test func aHostReachesEveryScreenByScoping() throws {
    let edited = RecipeDetail.State(
      destination: .edit(RecipeForm.State(recipe: Self.soup)), recipe: Self.soup)
    let store = Store(
      initialState: RecipeList.State(
        path: StackState([
          .detail(edited), .steps(Instruction.State(id: 0, steps: [Instruction.State(id: 1)])),
        ]),
        recipes: [Self.soup])
    ) {
      RecipeList()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.stackElementIDs = .init()
    }
    let screens = store.scope(state: \.path, action: \.path)
    let detail = try #require(screens.first?.scope(state: \.detail, action: \.detail))
    let form = try #require(
      detail.scope(state: \.destination?.edit, action: \.destination.edit))
    form.send(.binding(.set(\.recipe.title, "Stew")))
    #expect(form.recipe.title == "Stew")
    #expect(detail.recipe.title == "Soup")
    let steps = try #require(screens.last?.scope(state: \.steps, action: \.steps))
    for step in steps.scope(state: \.steps, action: \.steps) { step.send(.toggled) }
    #expect(steps.withState(\.steps).first?.isDone == true)
    #expect(store.withState(\.recipes.count) == 1)
  }
}
