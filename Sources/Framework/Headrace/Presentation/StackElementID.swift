import Synchronization

/// Identifies an element of a stack while it is on the stack.
///
/// In a test each store numbers the ids of its elements, so the test knows which comes next: the
/// first element pushed has the id 0, the second 1, whatever the stack. A running program has one
/// number for all stores. A test writes them as numbers: `store.send(\.path[id:
/// 0].saveButtonTapped)`.
public struct StackElementID: Hashable, Codable, Sendable {
  @usableFromInline let number: Int
}

extension StackElementID {
  /// Takes the next number of the store whose code is running; `nil` in a test if none is.
  ///
  /// Such a number would belong to no store, and could be another element's in the store it ends up
  /// in.
  package static func makeNumber() -> Int? {
    if DependencyValues.currentIfAny == nil, DependencyValues.current.context == .test {
      return nil
    }
    return DependencyValues.current.stackElementIDs.makeID().number
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates the id with a number, for tests.
  public init(integerLiteral value: Int) { self.init(number: value) }
}

extension StackElementID: CustomStringConvertible {
  /// The id as a test failure shows it, such as `#3`.
  public var description: String { "#\(number)" }
}

/// Numbers the elements of stacks.
///
/// A running program has one generator, a test one per store.
@usableFromInline
package final class StackElementIDGenerator: Sendable {
  private let nextNumber = Atomic(0)

  package init() {}

  /// The number that comes next.
  @usableFromInline package var next: Int { nextNumber.load(ordering: .relaxed) }

  /// Continues from another number. For tests that run nothing else at the same time.
  ///
  /// - Returns: The number that would have come next.
  @usableFromInline
  @discardableResult
  package func goOn(from next: Int) -> Int { nextNumber.exchange(next, ordering: .relaxed) }

  @usableFromInline
  func makeID() -> StackElementID {
    let number = RunNotes.generated("stackElementID") {
      nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
    }
    return StackElementID(number: number)
  }

  /// Continues after an id that was made elsewhere.
  @usableFromInline
  func skip(_ id: StackElementID) { nextNumber.max(id.number &+ 1, ordering: .relaxed) }
}

extension DependencyValues {
  /// Numbers the elements of stacks.
  @usableFromInline
  package var stackElementIDs: StackElementIDGenerator {
    get { self[StackElementIDGeneratorKey.self] }
    set { self[StackElementIDGeneratorKey.self] = newValue }
  }
}

private enum StackElementIDGeneratorKey: DependencyKey {
  static let liveValue = StackElementIDGenerator()
  static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
}

/// Distinguishes an element of a stack from all others, even from one that takes its place and id.
///
/// An element's effects belong to it.
@usableFromInline
package struct StackElementKey: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline let id: StackElementID
  @usableFromInline let identity: UInt64?

  @usableFromInline package var description: String { id.description }
}
