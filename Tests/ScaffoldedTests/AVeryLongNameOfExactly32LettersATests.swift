import Headrace
import HeadraceTesting
import Testing

@testable import Scaffolded

@Suite struct AVeryLongNameOfExactly32LettersATests {
  @Test func closingTellsTheParent() async {
    let store = TestStore(initialState: AVeryLongNameOfExactly32LettersA.State()) {
      AVeryLongNameOfExactly32LettersA()
    }
    await store.send(\.view.closeButtonTapped)
    await store.receive(\.delegate.closed)
  }

  @Test func unfinishedActionsChangeNothing() async {
    let store = TestStore(initialState: AVeryLongNameOfExactly32LettersA.State()) {
      AVeryLongNameOfExactly32LettersA()
    }
    await store.send(\.view.aLongActionNameOfExactly32Letter)
  }

  @Test func loadedValuesAreShown() async {
    let store = TestStore(initialState: AVeryLongNameOfExactly32LettersA.State()) {
      AVeryLongNameOfExactly32LettersA()
    } withDependencies: {
      $0.anotherLongNameOfExactly32LetterClient.load = { ["one", "two"] }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loaded) { $0.phase = .loaded(["one", "two"]) }
  }

  @Test func aFailureIsShown() async {
    struct Unreachable: Error {}
    let store = TestStore(initialState: AVeryLongNameOfExactly32LettersA.State()) {
      AVeryLongNameOfExactly32LettersA()
    } withDependencies: {
      $0.anotherLongNameOfExactly32LetterClient.load = { throw Unreachable() }
    }
    await store.send(\.view.appeared) { $0.phase = .loading }
    await store.receive(\.inner.loadingFailed) { $0.phase = .failed }
  }
}
