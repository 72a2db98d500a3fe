import IssueReporting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The environment that code runs in. It decides the values of dependencies that are not
/// overridden.
public enum DependencyContext: String, Sendable, Hashable {
  /// A running program: ``DependencyKey/liveValue``.
  case live

  /// A preview of a view: ``TestDependencyKey/previewValue``.
  case preview

  /// A test: ``TestDependencyKey/testValue``.
  case test

  /// What this process runs in.
  ///
  /// The environment variable `SWIFT_DEPENDENCIES_CONTEXT` (`live`, `preview` or `test`) decides;
  /// without it `XCODE_RUNNING_FOR_PREVIEWS=1` means a preview, and a test runner means a test.
  static let process = Self.detected(
    environment: { name in
      guard let value = getenv(name) else { return nil }
      return String(cString: value)
    },
    isTesting: isTesting)

  /// Detects the context from an environment.
  package static func detected(environment: (String) -> String?, isTesting: Bool) -> Self {
    if let name = environment("SWIFT_DEPENDENCIES_CONTEXT"), let context = Self(rawValue: name) {
      return context
    }
    if environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" { return .preview }
    return isTesting ? .test : .live
  }
}
