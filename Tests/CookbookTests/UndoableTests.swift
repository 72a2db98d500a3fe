import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct UndoableTests {
  private func makeStore() -> TestStoreOf<Undoable<ProfileForm>> {
    TestStore(initialState: Undoable<ProfileForm>.State(current: ProfileForm.State())) {
      Undoable { ProfileForm() }
    }
  }

  @Test func changesAreTakenBackAndMadeAgain() async {
    let store = makeStore()
    let empty = ProfileForm.State()
    let named = ProfileForm.State(name: "Ada")
    let aged = ProfileForm.State(name: "Ada", age: 36)
    await store.send(\.current.binding.name, "Ada") {
      $0.current = named
      $0.past = [empty]
    }
    await store.send(\.current.binding.age, 36) {
      $0.current = aged
      $0.past = [empty, named]
    }
    await store.send(.undoButtonTapped) {
      $0.current = named
      $0.past = [empty]
      $0.future = [aged]
    }
    await store.send(.undoButtonTapped) {
      $0.current = empty
      $0.past = []
      $0.future = [aged, named]
    }
    await store.send(.undoButtonTapped)
    await store.send(.redoButtonTapped) {
      $0.current = named
      $0.past = [empty]
      $0.future = [aged]
    }
    await store.send(\.current.binding.getsNews, true) {
      $0.current.getsNews = true
      $0.past = [empty, named]
      $0.future = []
    }
    await store.send(.redoButtonTapped)
  }

  @Test func anActionThatChangesNothingIsNotRemembered() async {
    let store = makeStore()
    await store.send(\.current.binding.name, "")
  }

  @Test func theOldestOfAHundredAndOneStatesIsForgotten() async {
    let store = makeStore()
    for age in 1...101 {
      let past = ([18] + (1..<age)).suffix(100).map { ProfileForm.State(age: $0) }
      await store.send(\.current.binding.age, age) {
        $0.current.age = age
        $0.past = past
      }
    }
    #expect(store.state.past.count == 100)
    #expect(store.state.past.first?.age == 1)
  }
}
