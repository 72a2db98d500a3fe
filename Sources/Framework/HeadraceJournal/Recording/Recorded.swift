import Headrace

/// Wraps a client's endpoint so that reducers may call it: a journal records its answers.
///
/// A replay returns the recorded answers.
///
/// ```swift
/// static let liveValue = PriceClient(
///   latest: recorded("latestPrice") { symbol in cache.price(of: symbol) })
/// static let testValue = PriceClient(
///   latest: recorded("latestPrice", unimplemented("PriceClient.latest", placeholder: 0)))
/// ```
///
/// The test value needs the wrapper too, because a replay uses test values.
///
/// Endpoints that only effects call don't need it, because an effect's results arrive as actions.
/// `date`, `uuid` and `withRandomNumberGenerator` are recorded without it.
///
/// - Parameters:
///   - name: The endpoint's name in the journal; each endpoint that a reducer calls needs its own.
///   - endpoint: The endpoint to call while nothing is replayed.
/// - Returns: The endpoint.
public func recorded<each Argument, Value: Codable & Sendable>(
  _ name: String, _ endpoint: @escaping @Sendable (repeat each Argument) -> Value
) -> @Sendable (repeat each Argument) -> Value {
  { (argument: repeat each Argument) in
    RunNotes.generated(name) { endpoint(repeat each argument) }
  }
}
