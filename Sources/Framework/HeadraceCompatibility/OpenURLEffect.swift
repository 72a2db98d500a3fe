public import Headrace

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Opens a URL outside of the program, for example in a browser.
///
/// Only a host can do that, so the host must provide the implementation before any code reads it:
///
/// ```swift
/// prepareDependencies {
///   $0.openURL = OpenURLEffect { url in await browser.open(url) }
/// }
/// ```
///
/// A feature calls it in an effect:
///
/// ```swift
/// @Dependency(\.openURL) var openURL
/// …
/// return .run { [openURL] _ in await openURL(helpPage) }
/// ```
public struct OpenURLEffect: Sendable {
  private let open: @Sendable (URL) async -> Bool

  /// Creates an effect that opens URLs.
  ///
  /// - Parameter open: Opens a URL, and returns true on success.
  public init(_ open: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.open = open
  }

  /// Opens a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: True on success.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await open(url)
  }
}

extension DependencyValues {
  /// Opens a URL outside of the program, if the host has set an implementation; otherwise each call
  /// is reported.
  ///
  /// In a test without an override, calling it is a failure.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}

private enum OpenURLKey: DependencyKey {
  static var liveValue: OpenURLEffect {
    let site = DependencyLookup.reading(Self.self).site
    // The URL is not shown, because it may be private.
    return OpenURLEffect { _ in
      reportMisuse(
        """
        A URL was not opened, because the host has not set '@Dependency(\\.openURL)'.

        Only the host knows how to open a URL. Set it before any code reads a dependency: \
        'prepareDependencies { $0.openURL = OpenURLEffect { url in … } }' at the start of 'main'.
        """, at: site)
      return false
    }
  }

  static var testValue: OpenURLEffect {
    let open = DependencyLookup.unimplemented(
      Self.self, remedy: "'$0.openURL = OpenURLEffect { _ in true }'", placeholder: false)
    return OpenURLEffect { _ in open() }
  }
}
