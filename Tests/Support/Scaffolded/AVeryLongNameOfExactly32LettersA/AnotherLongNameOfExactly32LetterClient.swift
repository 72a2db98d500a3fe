public import Headrace

/// The requests of ``AVeryLongNameOfExactly32LettersA``; a host implements them.
@DependencyClient
public nonisolated struct AnotherLongNameOfExactly32LetterClient: Sendable {
  /// Loads the lines to show.
  public var load: @Sendable () async throws -> [String]
}

nonisolated extension AnotherLongNameOfExactly32LetterClient: DependencyKey {
  /// Provide a `load` that really loads. Until then, a call is reported by its name and fails.
  public static var liveValue: Self { Self() }

  /// Implements nothing: a test overrides the endpoints that its feature may use.
  public static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// The client of ``AVeryLongNameOfExactly32LettersA``.
  public var anotherLongNameOfExactly32LetterClient: AnotherLongNameOfExactly32LetterClient {
    get { self[AnotherLongNameOfExactly32LetterClient.self] }
    set { self[AnotherLongNameOfExactly32LetterClient.self] = newValue }
  }
}
