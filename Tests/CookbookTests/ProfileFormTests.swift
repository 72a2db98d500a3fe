import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct ProfileFormTests {
  private func makeStore() -> TestStoreOf<ProfileForm> {
    TestStore(initialState: ProfileForm.State()) { ProfileForm() }
  }

  @Test func aFormIsFilledInAndSaved() async {
    let store = makeStore()
    await store.send(\.binding.name, "Ada") { $0.name = "Ada" }
    await store.send(\.binding.age, 36) { $0.age = 36 }
    await store.send(\.binding.getsNews, true) { $0.getsNews = true }
    await store.send(.saveButtonTapped) { $0.phase = .saved }
    await store.receive(.delegate(.saved(name: "Ada", age: 36)))
    await store.send(.resetButtonTapped) { $0 = ProfileForm.State() }
  }

  @Test func aNameIsCutWhileItIsTyped() async {
    let store = makeStore()
    let longest = String(repeating: "a", count: 20)
    await store.send(\.binding.name, longest) { $0.name = longest }
    await store.send(\.binding.name, longest + "b")
  }

  @Test(arguments: [(15, false), (16, true), (120, true), (121, false)])
  func bothEndsOfTheAgesAreKept(age: Int, isTaken: Bool) async {
    let store = makeStore()
    await store.send(\.binding.name, "Ada") { $0.name = "Ada" }
    await store.send(\.binding.age, age) { $0.age = age }
    await store.send(.saveButtonTapped) {
      $0.phase = isTaken ? .saved : .refused(.ageIsOutOfRange(16...120))
    }
    if isTaken { await store.receive(\.delegate.saved) }
  }

  @Test func aRefusalIsThereUntilTheFieldsChange() async {
    let store = makeStore()
    await store.send(.saveButtonTapped) { $0.phase = .refused(.nameIsMissing) }
    await store.send(\.binding.getsNews, true) { $0.getsNews = true }
    await store.send(\.binding.name, "Ada") {
      $0.name = "Ada"
      $0.phase = .editing
    }
  }
}
