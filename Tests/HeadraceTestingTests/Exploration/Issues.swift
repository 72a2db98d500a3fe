import Headrace
import HeadraceTesting
import Testing

/// Runs code whose failures are the subject of the test, and returns their texts.
func issues(of body: @escaping @Sendable () async throws -> Void) async throws -> [String] {
  let texts = LockIsolated<[String]>([])
  let trait = IssueHandlingTrait.compactMapIssues { issue in
    texts.withValue { $0.append(issue.comments.first?.rawValue ?? "\(issue)") }
    return nil
  }
  let test = try #require(Test.current)
  try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
  return texts.value
}
