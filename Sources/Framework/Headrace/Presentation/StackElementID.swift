public import CustomDump
public import Synchronization

/// Identifies an element of a stack while it is on the stack.
///
/// Ids are numbered by the store, so a test can say which comes next: the first element pushed has
/// the id 0, the second 1, whatever the stack. A test writes them as numbers:
/// `store.send(\.path[id: 0].saveButtonTapped)`.
public struct StackElementID: Hashable, Sendable {
  @usableFromInline let number: Int
}

extension StackElementID {
  /// Takes the next number of the store whose code runs; `nil` in a test where none does.
  ///
  /// There a number would be one of no store, and could be another's in the store that it gets
  /// into.
  package static func makeNumber() -> Int? {
    if DependencyValues.inForce == nil, DependencyValues.current.context == .test { return nil }
    return StackElementIDGenerator.current.makeID().number
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates the id with a number, which tests know.
  public init(integerLiteral value: Int) {
    self.init(number: value)
  }
}

extension StackElementID: CustomStringConvertible {
  /// The id as a test failure shows it, such as `#3`.
  public var description: String { "#\(number)" }
}

extension StackElementID: CustomDumpStringConvertible {
  /// The id as a test failure shows it, such as `#3`.
  public var customDumpDescription: String { description }
}

/// Numbers the elements of stacks.
///
/// A running program has one generator, a test one per store.
@usableFromInline
package final class StackElementIDGenerator: Sendable {
  @usableFromInline let nextNumber: Atomic<Int>

  package init() {
    nextNumber = Atomic(0)
  }

  /// The number that comes next.
  @inlinable package var next: Int { nextNumber.load(ordering: .relaxed) }

  /// Goes on from another number. For tests, which run nothing else at the same time.
  ///
  /// - Returns: The number that would have come next.
  @inlinable
  @discardableResult
  package func goOn(from next: Int) -> Int {
    let outer = nextNumber.load(ordering: .relaxed)
    nextNumber.store(next, ordering: .relaxed)
    return outer
  }

  /// The generator that is in force.
  @usableFromInline
  static var current: StackElementIDGenerator { DependencyValues.current.stackElementIDs }

  @usableFromInline
  func makeID() -> StackElementID {
    StackElementID(number: nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  /// Goes on after an id that was made elsewhere.
  @usableFromInline
  func skip(_ id: StackElementID) {
    nextNumber.max(id.number &+ 1, ordering: .relaxed)
  }
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

/// Tells an element of a stack from all others, also from one that takes its place and its id.
///
/// Effects belong to it.
@usableFromInline
package struct StackElementKey: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline let id: StackElementID
  @usableFromInline let identity: UInt64

  @usableFromInline
  init(id: StackElementID, identity: UInt64) {
    self.id = id
    self.identity = identity
  }

  @usableFromInline package var description: String { id.description }
}
