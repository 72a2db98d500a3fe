import Synchronization

/// Lends a random number generator.
///
/// ```swift
/// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
/// …
/// state.die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
///
/// Copies share the generator. Threads may draw from it at the same time: each draw is one step of
/// its sequence.
public struct WithRandomNumberGenerator: Sendable {
  private let generator: SharedGenerator

  /// Creates a lender.
  ///
  /// - Parameter generator: A seeded generator in tests; the system's where numbers must not be
  ///   guessable.
  public init(_ generator: any RandomNumberGenerator & Sendable) {
    self.generator = SharedGenerator(generator)
  }

  /// Runs work with the generator.
  ///
  /// - Parameter work: Draws numbers.
  /// - Returns: What `work` returns.
  public func callAsFunction<Result, Failure: Error>(
    _ work: (inout any RandomNumberGenerator) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var lent: any RandomNumberGenerator = generator
    return try work(&lent)
  }
}

/// A generator behind a lock, so that a value type can be shared.
private final class SharedGenerator: RandomNumberGenerator, Sendable {
  private let base: Mutex<any RandomNumberGenerator & Sendable>

  init(_ base: any RandomNumberGenerator & Sendable) {
    self.base = Mutex(base)
  }

  func next() -> UInt64 {
    base.withLock { $0.next() }
  }
}

/// The system's generator, after a failure at each draw.
private struct UnimplementedGenerator: RandomNumberGenerator {
  let site = DependencyLookup.readingSite()

  func next() -> UInt64 {
    DependencyLookup.reportUnimplemented(
      #"@Dependency(\.withRandomNumberGenerator)"#,
      remedy:
        "'$0.withRandomNumberGenerator = WithRandomNumberGenerator(…)' with a seeded generator",
      at: site)
    var system = SystemRandomNumberGenerator()
    return system.next()
  }
}

extension DependencyValues {
  /// Lends a random number generator: the system's. In a test that does not override it, one that
  /// fails the test.
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
    WithRandomNumberGenerator(UnimplementedGenerator())
  }
}
