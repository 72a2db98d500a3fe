/// An event in a store.
public struct JournalEvent: Sendable {
  /// The kind of an event. A journal of a later version can contain other kinds.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The name in the file.
    public let rawValue: String

    /// Creates a kind from its name in the file.
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
    /// The complete state was written.
    public static let checkpoint = Kind(rawValue: "checkpoint")
  }

  /// The kind of the event.
  public var kind: Kind

  /// The position of the event in its journal, from 0.
  public var sequence = 0

  /// The time since the start of the recording, by a monotonic clock; in microseconds.
  public var time: Duration

  /// The number of the action in its store, from 1.
  ///
  /// For a checkpoint, it is the number of the last action before it, or 0.
  public var action: Int?

  /// The time that the action took to be reduced; `nil` for other events.
  public var reducing: Duration?

  /// The number of the effect in its store, from 1.
  ///
  /// This is the effect that the event is about, or that sent the action. `nil` for an action from
  /// the host or a `.send`.
  public var effect: Int?

  /// The action that caused the event by way of an effect; `nil` for an action from the host.
  public var cause: Int?

  /// The names of the action's cases, such as `.rows.element.tick`, or the name of an effect.
  public var label: String?

  /// The features from the store's root down to that of the effect, such as `["List", "Row[3]"]`.
  public var path: [String] = []

  /// The action's payload, or the state of a checkpoint.
  public var payload: JSONValue?

  /// The size in bytes of a payload that was omitted because it was too large.
  public var cutByteCount: Int?

  /// The values that the reducer requested from its dependencies, in order.
  public var values: [GeneratedJSON] = []

  /// The change that the action made to the state; `nil` if it was not recorded.
  public var difference: StateDifference?

  /// The reason why an action was dropped, or the outcome of an effect.
  public var detail: String?

  /// The number of dropped actions, if more than one.
  public var count: Int?

  /// The line that created the effect or is to be changed, such as
  /// `SendFeature/SendMoney.swift:12`.
  public var place: String?

  /// A value that a reducer requested from its dependencies.
  public struct GeneratedJSON: Hashable, Sendable {
    /// The name of its generator, such as `date`.
    public var name: String
    /// The value.
    public var value: JSONValue
  }

  package init(_ kind: Kind, at time: Duration) {
    self.kind = kind
    self.time = time
  }
}
