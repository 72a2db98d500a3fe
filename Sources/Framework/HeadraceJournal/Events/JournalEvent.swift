/// Something that happened in a store.
public struct JournalEvent: Sendable {
  /// What happened. A journal of a later version can have other kinds.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name in the file.
    public let rawValue: String

    /// Creates a kind by its name in the file.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// An action was received and reduced.
    public static let action = Kind(rawValue: "action")
    /// Actions were not reduced, or not by the feature that they were sent to.
    public static let dropped = Kind(rawValue: "dropped")
    /// An effect started.
    public static let effectStarted = Kind(rawValue: "effectStarted")
    /// An effect ended by itself.
    public static let effectEnded = Kind(rawValue: "effectEnded")
    /// An effect was cancelled.
    public static let effectCancelled = Kind(rawValue: "effectCancelled")
    /// A misuse was reported.
    public static let misuse = Kind(rawValue: "misuse")
    /// The state was written whole.
    public static let checkpoint = Kind(rawValue: "checkpoint")
  }

  /// What happened.
  public var kind: Kind

  /// The position of the event in its journal, from 0.
  public var sequence = 0

  /// How long after the start of the recording it happened, by a monotonic clock; in
  /// microseconds.
  public var time: Duration

  /// The number of the action in its store, from 1; for a checkpoint, that of the last action
  /// before it, or 0.
  public var action: Int?

  /// How long the action took to be reduced; only of an action.
  public var reducing: Duration?

  /// The number of the effect in its store, from 1: the one that the event is about, or that sent
  /// the action. `nil` for an action of the host, and of a `.send`.
  public var effect: Int?

  /// The action that caused the event, by way of an effect; `nil` for an action of the host.
  public var cause: Int?

  /// The names of the action's cases, such as `.rows.element.tick`; the name of an effect.
  public var label: String?

  /// The features from the store's own down to that of the effect, such as `["List", "Row[3]"]`.
  public var path: [String] = []

  /// What the action carries, or the state of a checkpoint.
  public var payload: JSONValue?

  /// How many bytes a payload has that was left out because of its size.
  public var cutByteCount: Int?

  /// The values that the reducer asked of its dependencies, in this order.
  public var values: [GeneratedJSON] = []

  /// What the action has changed; `nil` if that was not recorded.
  public var difference: StateDifference?

  /// Why an action was dropped, or how an effect ended.
  public var detail: String?

  /// How many actions were dropped, if more than one.
  public var count: Int?

  /// The line that made the effect or is to be changed, such as `SendFeature/SendMoney.swift:12`.
  public var place: String?

  /// A value that a reducer asked of its dependencies.
  public struct GeneratedJSON: Hashable, Sendable {
    /// What generated it, such as `date`.
    public var name: String
    /// The value.
    public var value: JSONValue
  }

  package init(_ kind: Kind, at time: Duration) {
    self.kind = kind
    self.time = time
  }
}
