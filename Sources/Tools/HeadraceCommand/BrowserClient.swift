import HeadraceInspector
import HeadraceJournal

/// An action in the list.
struct ActionRow: Equatable, Sendable {
  let action: Int
  let label: String
  /// A short form of the payload.
  let content: String
  /// The action that caused it; `nil` for an action from the host.
  let cause: Int?
}

/// Some rows of a list.
struct RowPage: Equatable, Sendable {
  let rows: [ActionRow]
  /// The number of rows that the list has so far.
  let count: Int
  /// The part of the journal that was searched, in percent; `nil` at the end.
  let searchedPercent: Int?
}

/// The tabs of an action's details.
enum DetailTab: Int, CaseIterable, Sendable {
  case changes, state, cause, effects
}

/// Reads a journal for a ``JournalBrowser`` in parts.
struct BrowserClient: Sendable {
  /// The number of rows that are read at a time; it must exceed the rows of a screen.
  static let rowCountMax = 200

  /// Reads rows of the actions that contain a text, from an index on.
  var rows: @Sendable (_ filter: String, _ first: Int) async throws -> RowPage
  /// Finds the index of an action, or of the next one, among those that contain a text.
  var find: @Sendable (_ filter: String, _ action: Int) async throws -> Int
  /// Reads the details of an action.
  var detail: @Sendable (_ action: Int, _ tab: DetailTab) async throws -> [DetailLine]
}

extension BrowserClient {
  /// Returns a client that reads a journal from a file.
  static func live(_ journal: JournalFile, name: String) -> BrowserClient {
    let reader = BrowserReader(journal, name: name)
    return BrowserClient(
      rows: { try await reader.rows($0, from: $1) }, find: { try await reader.find($0, $1) },
      detail: { try await reader.detail($0, $1) })
  }
}

/// Reads a journal outside the screen's actor.
private actor BrowserReader {
  private let store: FileStore

  init(_ journal: JournalFile, name: String) {
    store = FileStore(journal, name: name, id: 1)
  }

  private func query(_ filter: String) -> JSONValue {
    .members([
      "text": .string(filter), "kinds": .array([.string(JournalEvent.Kind.action.rawValue)]),
    ])
  }

  func rows(_ filter: String, from first: Int) throws -> RowPage {
    let answer = try store.answer(
      "rows",
      [
        "query": query(filter), "from": .integer(first),
        "count": .integer(BrowserClient.rowCountMax),
      ])
    let rows = (answer[place: "/rows"]?.array ?? []).map { row in
      ActionRow(
        action: row[place: "/action"]?.integer ?? 0, label: row[place: "/label"]?.string ?? "",
        content: row[place: "/short"]?.string ?? "", cause: row[place: "/by"]?.integer)
    }
    let (searched, all) = (answer[place: "/searched"]?.integer, answer[place: "/of"]?.integer)
    let percent = (searched ?? 0) * 100 / max(1, all ?? 0)
    return RowPage(
      rows: rows, count: answer[place: "/total"]?.integer ?? 0,
      searchedPercent: searched == all ? nil : percent)
  }

  func find(_ filter: String, _ action: Int) throws -> Int {
    let answer = try store.answer("find", ["query": query(filter), "action": .integer(action)])
    return answer[place: "/next"]?.integer ?? 0
  }

  func detail(_ action: Int, _ tab: DetailTab) throws -> [DetailLine] {
    switch tab {
    case .changes: DetailLine.changes(try store.answer("action", ["action": .integer(action)]))
    case .state: DetailLine.value(try store.state(after: action))
    case .cause: DetailLine.causes(try store.why(action))
    case .effects: DetailLine.effects(try store.answer("tree", ["action": .integer(action)]))
    }
  }
}
