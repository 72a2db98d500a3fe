/// Gives access to a random number generator.
///
/// ```swift
/// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
/// …
/// state.die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
///
/// Copies share the generator. Several threads can draw from it at the same time: each draw is one
/// step of its sequence.
public struct WithRandomNumberGenerator: Sendable {
  private let generator: LentGenerator

  /// Creates a value that gives access to a generator.
  ///
  /// - Parameter generator: A seeded generator in tests; the system's if numbers must not be
  ///   guessable.
  public init(_ generator: any RandomNumberGenerator & Sendable) {
    let generator = LockIsolated(generator)
    self.generator = LentGenerator { generator.withValue { $0.next() } }
  }

  /// Runs work with the generator.
  ///
  /// - Parameter work: The code that draws numbers.
  /// - Returns: The result of `work`.
  public func callAsFunction<Result, Failure: Error>(
    _ work: (inout any RandomNumberGenerator) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var lent: any RandomNumberGenerator = generator
    return try work(&lent)
  }
}

/// A generator whose copies draw from the same sequence.
private struct LentGenerator: RandomNumberGenerator, Sendable {
  let draw: @Sendable () -> UInt64

  func next() -> UInt64 { RunNotes.generated("randomNumber", draw) }
}

extension DependencyValues {
  /// Gives access to the system's random number generator.
  ///
  /// In a test without an override, drawing from it is a failure.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
  static var liveValue: WithRandomNumberGenerator {
    WithRandomNumberGenerator(SystemRandomNumberGenerator())
  }
  static var testValue: WithRandomNumberGenerator {
    let draw = DependencyLookup.unimplemented(
      Self.self,
      remedy:
        "'$0.withRandomNumberGenerator = WithRandomNumberGenerator(…)' with a seeded generator",
      placeholder: UInt64.random(in: .min ... .max))
    return WithRandomNumberGenerator(LentGenerator(draw: draw))
  }
}
