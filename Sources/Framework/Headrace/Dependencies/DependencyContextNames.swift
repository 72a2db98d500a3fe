// Names that authors of dependencies know from other libraries.

extension DependencyValues {
  /// Values without overrides, in a running program's context: `withDependencies { $0 = .live }`.
  public static var live: Self { Self(in: .live) }

  /// Values without overrides, in a preview's context.
  public static var preview: Self { Self(in: .preview) }

  /// Values without overrides, in a test's context.
  public static var test: Self { Self(in: .test) }

  private init(in context: DependencyContext) {
    self.init()
    self.context = context
  }
}

extension TestDependencyKey {
  /// Whether the value that is made now is used, so that the lack of an implementation should be
  /// reported.
  ///
  /// It is `false` while a `withDependencies` or another update reads the value only to replace it,
  /// or to change a part of it. A ``testValue`` that reports reads it:
  ///
  /// ```swift
  /// static var testValue: Database {
  ///   if shouldReportUnimplemented { reportIssue("A test needs a database of its own.") }
  ///   return Database()
  /// }
  /// ```
  public static var shouldReportUnimplemented: Bool { DependencyLookup.isForUse() }
}

/// The error of a client's endpoint without an implementation.
public typealias Unimplemented = UnimplementedEndpoint
