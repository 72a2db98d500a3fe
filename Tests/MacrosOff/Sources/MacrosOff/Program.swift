import Headrace

/// Runs the feature; what is not as expected ends the program with an error.
@main
actor Program {
  static func main() async throws { try await Program().run() }

  private func run() async throws {
    let store = Store(initialState: Notebook.State()) { Notebook() }
    var titles: [String] = []
    let token = store.observe { titles.append(store.title) }
    store.send(.page(.lineAdded))
    await store.send(.titleSuggested).finish()
    store.scope(state: \.page, action: \.page).send(.lineAdded)
    guard titles == ["", "Untitled"], store.withState(\.page.lineCount) == 2 else {
      throw Unexpected(titles: titles, lineCount: store.withState(\.page.lineCount))
    }
    token.cancel()
    print("Without macros: \(titles[1]), \(store.withState(\.page.lineCount)) lines")
  }
}

struct Unexpected: Error {
  let titles: [String]
  let lineCount: Int
}
