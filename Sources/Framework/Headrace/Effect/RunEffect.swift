/// Runs asynchronous work.
///
/// Unchecked: it never changes, and its closures are `Sendable`.
@usableFromInline
final class RunEffect<Action>: EffectNode, @unchecked Sendable {
  /// The author's work.
  @usableFromInline
  typealias Operation = @Sendable (_ send: Send<Action>) async throws -> Void
  /// The author's handler for an error.
  @usableFromInline
  typealias Handler = @Sendable (_ error: any Error, _ send: Send<Action>) async -> Void

  @usableFromInline let name: String?
  /// The raw value, because the size of a `TaskPriority` is known only at run time.
  @usableFromInline let priority: UInt8?
  @usableFromInline let overflow: EffectOverflow
  @usableFromInline let site: CallSite
  @usableFromInline let operation: Operation
  @usableFromInline let handler: Handler?

  @inlinable
  init(
    name: String? = nil, priority: UInt8? = nil, overflow: EffectOverflow = .suspend,
    site: CallSite, operation: @escaping Operation, catch handler: Handler? = nil
  ) {
    self.name = name
    self.priority = priority
    self.overflow = overflow
    self.site = site
    self.operation = operation
    self.handler = handler
    super.init(.run)
  }

  override func start(in context: __shared EffectContext, to sink: ErasedSink) {
    TypedRunRecord(self, in: context, to: sink.typed(as: Action.self)).register()
  }
}
