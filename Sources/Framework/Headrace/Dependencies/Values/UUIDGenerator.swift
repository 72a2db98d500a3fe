import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A source of unique ids.
///
/// ```swift
/// @Dependency(\.uuid) var uuid
/// …
/// state.rows.append(Row(id: uuid()))
/// ```
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator.
  ///
  /// - Parameter generate: Called for each id.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// A generator that always makes the same id.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// A new generator that counts: `00000000-0000-0000-0000-000000000000`, then `…0001`, and so on.
  public static var incrementing: Self {
    let count = Atomic<UInt64>(0)
    return Self { UUID(count.wrappingAdd(1, ordering: .relaxed).oldValue) }
  }

  /// Makes an id.
  public func callAsFunction() -> UUID {
    generate()
  }
}

extension UUID {
  /// Creates the id that ``UUIDGenerator/incrementing`` makes at a position.
  ///
  /// - Parameter number: The number in its last eight bytes, big-endian.
  /// - Precondition: It is between 0 and 2⁶⁴ − 1.
  public init(_ number: some BinaryInteger) {
    let bytes = UInt64(number).bigEndian
    // Safe: a number of this type has the eight bytes that are read.
    self = withUnsafeBytes(of: bytes) { b in
      UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]))
    }
  }
}

extension DependencyValues {
  /// The source of unique ids. In a test that does not override it, making one is a failure.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }
}

private enum UUIDGeneratorKey: DependencyKey {
  static var liveValue: UUIDGenerator { UUIDGenerator { UUID() } }
  static var testValue: UUIDGenerator {
    let site = DependencyLookup.readingSite()
    return UUIDGenerator {
      DependencyLookup.reportUnimplemented(
        #"@Dependency(\.uuid)"#, remedy: "'$0.uuid = .incrementing'", at: site)
      return UUID()
    }
  }
}
