import Headrace
import HeadraceJournal

/// The stores of one actor; each id combines the host's number and the store's own.
protocol StoreHost: AnyObject {
  var stores: [any InspectedStore] { get }
  /// Performs an operation that concerns several stores.
  ///
  /// - Returns: The answer; `nil` if the store itself can answer.
  func manage(_ request: InspectorRequest, store: Int) throws -> JSONValue?
  /// Detaches from the inspected stores.
  func detach()
}

extension StoreHost {
  var statuses: [JSONValue] { stores.map(\.status) }

  func answer(_ request: InspectorRequest, store id: Int) throws -> JSONValue {
    guard let store = stores.first(where: { $0.id == id }) else {
      throw RequestFailure("There is no store \(id).")
    }
    return try manage(request, store: id) ?? store.answer(request)
  }
}

/// A journal in a file.
final class FileHost: StoreHost {
  private let store: FileStore
  var stores: [any InspectedStore] { [store] }

  init(_ store: FileStore) { self.store = store }

  func manage(_ request: InspectorRequest, store: Int) -> JSONValue? { nil }
  func detach() {}
}

/// A running store, with the journals that were imported into its process.
final class LiveHost<State, Action>: StoreHost {
  /// The maximum number of histories, left behind by forks, that are kept.
  private static var keptCountMax: Int { 5 }

  private let live: LiveStore<State, Action>
  private var others: [ImportedStore<State, Action>] = []
  private var kept: [Int] = []
  private var lastID: Int

  var stores: [any InspectedStore] { [live] + others }

  init(_ live: LiveStore<State, Action>) {
    self.live = live
    lastID = live.id
    live.keep = { [unowned self] journal in keep(journal) }
  }

  func detach() { live.detach() }

  func manage(_ request: InspectorRequest, store: Int) throws -> JSONValue? {
    switch request.name {
    case "import" where store == live.id:
      return .members([
        "store": .integer(try open(request.journal(), name: request.text("name")))
      ])
    case "forget" where store != live.id:
      others.removeAll { $0.id == store }
      kept.removeAll { $0 == store }
      return .null
    default: return nil
    }
  }

  private func open(_ file: JournalFile, name: String) throws -> Int {
    guard file.header.action == live.journal.header.action else {
      throw RequestFailure(
        """
        The journal is of '\(file.header.action)', and this store takes \
        '\(live.journal.header.action)'. Look at it with 'headrace inspect'.
        """)
    }
    guard let journal = Journal<State, Action>(reading: file) else {
      throw RequestFailure(
        "A journal can't be imported: '\(State.self)' and '\(Action.self)' must be 'Codable'.")
    }
    return add(journal, file: file, name: name)
  }

  private func add(
    _ journal: Journal<State, Action>, file: JournalFile?, name: String
  ) -> Int {
    lastID += 1
    others.append(ImportedStore(journal, file: file, name: name, id: lastID, of: live))
    return lastID
  }

  private func keep(_ journal: Journal<State, Action>) {
    guard !journal.actions.isEmpty else { return }
    let last = journal.actions.upperBound - 1
    kept.append(add(journal, file: nil, name: "\(live.name) until \(last)"))
    guard kept.count > Self.keptCountMax else { return }
    let oldest = kept.removeFirst()
    others.removeAll { $0.id == oldest }
  }
}
