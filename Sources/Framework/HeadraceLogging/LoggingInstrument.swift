public import Headrace
public import Logging

/// Logs the events of a store, with ids that lead from each event to its cause.
///
/// ```swift
/// store.instruments.append(LoggingInstrument(logger: Logger(label: "wallet")))
/// ```
///
/// The message names the event. The metadata describes its place and its cause: `action.id`,
/// `effect.id`, `effect.name`, `effect.path`, `source` (the file and line of the effect, or of the
/// line to change), `parent.action.id` and `parent.effect.id` (the cause), `reason`, `count` and
/// `error`. With ``LoggingContent/payloads`` there are also `payload`, the action, and `report`.
public struct LoggingInstrument<State, Action>: StoreInstrument {
  private let logger: Logger
  private let levels: LoggingLevels
  private let content: LoggingContent

  /// Creates an instrument.
  ///
  /// - Parameters:
  ///   - logger: The destination.
  ///   - levels: The levels of the kinds of events.
  ///   - content: The amount of detail to write about actions and errors.
  public init(
    logger: Logger, levels: LoggingLevels = LoggingLevels(), content: LoggingContent = .names
  ) {
    self.logger = logger
    self.levels = levels
    self.content = content
  }

  /// Logs an action by its name.
  public func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    guard let level = levels.actions, logger.logLevel <= level else { return }
    var metadata = Self.metadata(of: origin)
    metadata["action.id"] = "\(id.rawValue)"
    if content == .payloads { metadata["payload"] = "\(action)" }
    log(level, "action received: \(ActionLabel.of(action))", metadata)
  }

  /// Logs a drop and its reason.
  public func actionDropped(_ drop: ActionDrop) {
    guard let level = levels.drops, logger.logLevel <= level else { return }
    var metadata = drop.effect.map { Self.metadata(of: $0) } ?? [:]
    metadata.merge(Self.metadata(of: drop.origin)) { $1 }
    metadata["reason"] = "\(drop.reason)"
    metadata["count"] = "\(drop.count)"
    if let id = drop.id { metadata["action.id"] = "\(id.rawValue)" }
    log(level, "action dropped: \(drop.label ?? "unknown")", metadata, at: drop.effect)
  }

  /// Logs the start of an effect.
  public func effectStarted(_ effect: EffectInfo) {
    log(levels.effects, "effect started", effect)
  }

  /// Logs the end of an effect and the type of its error.
  public func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {
    switch outcome {
    case .finished: log(levels.effects, "effect finished", effect)
    case .stopped: log(levels.effects, "effect stopped", effect)
    case .caught(let error): log(levels.effects, "effect caught an error", effect, error)
    case .failed(let error): log(levels.failures, "effect failed", effect, error)
    }
  }

  /// Logs the cancellation of an effect.
  public func effectCancelled(_ effect: EffectInfo) {
    log(levels.effects, "effect cancelled", effect)
  }

  /// Logs the source location of a misuse; with payloads also its text.
  ///
  /// The framework's own log always contains the text.
  public func misuseReported(_ report: MisuseReport) {
    guard let level = levels.misuse, logger.logLevel <= level else { return }
    var metadata: Logger.Metadata = ["source": "\(report.fileID):\(report.line)"]
    if let action = report.action { metadata["parent.action.id"] = "\(action.rawValue)" }
    if let effect = report.effect { metadata["parent.effect.id"] = "\(effect.rawValue)" }
    if content == .payloads { metadata["report"] = "\(report.message)" }
    logger.log(
      level: level, "misuse reported", metadata: metadata, file: report.fileID, function: "",
      line: report.line)
  }
}

// MARK: - Writing

extension LoggingInstrument {
  private func log(
    _ level: Logger.Level?, _ message: Logger.Message, _ effect: EffectInfo,
    _ error: (any Error)? = nil
  ) {
    guard let level, logger.logLevel <= level else { return }
    var metadata = Self.metadata(of: effect)
    if let error { metadata["error"] = content == .payloads ? "\(error)" : "\(type(of: error))" }
    log(level, message, metadata, at: effect)
  }

  private func log(
    _ level: Logger.Level, _ message: Logger.Message, _ metadata: Logger.Metadata,
    at effect: EffectInfo? = nil
  ) {
    guard let effect else { return logger.log(level: level, message, metadata: metadata) }
    logger.log(
      level: level, message, metadata: metadata, file: effect.fileID, function: "",
      line: effect.line)
  }

  private static func metadata(of origin: ActionOrigin) -> Logger.Metadata {
    guard case .effect(let effect, startedBy: let action) = origin else { return [:] }
    var metadata: Logger.Metadata = ["parent.action.id": "\(action.rawValue)"]
    if let effect { metadata["parent.effect.id"] = "\(effect.rawValue)" }
    return metadata
  }

  private static func metadata(of effect: EffectInfo) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "effect.id": "\(effect.id.rawValue)",
      "effect.path": "\(effect.path.joined(separator: "/"))",
      "source": "\(effect.fileID):\(effect.line)",
      "parent.action.id": "\(effect.startedBy.rawValue)",
    ]
    if let name = effect.name { metadata["effect.name"] = "\(name)" }
    return metadata
  }
}
