public import Headrace

#if Tracing
  public import Tracing
#else
  #error("HeadraceTracing needs the package trait 'Tracing': traits: [\"Macros\", \"Tracing\"]")
#endif

/// Creates a span for every action and every effect, each below the span of its cause.
///
/// ```swift
/// store.instruments.append(TracingInstrument(tracer: tracer))
/// ```
///
/// The span of an action lasts while the action is reduced, and that of an effect while the effect
/// is in flight. An action from the host belongs to the span that is current when it is sent.
/// Whatever follows from an action belongs to the action's span. The work of an effect runs in the
/// effect's span, so the spans of clients are below it.
///
/// Spans are named after the cases of actions and the names of effects; they contain ids, never
/// payloads.
public final class TracingInstrument<State, Action>: StoreInstrument {
  private let tracer: any Tracer
  private var spans = SpanContexts()
  private var actionSpan: (any Span)?

  /// Creates an instrument for one store.
  ///
  /// - Parameter tracer: The tracer that creates the spans.
  public init(tracer: any Tracer = InstrumentationSystem.tracer) {
    self.tracer = tracer
  }

  /// Begins the span of an action.
  public func actionReceived(_ action: Action, id: ActionID, origin: ActionOrigin) {
    let span = tracer.startSpan(ActionLabel.of(action), context: context(of: origin))
    span.updateAttributes {
      $0["headrace.action.id"] = Int64(id.rawValue)
      Self.describe(origin, in: &$0)
    }
    spans.remember(id, span.context)
    actionSpan = span
  }

  /// Ends the span of an action.
  public func actionReduced(_ action: Action, id: ActionID, state: State) {
    actionSpan?.end()
    actionSpan = nil
  }

  /// Records a dropped action as an event of the current span, or else as a span of its own.
  ///
  /// The current span is that of the action being reduced or of the effect in flight.
  public func actionDropped(_ drop: ActionDrop) {
    let name = "dropped: \(drop.reason)"
    var attributes: SpanAttributes = [:]
    attributes["headrace.drop.count"] = Int64(drop.count)
    if let label = drop.label { attributes["headrace.drop.action"] = label }
    Self.describe(drop.origin, in: &attributes)
    if drop.id != nil, let actionSpan {
      return actionSpan.addEvent(SpanEvent(name: name, attributes: attributes))
    }
    if let effect = drop.effect, let span = spans.effects[effect.id] {
      return span.addEvent(SpanEvent(name: name, attributes: attributes))
    }
    let span = tracer.startSpan(name, context: context(of: drop.origin))
    span.attributes = attributes
    span.end()
  }

  /// Begins the span of an effect.
  public func effectStarted(_ effect: EffectInfo) {
    let span = tracer.startSpan(
      effect.name ?? "\(effect.fileID):\(effect.line)",
      context: spans[effect.startedBy] ?? .topLevel, function: "", file: effect.fileID,
      line: effect.line)
    span.updateAttributes {
      $0["headrace.effect.id"] = Int64(effect.id.rawValue)
      $0["headrace.effect.path"] = effect.path.joined(separator: "/")
      $0["headrace.parent.action.id"] = Int64(effect.startedBy.rawValue)
      $0["code.file.path"] = effect.fileID
      $0["code.line.number"] = Int64(effect.line)
    }
    spans.effects[effect.id] = span
  }

  /// Runs the effect in its span.
  public func launchEffect(_ effect: EffectInfo, _ launch: () -> Void) {
    guard let span = spans.effects[effect.id] else { return launch() }
    InstrumentationContext.$current.withValue(span.context) { launch() }
  }

  /// Ends the span of an effect and records its error.
  public func effectEnded(_ effect: EffectInfo, outcome: EffectOutcome) {
    switch outcome {
    case .finished: end(effect, "finished")
    case .stopped: end(effect, "stopped")
    case .caught(let error): end(effect, "caught", error)
    case .failed(let error): end(effect, "failed", error, status: SpanStatus(code: .error))
    }
  }

  /// Ends the span of an effect as cancelled.
  public func effectCancelled(_ effect: EffectInfo) {
    end(effect, "cancelled")
  }

  /// Records misuse in the span of the action or the effect in which it occurred.
  public func misuseReported(_ report: MisuseReport) {
    let span = report.effect.map { spans.effects[$0] } ?? actionSpan
    span?.addEvent(
      SpanEvent(
        name: "misuse",
        attributes: [
          "code.file.path": "\(report.fileID)", "code.line.number": .int64(Int64(report.line)),
        ]))
  }
}

// MARK: - Finding and Ending Spans

extension TracingInstrument {
  private func context(of origin: ActionOrigin) -> InstrumentationContext {
    switch origin {
    case .host:
      InstrumentationContext.current ?? .topLevel
    case .effect(let effect, startedBy: let action):
      effect.flatMap { spans.effects[$0]?.context } ?? spans[action] ?? .topLevel
    }
  }

  private func end(
    _ effect: EffectInfo, _ outcome: String, _ error: (any Error)? = nil,
    status: SpanStatus? = nil
  ) {
    guard let span = spans.effects.removeValue(forKey: effect.id) else { return }
    span.updateAttributes {
      $0["headrace.effect.outcome"] = outcome
      // Only the type, because the description of an error may be private.
      if let error { $0["error.type"] = "\(type(of: error))" }
    }
    if let status { span.setStatus(status) }
    span.end()
  }

  private static func describe(_ origin: ActionOrigin, in attributes: inout SpanAttributes) {
    guard case .effect(let effect, startedBy: let action) = origin else { return }
    attributes["headrace.parent.action.id"] = Int64(action.rawValue)
    if let effect { attributes["headrace.parent.effect.id"] = Int64(effect.rawValue) }
  }
}
