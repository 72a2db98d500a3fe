package import Testing

/// Expects exactly one issue, which names the endpoint that was called without an implementation.
///
/// - Parameters:
///   - endpoint: The client and its endpoint, such as `VaultClient.status`.
///   - ask: Calls the endpoint; its error is ignored.
package func expectUnimplemented(
  _ endpoint: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ ask: () async throws -> Void
) async {
  await withKnownIssue(sourceLocation: sourceLocation) {
    do {
      try await ask()
    } catch {
      // Only the issue is expected.
    }
  } matching: { issue in
    issue.comments.contains {
      $0.rawValue.contains("'\(endpoint)' was called, but has no implementation.")
    }
  }
}
