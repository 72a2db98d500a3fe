import Foundation
import Headrace
import Testing

/// A feature that presents itself, to any depth.
@Suite struct RecursivePresentationTests {
  @Reducer struct Page {
    @ObservableState struct State: Equatable {
      var number = 0
      @Presents var next: Page.State?
    }
    @CasePathable indirect enum Action: Equatable {
      case openButtonTapped, closeButtonTapped
      case next(PresentationAction<Page.Action>)
    }
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .openButtonTapped:
          state.next = State(number: state.number + 1)
          return .none
        case .closeButtonTapped:
          return .run { [dismiss] _ in await dismiss() }
        case .next:
          return .none
        }
      }
      .ifLet(\.$next, action: \.next) { Page() }
    }
  }

  struct Saved: Equatable, Codable {
    var text = ""
    var next: BoxedPresentationState<Saved>
  }

  @MainActor
  @Test func eachPagePresentsTheNext() async {
    let store = Store(initialState: Page.State()) { Page() }
    store.send(.openButtonTapped)
    store.send(.next(.presented(.openButtonTapped)))
    #expect(store.next?.next?.number == 2)
    await store.send(.next(.presented(.next(.presented(.closeButtonTapped))))).finish()
    #expect(store.next?.number == 1)
    #expect(store.next?.next == nil)
    store.send(.next(.dismiss))
    #expect(store.next == nil)
  }

  @MainActor
  @Test func childStoresLeadDown() {
    let store = Store(initialState: Page.State()) { Page() }
    store.send(.openButtonTapped)
    let next = store.scope(state: \.$next, action: \.next)
    next?.send(.openButtonTapped)
    #expect(next?.scope(state: \.$next, action: \.next)?.number == 2)
  }

  @Test func copiesAreIndependent() {
    var state = Page.State(next: Page.State(number: 1))
    let copy = state
    state.next?.number = 5
    state.$next.wrappedValue?.number += 1
    #expect(state.next?.number == 6)
    #expect(copy.next?.number == 1)
    #expect(state != copy)
    state.next = nil
    #expect(copy.next?.number == 1)
  }

  @Test func theValueIsShownComparedAndStored() throws {
    let end = BoxedPresentationState<Saved>(wrappedValue: nil)
    let first = Saved(next: .init(wrappedValue: Saved(text: "b", next: end)))
    let data = try JSONEncoder().encode(first)
    #expect(try JSONDecoder().decode(Saved.self, from: data) == first)
    let one = BoxedPresentationState(wrappedValue: 1)
    let two = BoxedPresentationState(wrappedValue: 2)
    #expect(Set([one, two, BoxedPresentationState(wrappedValue: 1)]).count == 2)
    #expect(Mirror(reflecting: one).children.first?.value as? Int == 1)
  }
}
