public import CustomDump
import Headrace
import Synchronization

/// Identifies a route while it exists.
///
/// Ids increase and are never reused, so an effect of a removed route can never affect another one.
/// Copies of a route keep its id, and so does a change of its screen.
///
/// In a test, each store numbers its routes and the elements of its stacks in one sequence; a
/// running program has one sequence for all stores. So a test knows the next number: the root of
/// the initial state has the id 0, the first pushed route the id 1. A test writes ids as numbers:
/// `store.send(\.router[id: 1].payment.cancelButtonTapped)`.
///
/// In a test, a route that is created outside of any store's code has a negative number, which no
/// store uses.
public struct RouteID: Hashable, Sendable {
  private static let lastOutside = Atomic<Int>(0)

  private let number: Int

  /// Creates a new, unique id.
  @usableFromInline
  init() {
    number =
      StackElementID.makeNumber()
      ?? Self.lastOutside.wrappingSubtract(1, ordering: .relaxed).newValue
  }
}

extension RouteID: ExpressibleByIntegerLiteral {
  /// Creates the id with a given number, for tests.
  public init(integerLiteral value: Int) {
    number = value
  }
}

extension RouteID: Codable {
  /// Decodes an id, for a journal: elsewhere, it has no meaning.
  public init(from decoder: any Decoder) throws { number = try Int(from: decoder) }

  /// Encodes the id as a number.
  public func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

extension RouteID: CustomStringConvertible {
  /// The id as shown in test failures, such as `#3`.
  public var description: String { "#\(number)" }
}

extension RouteID: CustomDumpStringConvertible {
  /// The id as shown in test failures, such as `#3`.
  public var customDumpDescription: String { description }
}
