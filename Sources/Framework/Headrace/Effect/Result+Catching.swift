extension Result where Failure == any Error {
  /// Creates the result of an asynchronous call: `Result { try await client.fetch() }`.
  ///
  /// - Parameter body: The call.
  public init(
    catching body: nonisolated(nonsending) () async throws -> Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
