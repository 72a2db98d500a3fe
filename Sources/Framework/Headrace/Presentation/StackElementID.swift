import Synchronization

/// Identifies an element of a stack while it is on the stack.
///
/// In a test, each store numbers its elements separately, so the test knows the next id: the first
/// pushed element has the id 0, the second 1, whatever the stack. A running program has one
/// sequence for all stores. A test writes ids as numbers:
/// `store.send(\.path[id: 0].saveButtonTapped)`.
public struct StackElementID: Hashable, Codable, Sendable {
  @usableFromInline let number: Int
}

extension StackElementID {
  /// Takes the next number of the store whose code is running; returns `nil` in a test outside of
  /// stores.
  ///
  /// Such a number would belong to no store, and could collide with another element's in the store
  /// that it ends up in.
  package static func makeNumber() -> Int? {
    if DependencyValues.currentIfAny == nil, DependencyValues.current.context == .test {
      return nil
    }
    return DependencyValues.current.stackElementIDs.makeID().number
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates the id with a given number, for tests.
  public init(integerLiteral value: Int) { self.init(number: value) }
}

extension StackElementID: CustomStringConvertible {
  /// The id as shown in test failures, such as `#3`.
  public var description: String { "#\(number)" }
}

/// A generator of ids for the elements of stacks.
///
/// A running program has one generator, a test has one per store.
@usableFromInline
package final class StackElementIDGenerator: Sendable {
  private let nextNumber = Atomic(0)

  package init() {}

  /// The next number.
  @usableFromInline package var next: Int { nextNumber.load(ordering: .relaxed) }

  /// Continues from another number; for tests that run nothing else at the same time.
  ///
  /// - Returns: The number that would have come next.
  @usableFromInline
  @discardableResult
  package func resume(from next: Int) -> Int { nextNumber.exchange(next, ordering: .relaxed) }

  @usableFromInline
  func makeID() -> StackElementID {
    let number = RunNotes.generated("stackElementID") {
      nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
    }
    return StackElementID(number: number)
  }

  /// Continues after an id that was created elsewhere.
  @usableFromInline
  func skip(_ id: StackElementID) { nextNumber.max(id.number &+ 1, ordering: .relaxed) }
}

extension DependencyValues {
  /// The generator of ids for the elements of stacks.
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

/// A key that distinguishes an element of a stack from all others, even from a replacement with the
/// same id.
///
/// An element's effects belong to its key.
@usableFromInline
package struct StackElementKey: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline let id: StackElementID
  @usableFromInline let identity: UInt64?

  @usableFromInline package var description: String { id.description }
}
