/// The minimum cost of an operation, measured between the samples of the operation.
public struct Floor {
  /// The name, such as `F1`.
  public let name: String

  private let run: (Int) async -> Void

  /// Creates a floor.
  ///
  /// - Parameters:
  ///   - name: The name that the table shows.
  ///   - run: Performs the operation the given number of times.
  public init(_ name: String, run: @escaping (Int) async -> Void) {
    self.name = name
    self.run = run
  }

  /// Performs the operation a number of times.
  public func callAsFunction(
    times count: Int, isolation: isolated (any Actor)? = #isolation
  ) async {
    await run(count)
  }
}
