import Headrace
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct BookshelfTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<Bookshelf> {
    TestStore(initialState: Bookshelf.State()) {
      Bookshelf()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  /// Opens a book with its author on top.
  private func openBookAndAuthor(_ store: TestStoreOf<Bookshelf>) async {
    await store.send(.bookTapped(title: "Emma")) {
      $0.path[id: 0] = .book(BookPage.State(title: "Emma"))
    }
    await store.send(\.path[id: 0].book.appeared)
    await store.send(\.path[id: 0].book.authorButtonTapped)
    await store.receive(\.path[id: 0].book.delegate.authorRequested) {
      $0.path[id: 1] = .author(AuthorPage.State(name: "Jane Austen"))
    }
  }

  @Test func aBookCountsItsMinutesAlsoBelowItsAuthor() async {
    let store = makeStore()
    await openBookAndAuthor(store)
    await clock.advance(by: .seconds(60))
    await store.receive(\.path[id: 0].book.minutePassed) {
      $0.path[id: 0, case: \.book]?.minutesRead = 1
    }
    await store.send(\.path[id: 1].author.doneButtonTapped)
    await store.receive(\.path[id: 1].author.delegate.doneReading) { $0.path[id: 1] = nil }
    await clock.advance(by: .seconds(60))
    await store.receive(\.path[id: 0].book.minutePassed) {
      $0.path[id: 0, case: \.book]?.minutesRead = 2
    }
    await store.send(\.path[id: 0].book.closeButtonTapped)
    await store.receive(\.path.popFrom, 0) { $0.path = [] }
    await clock.advance(by: .seconds(60))
    await store.finish()
  }

  @Test func poppingABookPopsItsAuthorAndEndsItsTimer() async {
    let store = makeStore()
    await openBookAndAuthor(store)
    await store.send(\.path.popFrom, 0) { $0.path = [] }
    await clock.advance(by: .seconds(60))
    await store.finish()
  }

  @Test func closingAllEndsEachTimer() async {
    let store = makeStore()
    await openBookAndAuthor(store)
    await store.send(.bookTapped(title: "Persuasion")) {
      $0.path[id: 2] = .book(BookPage.State(title: "Persuasion"))
    }
    await store.send(\.path[id: 2].book.appeared)
    await store.send(.closeAllButtonTapped) { $0.path = [] }
    await store.finish()
  }

  @Test func onlyABookOnTheShelfIsOpened() async {
    let store = makeStore()
    await store.send(.bookTapped(title: "Dracula"))
  }
}
