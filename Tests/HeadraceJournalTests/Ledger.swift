import Foundation
import Headrace
import HeadraceJournal
import TestEffort

/// A feature that uses all that a journal records: dates, ids, random numbers and an endpoint.
@Reducer struct Ledger {
  @ObservableState
  struct State: Equatable, Codable {
    var entries: IdentifiedArrayOf<Entry> = []
    var balance = 0
    var isLoading = false
    var note: String?
  }

  struct Entry: Equatable, Codable, Identifiable, Sendable {
    var id: UUID
    var date: Date
    var amount: Int
  }

  enum Action: Equatable, Codable, Sendable {
    case addButtonTapped
    case amountAdded(Int)
    case entryRemoved(id: UUID)
    case loadButtonTapped
    case loaded(total: Int)
    case noteChanged(String?)
    case stopButtonTapped
  }

  enum CancelID { case load }

  @Dependency(\.date) var date
  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  @Dependency(\.rate) var rate

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        let amount = withRandomNumberGenerator { Int.random(in: 1...100, using: &$0) }
        return .send(.amountAdded(amount))
      case .amountAdded(let amount):
        state.entries.append(Entry(id: uuid(), date: date.now, amount: amount * rate.latest("EUR")))
        state.balance += state.entries.last?.amount ?? 0
        return .none
      case .entryRemoved(let id):
        state.balance -= state.entries.remove(id: id)?.amount ?? 0
        return .none
      case .loadButtonTapped:
        state.isLoading = true
        return .run(name: "load") { send in await send(.loaded(total: 7)) }
          .cancellable(id: CancelID.load)
      case .loaded(let total):
        state.isLoading = false
        state.balance = total
        return .none
      case .noteChanged(let note):
        state.note = note
        return .none
      case .stopButtonTapped:
        state.isLoading = false
        return .cancel(id: CancelID.load)
      }
    }
  }
}

/// A client with an endpoint that reducers call.
struct RateClient: Sendable, DependencyKey {
  var latest: @Sendable (String) -> Int

  /// A client with a different rate for each call.
  static var liveValue: RateClient {
    let count = LockIsolated(0)
    return RateClient(
      latest: recorded("rate") { _ in
        count.withValue {
          $0 += 1
          return $0
        }
      })
  }

  static var testValue: RateClient {
    RateClient(latest: recorded("rate", unimplemented("RateClient.latest", placeholder: -1)))
  }
}

extension DependencyValues {
  var rate: RateClient {
    get { self[RateClient.self] }
    set { self[RateClient.self] = newValue }
  }
}

/// Makes a store with the live values of its dependencies.
@MainActor func makeLedger() -> StoreOf<Ledger> {
  Store(initialState: Ledger.State()) {
    Ledger()
  } withDependencies: {
    $0.context = .live
  }
}

/// Sends actions that a person could cause; each run of the feature answers them differently.
@discardableResult @MainActor func play(_ store: StoreOf<Ledger>, _ count: Int, seed: UInt64 = 1)
  -> [Ledger.State]
{
  var generator = SplitMix(state: seed)
  var states: [Ledger.State] = []
  for _ in 0..<count {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0, 1: store.send(.addButtonTapped)
    case 2: store.send(.noteChanged(Bool.random(using: &generator) ? "a \"b\"\n/~" : nil))
    case 3:
      if let id = store.entries.randomElement(using: &generator)?.id {
        store.send(.entryRemoved(id: id))
      } else {
        store.send(.loaded(total: 3))
      }
    default: store.send(.loaded(total: Int.random(in: -9...9, using: &generator)))
    }
    states.append(store.withState { $0 })
  }
  return states
}

/// A folder for files, which is removed with the test.
final class JournalFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var file: URL { url.appending(path: "run.jsonl") }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  var lines: [String] {
    get throws {
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }
}
