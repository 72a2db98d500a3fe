import Headrace

/// Teaches a generic feature: a list that is loaded page by page, with items of any type.
///
/// The feature that uses it defines how a page is loaded. The closure runs in the effect, so it
/// finds the reducer's dependencies.
@Reducer
struct Pages<Item: Equatable & Sendable> {
  struct State: Equatable {
    var items: [Item] = []
    var phase = Phase.waiting(nextPage: 0)
  }

  /// The progress of the loading.
  enum Phase: Equatable {
    case waiting(nextPage: Int)
    case loading(page: Int)
    case failed(page: Int)
    case complete
  }

  enum Action: Equatable {
    case endReached
    case loaded([Item], page: Int)
    case failed(page: Int)
  }

  /// Loads a page, by its number from 0; after the last page it returns no items.
  let load: @Sendable (_ page: Int) async throws -> [Item]

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .endReached:
        switch state.phase {
        case .waiting(let page), .failed(let page):
          state.phase = .loading(page: page)
          return .run { [load] send in
            await send(.loaded(try await load(page), page: page))
          } catch: { _, send in
            await send(.failed(page: page))
          }
        case .loading, .complete:
          return .none
        }
      case .loaded(let items, let page):
        state.items += items
        state.phase = items.isEmpty ? .complete : .waiting(nextPage: page + 1)
        return .none
      case .failed(let page):
        state.phase = .failed(page: page)
        return .none
      }
    }
  }
}
