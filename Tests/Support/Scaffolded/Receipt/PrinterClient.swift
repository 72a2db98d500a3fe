public import Headrace

/// The requests of ``Receipt``; a host implements them.
@DependencyClient
public nonisolated struct PrinterClient: Sendable {
  /// Loads the lines to show.
  public var load: @Sendable () async throws -> [String]
}

nonisolated extension PrinterClient: DependencyKey {
  /// Provide a `load` that really loads. Until then, a call is reported by its name and fails.
  public static var liveValue: Self { Self() }

  /// Implements nothing: a test overrides the endpoints that its feature may use.
  public static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// The client of ``Receipt``.
  public var printerClient: PrinterClient {
    get { self[PrinterClient.self] }
    set { self[PrinterClient.self] = newValue }
  }
}
