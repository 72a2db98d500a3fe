public import CustomDump
import Headrace
import Synchronization

/// Identifies a route while it exists.
///
/// Ids increase and are never used again, so an effect of a route that is gone can never reach
/// another. Copies of a route keep its id; so does a change of its screen.
///
/// In a test each store numbers its routes, together with the elements of its stacks; a running
/// program has one number for all stores. So a test knows which number comes next: the root of the
/// initial state has the id 0, the first route that is pushed the id 1. A test writes them as
/// numbers: `store.send(\.router[id: 1].payment.cancelButtonTapped)`.
///
/// In a test, a route that is made outside any store's code has a number below zero, which no store
/// uses.
public struct RouteID: Hashable, Sendable {
  private static let lastOutside = Atomic<Int>(0)

  private let number: Int

  /// Makes a new, unique id.
  @usableFromInline
  init() {
    number =
      StackElementID.makeNumber()
      ?? Self.lastOutside.wrappingSubtract(1, ordering: .relaxed).newValue
  }
}

extension RouteID: ExpressibleByIntegerLiteral {
  /// Creates the id with a number, for tests.
  public init(integerLiteral value: Int) {
    number = value
  }
}

extension RouteID: Codable {
  /// Decodes an id, for a journal: it means nothing elsewhere.
  public init(from decoder: any Decoder) throws { number = try Int(from: decoder) }

  /// Encodes the id as a number.
  public func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

extension RouteID: CustomStringConvertible {
  /// The id as a test failure shows it, such as `#3`.
  public var description: String { "#\(number)" }
}

extension RouteID: CustomDumpStringConvertible {
  /// The id as a test failure shows it, such as `#3`.
  public var customDumpDescription: String { description }
}
