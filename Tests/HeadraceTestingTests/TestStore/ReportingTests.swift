import Headrace
import HeadraceTesting
import Testing

/// Failures really reach the test runner; all other tests here examine recorded texts.
@Suite struct ReportingTests {
  @Test func aFailingTestStoreFailsItsTestAtTheCallersLine() async {
    let line = #line + 4
    await withKnownIssue {
      let store = TestStore(initialState: Chain.State()) { Chain() }
      _ = store.state
      await store.send(.second)
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.sourceLocation?.fileID == "HeadraceTestingTests/ReportingTests.swift"
        && issue.comments.contains { $0.rawValue.hasPrefix("The state changed after sending") }
    }
  }

  @Test func aWarningDoesNotFailATest() async {
    let store = TestStore(initialState: Chain.State()) { Chain() }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.second)
  }
}
