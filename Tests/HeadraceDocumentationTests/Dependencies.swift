import Headrace
import HeadraceTesting
import Testing

@DependencyClient
struct QuoteClient: Sendable {
  var price: @Sendable (_ symbol: String) async throws -> Int
  var isOpen: @Sendable () -> Bool = { false }
}

extension QuoteClient: DependencyKey {
  static var liveValue: QuoteClient {
    QuoteClient(price: { _ in 3_000 }, isOpen: { true })
  }
  static var testValue: QuoteClient { QuoteClient() }
}

extension DependencyValues {
  var quotes: QuoteClient {
    get { self[QuoteClient.self] }
    set { self[QuoteClient.self] = newValue }
  }
}

struct RateClient: TestDependencyKey, Sendable {
  var rate: @Sendable (_ symbol: String) async throws -> Int
  var isOpen: @Sendable () -> Bool

  static var testValue: RateClient {
    RateClient(
      rate: unimplemented("RateClient.rate"),
      isOpen: unimplemented("RateClient.isOpen", placeholder: false))
  }
}

@Reducer
struct Quote {
  struct State: Equatable {
    var price: Int?
  }

  enum Action: Equatable {
    case refreshButtonTapped
    case priceResponse(Int)
  }

  @Dependency(\.quotes) var quotes

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .refreshButtonTapped:
        return .run { [quotes] send in
          await send(.priceResponse(try await quotes.price(symbol: "ETH")))
        }
      case .priceResponse(let price):
        state.price = price
        return .none
      }
    }
  }
}

@Reducer
struct Tour {
  typealias State = Quote.State
  typealias Action = Quote.Action

  var body: some ReducerOf<Quote> {
    Quote()
      .transformDependency(\.quotes) { $0.price = { _ in 1 } }
  }
}

struct DependenciesTests {
  @Test func aTestSaysWhatTheWorldAnswers() async {
    let store = TestStore(initialState: Quote.State()) {
      Quote()
    } withDependencies: {
      $0.quotes.price = { _ in 42 }
    }
    await store.send(.refreshButtonTapped)
    await store.receive(.priceResponse(42)) { $0.price = 42 }
  }

  @Test func aClientWithoutMacrosReportsItsNameToo() async {
    @Dependency(RateClient.self) var client
    await withKnownIssue {
      await #expect(throws: UnimplementedEndpoint("RateClient.rate")) {
        try await client.rate("ETH")
      }
    }
    withKnownIssue { #expect(!client.isOpen()) }
  }

  @Test func anOverrideReachesItsSubtree() async {
    let store = TestStore(initialState: Tour.State()) { Tour() }
    await store.send(.refreshButtonTapped)
    await store.receive(.priceResponse(1)) { $0.price = 1 }
  }

  @Test func escapedValuesAreInForce() async {
    let isOpen = await withDependencies {
      $0.quotes.isOpen = { true }
    } operation: {
      await withEscapedDependencies { values in
        await Task.detached {
          values.yield {
            @Dependency(\.quotes) var quotes
            return quotes.isOpen()
          }
        }.value
      }
    }
    #expect(isOpen)
  }
}
