import Foundation
public import Headrace

/// A feature in a test that was written from a journal.
///
/// Its reducers receive the values that they received when the actions were recorded. Its effects
/// don't run: the test sends their actions. ``Journal/testSource(from:to:of:reducer:)`` writes such
/// tests.
public struct RecordedFeature<Base: Reducer>: WrapperReducer {
  /// An answer to a reducer: the name of its generator, and the value as JSON.
  public typealias Answer = (name: String, json: String)

  /// The feature.
  public let base: Base

  private let answers: LockIsolated<ArraySlice<[Answer]>>

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - answers: The answers to the reducers, for each action of the test in order; see
  ///     `Documentation/journal.md` for the names.
  ///   - feature: The feature.
  public init(answers: [[Answer]] = [], feature: () -> Base) {
    self.answers = LockIsolated(answers[...])
    base = feature()
  }

  /// Reduces an action with the answers that were recorded for it.
  public func reduce(
    into state: inout Base.State, action: Base.Action,
    base: CompiledReducer<Base.State, Base.Action>
  ) -> Effect<Base.Action> {
    let recorded = RecordedAnswers(answers.withValue { $0.popFirst() ?? [] })
    let notes = RunNotes { recorded.next($0, $1) }
    RunNotes.$current.withValue(notes) { _ = base.reduce(into: &state, action: action) }
    for name in notes.take(isLast: true).unrecorded.sorted() {
      reportMisuse(
        """
        A reducer asked for \(name), which was not recorded.

        The feature asks for more, or for something else, than when its journal was written. Write \
        the test again, from a new journal.
        """, at: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    }
    return .none
  }
}

/// Decodes a value from JSON, in a test that was written from a journal.
///
/// - Parameter json: The value, as in the journal.
/// - Throws: `DecodingError` if it doesn't match the type.
public func decoded<Value: Decodable>(_ json: String) throws -> Value {
  try JSONDecoder.payload(Value.self, from: Data("{\"p\":\(json)}".utf8))
}
