public import Headrace

/// What ``AVeryLongNameOfExactly32LettersA`` asks for; a host says how it is done.
@DependencyClient
public nonisolated struct AnotherLongNameOfExactly32LetterClient: Sendable {
  /// Loads what is shown.
  public var load: @Sendable () async throws -> [String]
}

nonisolated extension AnotherLongNameOfExactly32LetterClient: DependencyKey {
  /// Give it a `load` that really loads. Until then a call is reported by its name, and fails.
  public static var liveValue: Self { Self() }

  /// Implements nothing: a test names what its feature may use.
  public static var testValue: Self { Self() }
}

nonisolated extension DependencyValues {
  /// What ``AVeryLongNameOfExactly32LettersA`` asks for.
  public var anotherLongNameOfExactly32LetterClient: AnotherLongNameOfExactly32LetterClient {
    get { self[AnotherLongNameOfExactly32LetterClient.self] }
    set { self[AnotherLongNameOfExactly32LetterClient.self] = newValue }
  }
}
