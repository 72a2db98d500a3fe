public import Headrace

/// What ``Receipt`` asks for; a host says how it is done.
@DependencyClient
public nonisolated struct PrinterClient: Sendable {
  /// Loads what is shown.
  public var load: @Sendable () async throws -> [String]
}

nonisolated extension PrinterClient: DependencyKey {
  /// Give it a `load` that really loads. Until then a call is reported by its name, and fails.
  public static var liveValue: Self { Self() }

  /// Implements nothing: a test names what its feature may use.
  public static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// What ``Receipt`` asks for.
  public var printerClient: PrinterClient {
    get { self[PrinterClient.self] }
    set { self[PrinterClient.self] = newValue }
  }
}
