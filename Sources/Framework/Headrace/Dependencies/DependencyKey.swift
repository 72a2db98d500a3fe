/// A key for a value that is passed to features and replaced in tests, with a value for tests.
///
/// A client's interface target declares the key with a ``testValue``; its live target adds the
/// conformance to ``DependencyKey`` and the live value. If both are in one target, conform to
/// ``DependencyKey`` alone.
///
/// ```swift
/// extension NodeClient: TestDependencyKey {
///   package static let testValue = NodeClient()
/// }
///
/// extension DependencyValues {
///   package var nodeClient: NodeClient {
///     get { self[NodeClient.self] }
///     set { self[NodeClient.self] = newValue }
///   }
/// }
/// ```
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the value, which is `Sendable` because effects on any thread read it.
  associatedtype Value: Sendable = Self

  /// The value for previews.
  ///
  /// It is read once per process in a preview, or twice if two threads race.
  static var previewValue: Value { get }

  /// The value for tests without an override.
  ///
  /// It is read once per test and store, or twice if two threads race.
  ///
  /// It should report a failure when it is used, so that no test depends on the outside world by
  /// accident.
  static var testValue: Value { get }
}

/// A key for a value that is passed to features, with a live value.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The value in a running program.
  ///
  /// It is read once per process, or twice if two threads race.
  static var liveValue: Value { get }

  // Restated so that a conformance to this protocol alone infers `Value`.
  associatedtype Value = Self
  /// The value for previews; by default, the live value.
  static var previewValue: Value { get }
  /// The value for tests; if none is given, reading it reports a test failure.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The preview value; reading it reports a test failure that names the dependency to override.
  public static var testValue: Value {
    DependencyLookup.reportMissing(
      "test", of: Self.self, in: "a test",
      remedy: """
        A test must not use a live dependency by accident. Override it for this test, in the \
        'withDependencies' of the test store or around the code under test, or give '\(Self.self)' \
        a 'testValue'.
        """)
    return previewValue
  }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }

  /// True if the value being created will be used, so that a missing implementation should be
  /// reported.
  ///
  /// It is `false` while a `withDependencies` or another update reads the value only to replace it,
  /// or to change a part of it. A ``testValue`` that reports failures checks it:
  ///
  /// ```swift
  /// static var testValue: Database {
  ///   if shouldReportUnimplemented { reportIssue("A test needs a database of its own.") }
  ///   return Database()
  /// }
  /// ```
  public static var shouldReportUnimplemented: Bool { DependencyLookup.isForUse() }

  /// Returns the key's own value for a context.
  static func value(in context: DependencyContext) -> Value {
    guard context == .live else { return context == .preview ? previewValue : testValue }
    if let key = Self.self as? any DependencyKey.Type, let value = key.liveValue as? Value {
      return value
    }
    DependencyLookup.reportMissing(
      "live", of: Self.self, in: "a running program",
      remedy: """
        The test value is used instead. Import the target that makes '\(Self.self)' a \
        'DependencyKey' into the host, or set the value by 'prepareDependencies' before anything \
        reads it.
        """)
    return testValue
  }
}

// MARK: - Contexts

/// The environment that code runs in, which determines the values of dependencies without
/// overrides.
public enum DependencyContext: String, Sendable, Hashable {
  /// A running program, which uses ``DependencyKey/liveValue``.
  case live

  /// A preview of a view, which uses ``TestDependencyKey/previewValue``.
  case preview

  /// A test, which uses ``TestDependencyKey/testValue``.
  case test

  /// Detects the context from the environment variables of the process.
  package static func detected(environment: (String) -> String?, isTesting: Bool) -> Self {
    let named = environment("SWIFT_DEPENDENCIES_CONTEXT").flatMap(Self.init(rawValue:))
    let isPreview = environment("XCODE_RUNNING_FOR_PREVIEWS") == "1"
    return named ?? (isPreview ? .preview : isTesting ? .test : .live)
  }
}
