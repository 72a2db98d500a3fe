/// One effect in flight.
///
/// Unchecked: everything that changes is touched on the store's actor alone (`deliver` and `finish`
/// hop there first). What the effect's own task reads, `runtime`, the operation and the
/// dependencies, never changes once the task is made.
@usableFromInline
class EffectRecord: EffectOrigin, @unchecked Sendable {
  @usableFromInline final let id: EffectID
  @usableFromInline final let runtime: StoreRuntime
  final let cancelIDs: [AnyHashable]

  @exclusivity(unchecked) private(set) final var isCancelled = false
  @exclusivity(unchecked) private(set) final var isFinished = false

  /// What is told of the effect, and of what its work does wrong, where instruments watch.
  final var witness: MisuseWitness?

  fileprivate final var next: EffectRecord?
  fileprivate final unowned(unsafe) var previous: EffectRecord?

  override init(in context: EffectContext, endsWithAction: Bool = false) {
    self.id = context.runtime.makeEffectID()
    self.runtime = context.runtime
    self.cancelIDs = context.cancelIDs
    super.init(in: context, endsWithAction: endsWithAction)
  }

  override final var record: EffectRecord? { self }

  @usableFromInline
  override final var isEnded: Bool { isCancelled || super.isEnded }

  /// What tools show of the effect; `nil` for what is not an effect of its own.
  var info: EffectInfo? { nil }

  /// How the work has ended.
  var outcome: EffectOutcome { .finished }

  /// Starts the work, after the action that asked for it is reduced.
  func launch() {}

  /// Stops the work, if there is any.
  func cancelWork() {}

  /// Cancels: from now on no action of this effect is reduced.
  final func cancel() {
    guard !isCancelled, !isFinished else { return }
    isCancelled = true
    cancelWork()
    scope.remove(self)
    runtime.effectWasCancelled(self)
    scope.release()
  }

  /// Ends the effect's part in what awaits it. Called once the work is over, or was never begun.
  final func finish() {
    guard !isFinished else { return }
    isFinished = true
    if let witness { runtime.tell(witness.close(), of: self) }
    if !isCancelled {
      scope.remove(self)
      runtime.effectHasEnded(self)
      scope.release()
    }
    step?.end()
    group.end()
  }
}

/// The effects of one scope, oldest first, linked through themselves.
struct EffectRecordList {
  private var first: EffectRecord?
  private unowned(unsafe) var last: EffectRecord?

  mutating func append(_ record: EffectRecord) {
    record.previous = last
    if let last { last.next = record } else { first = record }
    last = record
  }

  mutating func remove(_ record: EffectRecord) {
    let next = record.next
    let previous = record.previous
    if let previous { previous.next = next } else { first = next }
    if let next { next.previous = previous } else { last = previous }
    record.next = nil
    record.previous = nil
  }

  /// Calls a closure for each effect; it may remove that effect.
  func forEach(_ body: (EffectRecord) -> Void) {
    var record = first
    while let current = record {
      record = current.next
      body(current)
    }
  }
}
