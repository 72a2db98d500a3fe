/// The line of the test that sent the action being reduced.
///
/// If the action is a mistake, the report points at this line, because the test is what must
/// change, not the feature.
@usableFromInline
package final class TestSend {
  private let site: CallSite

  private init(at site: CallSite) { self.site = site }

  /// The line; `nil` if the action was not sent by a test.
  static var site: CallSite? { ThreadLocalPointer.testSend.object(as: TestSend.self)?.site }

  /// Reduces an action that was sent by a line of a test.
  @usableFromInline
  package static func reducing<Result>(at site: CallSite, _ reduce: () -> Result) -> Result {
    ThreadLocalPointer.testSend.withObject(TestSend(at: site), reduce)
  }
}
