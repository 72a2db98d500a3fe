import Headrace

/// Looks quotes up, with all conformances written by hand.
struct Search: Reducer {
  struct State: Equatable {
    var _$observationRegistrar = ObservationStateRegistrar()
    private var _query = ""
    private var _price: Int?
    private var _detail = PresentationState<Detail.State>(wrappedValue: nil)
  }

  enum Action: Equatable {
    case queryChanged(String)
    case priceResponse(Int, at: Int)
    case detail(PresentationAction<Detail.Action>)
  }

  @Dependency(QuoteClient.self) private var quotes

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run { [quotes] send in
          await send(.priceResponse(try await quotes.price(query), at: query.count))
        }
      case .priceResponse(let price, at: _):
        state.price = price
        state.detail.wrappedValue = Detail.State()
        return .none
      case .detail:
        return .none
      }
    }
    .ifLet(\.detail, action: \.detail) { Detail() }
  }
}

extension Search.State: ObservableState {
  var _$id: ObservableStateID { _$observationRegistrar.id }

  /// The numbers by which the registrar knows the properties.
  private enum Field {
    static let query: UInt64 = 0
    static let price: UInt64 = 1
    static let detail: UInt64 = 2
  }

  static func _$fieldNumber(of keyPath: PartialKeyPath<Self>) -> UInt64? {
    switch keyPath {
    case \Self.query: Field.query
    case \Self.price: Field.price
    case \Self.detail: Field.detail
    default: nil
    }
  }

  static func _$storedKeyPath(for keyPath: PartialKeyPath<Self>) -> PartialKeyPath<Self>? {
    switch keyPath {
    case \Self.query: \Self._query
    case \Self.price: \Self._price
    case \Self.detail: \Self._detail
    default: nil
    }
  }

  var query: String {
    get {
      _$observationRegistrar.access(Field.query)
      return _query
    }
    set {
      let change = ObservationStateRegistrar.change(from: _query, to: newValue)
      _query = newValue
      _$observationRegistrar.didSet(Field.query, change)
    }
  }

  var price: Int? {
    get {
      _$observationRegistrar.access(Field.price)
      return _price
    }
    set {
      let change = ObservationStateRegistrar.change(from: _price, to: newValue)
      _price = newValue
      _$observationRegistrar.didSet(Field.price, change)
    }
  }

  var detail: PresentationState<Detail.State> {
    get {
      _$observationRegistrar.access(Field.detail)
      return _detail
    }
    _modify {
      defer { _$observationRegistrar.didChange(Field.detail) }
      yield &_detail
    }
  }
}

extension Search.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var queryChanged: AnyCasePath<Search.Action, String> {
      AnyCasePath(embed: Search.Action.queryChanged) { action in
        guard case .queryChanged(let query) = action else { return nil }
        return query
      }
    }

    var priceResponse: AnyCasePath<Search.Action, (Int, at: Int)> {
      AnyCasePath(embed: { Search.Action.priceResponse($0.0, at: $0.1) }) { action in
        guard case .priceResponse(let price, let time) = action else { return nil }
        return (price, time)
      }
    }

    var detail: AnyCasePath<Search.Action, PresentationAction<Detail.Action>> {
      AnyCasePath(embed: Search.Action.detail) { action in
        guard case .detail(let action) = action else { return nil }
        return action
      }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
