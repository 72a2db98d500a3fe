import Headrace

/// Makes a client's endpoint that a reducer may call while a journal records it: its answers are
/// written, and a replay gives them back.
///
/// ```swift
/// static let liveValue = PriceClient(
///   latest: recorded("latestPrice") { symbol in cache.price(of: symbol) })
/// static let testValue = PriceClient(
///   latest: recorded("latestPrice", unimplemented("PriceClient.latest", placeholder: 0)))
/// ```
///
/// The test value needs it too, because a replay has test values.
///
/// An endpoint that only effects call needs none of this: what an effect finds out comes as an
/// action. `date`, `uuid` and `withRandomNumberGenerator` are recorded without it.
///
/// - Parameters:
///   - name: Its name in the journal; another endpoint that the same reducer calls needs another.
///   - endpoint: What answers while nothing is replayed.
/// - Returns: The endpoint.
public func recorded<each Argument, Value: Codable & Sendable>(
  _ name: String, _ endpoint: @escaping @Sendable (repeat each Argument) -> Value
) -> @Sendable (repeat each Argument) -> Value {
  { (argument: repeat each Argument) in
    RunNotes.generated(name) { endpoint(repeat each argument) }
  }
}
