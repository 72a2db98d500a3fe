import HeadraceInspector
import HeadraceJournal

/// An action in the list.
struct ActionRow: Equatable, Sendable {
  let action: Int
  let label: String
  /// What it carries, in short.
  let content: String
  /// The action that caused it; `nil` for an action of the host.
  let cause: Int?
}

/// Some rows of a list.
struct RowPage: Equatable, Sendable {
  let rows: [ActionRow]
  /// How many rows the list has so far.
  let count: Int
  /// How much of the journal was searched, in percent; `nil` at the end.
  let searchedPercent: Int?
}

/// What the details of an action show.
enum DetailTab: Int, CaseIterable, Sendable {
  case changes, state, cause, effects
}

/// Reads a journal for a ``JournalBrowser``, a part at a time.
struct BrowserClient: Sendable {
  /// How many rows are read at a time, which must be more than a screen has.
  static let rowCountMax = 200

  /// Reads rows of the actions with a text in them, from an index on.
  var rows: @Sendable (_ filter: String, _ first: Int) async throws -> RowPage
  /// Finds the index of an action among those with a text, or of the next one.
  var find: @Sendable (_ filter: String, _ action: Int) async throws -> Int
  /// Reads the details of an action.
  var detail: @Sendable (_ action: Int, _ tab: DetailTab) async throws -> [DetailLine]
}

extension BrowserClient {
  /// Reads a journal of a file.
  static func live(_ journal: JournalFile, name: String) -> BrowserClient {
    let reader = BrowserReader(journal, name: name)
    return BrowserClient(
      rows: { try await reader.rows($0, from: $1) }, find: { try await reader.find($0, $1) },
      detail: { try await reader.detail($0, $1) })
  }
}

/// Reads a journal away from the screen's actor.
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
