import Headrace
import HeadraceJournal
import Testing

@testable import HeadraceInspector

/// A feature with a child and effects, to be inspected.
@Reducer struct Shop {
  @ObservableState struct State: Equatable, Codable {
    var items: [String] = []
    var total = 0
    var savedCount = 0
    var cart = Cart.State()
  }

  enum Action: Equatable, Codable {
    case add(String, price: Int)
    case clear
    case saveTapped
    case saved(Int)
    case watch
    case stopWatching
    case cart(Cart.Action)
  }

  private enum WatchID { case watch }

  var body: some ReducerOf<Self> {
    Scope(state: \.cart, action: \.cart) { Cart() }
    Reduce { state, action in
      switch action {
      case .add(let item, let price):
        state.items.append(item)
        state.total += price
        return .none
      case .clear:
        state.items = []
        state.total = 0
        return .none
      case .saveTapped:
        return .run(name: "save") { [count = state.items.count] send in await send(.saved(count)) }
      case .saved(let count):
        state.savedCount = count
        return .none
      case .watch:
        return .run(name: "watch") { _ in try await Task.sleep(for: .seconds(86_400)) }
          .cancellable(id: WatchID.watch)
      case .stopWatching: return .cancel(id: WatchID.watch)
      case .cart: return .none
      }
    }
  }
}

@Reducer struct Cart {
  @ObservableState struct State: Equatable, Codable {
    var count = 0
    var secret = Redacted("open sesame")
  }

  enum Action: Equatable, Codable {
    case countTapped
    case counted
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .countTapped: return .run(name: "count") { await $0(.counted) }
      case .counted:
        state.count += 1
        return .none
      }
    }
  }
}

/// A store of the shop under inspection, without a server.
@MainActor struct InspectedShop {
  let store: StoreOf<Shop>
  let host: LiveHost<Shop.State, Shop.Action>
  let id = 1

  init() throws {
    store = Store(initialState: Shop.State()) { Shop() }
    host = LiveHost(try #require(LiveStore(store, name: "Shop", id: 1)))
  }

  /// Sends a page's request; the parameters are members of a JSON object.
  @discardableResult
  func ask(_ name: String, _ parameters: String = "", store: Int = 1) throws -> JSONValue {
    guard case .object(let members) = try JSONReader.read("{\(parameters)}".utf8) else {
      throw RequestFailure("no object")
    }
    return try host.answer(InspectorRequest(name, members), store: store)
  }

  /// Returns the text of the failure that a request ends with.
  func failure(_ name: String, _ parameters: String = "", store: Int = 1) -> String {
    do {
      return "no failure: \(try ask(name, parameters, store: store))"
    } catch {
      return "\(error)"
    }
  }

  /// Returns a member of a status.
  func status(_ place: String, store: Int = 1) throws -> JSONValue? {
    host.statuses.first { $0[place: "/store"] == .integer(store) }?[place: place]
  }

  /// Returns the labels of the rows that match a query.
  func labels(_ query: String, store: Int = 1) throws -> [String] {
    let answer = try ask("rows", "\"query\":{\(query)},\"from\":0", store: store)
    return (answer[place: "/rows"]?.array ?? []).map {
      $0[place: "/label"]?.string ?? $0[place: "/kind"]?.string ?? ""
    }
  }
}
