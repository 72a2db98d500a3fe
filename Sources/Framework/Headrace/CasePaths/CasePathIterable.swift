/// An enum whose case paths can be listed, and looked up by a value.
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
/// `@CasePathable` generates the requirements if the enum itself declares this conformance.
public protocol CasePathIterable: CasePathable
where
  AllCasePaths: CasePathReflectable, AllCasePaths: Sequence, AllCasePaths.Root == Self,
  AllCasePaths.Element == PartialCaseKeyPath<Self>
{}

/// The case paths of an enum, looked up by a value; the `AllCasePaths` of a ``CasePathIterable``.
public protocol CasePathReflectable<Root> {
  /// The enum.
  associatedtype Root

  /// The path to the case of a value, whatever its payload.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

extension CasePathIterable {
  /// The path to the case of this value, whatever its payload.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}
