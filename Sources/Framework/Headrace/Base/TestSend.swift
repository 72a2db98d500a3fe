/// The line of the test that has sent the action that is being reduced.
///
/// If the action is a mistake, the report points at this line, because the test must be changed and
/// not the feature.
@usableFromInline
package final class TestSend {
  private let site: CallSite

  private init(at site: CallSite) { self.site = site }

  /// The line; `nil` if no test has sent the action.
  static var site: CallSite? { ThreadLocalPointer.testSend.object(as: TestSend.self)?.site }

  /// Reduces an action that a line of a test has sent.
  @usableFromInline
  package static func reducing<Result>(at site: CallSite, _ reduce: () -> Result) -> Result {
    ThreadLocalPointer.testSend.withObject(TestSend(at: site), reduce)
  }
}
