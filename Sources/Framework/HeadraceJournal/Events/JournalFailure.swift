/// The reason why a journal can't be read, written or replayed.
public struct JournalFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Reason: Hashable, Sendable {
    /// The file can't be opened, read or written; `detail` is the system's reason.
    case file(detail: String)
    /// The first line is not a header.
    case noHeader
    /// The journal was written by a later version.
    case laterVersion(found: Int, supported: Int)
    /// A line doesn't match the schema.
    case damaged(line: Int, byte: Int, detail: String)
    /// The journal has no such action.
    case noSuchAction(Int, actions: Range<Int>)
    /// There is no recorded state at or before an action from which a replay could begin.
    case noCheckpoint(before: Int)
    /// An action's payload can't be decoded.
    case unreadableAction(Int, detail: String)
    /// A recorded state can't be decoded.
    case unreadableState(after: Int, detail: String)
    /// A test of an action would not compile or not pass.
    case untestable(action: Int, detail: String)
    /// A difference refers to a path that its state doesn't have.
    case foreignDifference(place: String)
  }

  /// The kind of the failure.
  public let reason: Reason

  init(_ reason: Reason) {
    self.reason = reason
  }

  /// The problem and the expected condition.
  public var description: String {
    switch reason {
    case .file(let detail): "The journal's file can't be used: \(detail)."
    case .noHeader:
      "This is not a journal: expected a first line with '\"journal\": version'."
    case .laterVersion(let found, let supported):
      """
      The journal has version \(found), and this program reads versions up to \(supported): use a \
      later one.
      """
    case .damaged(let line, let byte, let detail):
      "The journal is damaged in line \(line), which begins at byte \(byte): \(detail)."
    case .noSuchAction(let number, let actions) where actions.isEmpty:
      "The journal has no action \(number): it has none."
    case .noSuchAction(let number, let actions):
      """
      The journal has no action \(number): it has the actions \(actions.lowerBound) to \
      \(actions.upperBound - 1).
      """
    case .noCheckpoint(let number):
      "The journal has no state before action \(number): expected 'State' to be 'Codable'."
    case .unreadableAction(let number, let detail):
      "Action \(number) can't be read back: \(detail)."
    case .unreadableState(let number, let detail):
      "The state after action \(number) can't be read back: \(detail)."
    case .untestable(let number, let detail):
      "No test of action \(number) can be written: \(detail)."
    case .foreignDifference(let place):
      "A difference changes '\(place.prefix(200))', which the state before it does not have."
    }
  }
}
