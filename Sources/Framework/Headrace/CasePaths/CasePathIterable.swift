/// An enum whose case paths can be listed, and found by a value.
///
/// ```swift
/// @CasePathable
/// enum Field: CasePathIterable {
///   case title(String)
///   case isDone
/// }
///
/// Array(Field.allCasePaths)        // [\.title, \.isDone]
/// Field.allCasePaths[.isDone]      // \.isDone
/// Field.title("Tea").case          // \.title
/// ```
///
/// `@CasePathable` writes what such an enum needs, where the enum itself names this protocol.
public protocol CasePathIterable: CasePathable
where
  AllCasePaths: CasePathReflectable, AllCasePaths: Sequence, AllCasePaths.Root == Self,
  AllCasePaths.Element == PartialCaseKeyPath<Self>
{}

/// The case paths of an enum, found by a value; the `AllCasePaths` of a ``CasePathIterable``.
public protocol CasePathReflectable<Root> {
  /// The enum.
  associatedtype Root

  /// The path to the case that a value is of, whatever its payload is.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

extension CasePathIterable {
  /// The path to the case that this value is of, whatever its payload is.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}
