/// The work to do after an action is reduced, as data that only a store can run.
///
/// ```swift
/// case .refreshButtonTapped:
///   return .run { send in
///     await send(.balanceResponse(try await node.balance(address)))
///   } catch: { error, send in
///     await send(.balanceFailed(NodeFailure(error)))
///   }
///   .cancellable(id: CancelID.refresh, cancelInFlight: true)
/// ```
///
/// An effect belongs to the feature that returned it: it ends with that feature's state, and only
/// that feature and those above it can cancel it.
public struct Effect<Action> {
  /// The work; `nil` for `.none`, which therefore allocates nothing.
  @usableFromInline let storage: EffectWork<Action>?

  @inlinable
  init(storage: EffectWork<Action>?) { self.storage = storage }
}

// MARK: - Creating Effects

extension Effect {
  /// An effect that does nothing, and allocates nothing.
  @inlinable
  public static var none: Self { Self(storage: nil) }

  /// Feeds an action back into the feature, before the store's `send(_:)` returns.
  ///
  /// To share logic between actions, call a method instead. Use this to inform a parent (`delegate`
  /// actions).
  ///
  /// - Parameter action: The action to reduce after those already queued.
  @inlinable
  public static func send(_ action: Action) -> Self { Self(storage: .send(action)) }

  /// Runs asynchronous work that can send any number of actions.
  ///
  /// The work runs in one separate task, off the store's actor, with the dependency values that its
  /// reducer had. It is cancelled when its feature's state is removed.
  ///
  /// Work that must not miss any event can start immediately: here the subscription exists before
  /// the store's `send(_:)` returns.
  ///
  /// ```swift
  /// return .run(startsImmediately: true) { [socket] send in
  ///   for await message in socket.messages() { await send(.received(message)) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: A name for the task and for tools. By default, tools show the file and line.
  ///   - priority: The priority of the task; if `nil`, the sender's.
  ///   - overflow: The handling of actions that the work sends faster than they are reduced.
  ///   - startsImmediately: If true, the work runs up to its first suspension before the store's
  ///     `send(_:)` returns, on the store's thread, as with `Task.immediate`. That part must be
  ///     short.
  ///   - operation: The work. Its captures must be `Sendable`.
  ///   - handler: Turns an error into actions. Without it, an error other than `CancellationError`
  ///     is reported at the line of this call.
  @inlinable
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    overflow: EffectOverflow = .suspend,
    startsImmediately: Bool = false,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let effect = Self(
      storage: .run(
        RunWork(
          name: name, priority: priority, overflow: overflow,
          startsImmediately: startsImmediately, site: site, operation: operation, handler: handler
        )))
    guard let values = DependencyValues.storageForPartOfRun else { return effect }
    return effect.inContext { $0.dependencies = values }
  }

  /// Rejects work that returns an action.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: """
      the work returns nothing; send the action: 'await send(.answered(1))'
      """
  )
  public static func run(
    name: String? = nil,
    priority: TaskPriority? = nil,
    overflow: EffectOverflow = .suspend,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Action,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil
  ) -> Self { .none }
}

// MARK: - Sending Actions

/// Sends actions from an effect back into the store.
///
/// Call it like a function: `await send(.response(value))`. It returns after the action is reduced.
public struct Send<Action>: Sendable {
  @usableFromInline let record: RunRecord
  // Unchecked: only `deliver(_:on:)` calls it, which is isolated to the store's actor.
  @usableFromInline nonisolated(unsafe) let sink: ActionSink<Action>
  /// The buffer of the actions; `nil` if their senders wait.
  @usableFromInline let mailbox: EffectMailbox<Action>?

  /// Sends one action and waits until it is reduced.
  ///
  /// If the effect has an ``EffectOverflow`` other than `.suspend` and an earlier action is not yet
  /// reduced, this returns immediately: the action waits or is dropped.
  ///
  /// After the effect is cancelled, the action is dropped. The drop is counted and reported to the
  /// store's instruments.
  ///
  /// - Parameter action: The action, which is transferred to the store's actor.
  @inlinable
  public func callAsFunction(_ action: sending Action) async {
    guard let owner = record.runtime.owner else { return record.dropWithoutOwner(action) }
    if let mailbox { return await deliver(action, by: mailbox, on: owner) }
    // With nothing left to release, the task stays on the actor until it is needed elsewhere.
    await deliver(consume action, on: consume owner)
  }

  @inlinable
  func deliver(_ action: sending Action, on owner: isolated __owned any Actor) {
    guard record.beginDelivery() else { return record.drop(action) }
    TaskValues.leavingEffect { sink(action, record) }
  }

  @inlinable
  @inline(never)
  func deliver(
    _ action: sending Action, by mailbox: EffectMailbox<Action>, on owner: any Actor
  ) async {
    guard mailbox.put(action) else { return }
    while await deliverNext(from: mailbox, on: owner) {}
  }

  /// Delivers the oldest buffered action.
  ///
  /// - Returns: True if there was one.
  @inlinable
  func deliverNext(from mailbox: EffectMailbox<Action>, on owner: isolated any Actor) -> Bool {
    let (action, lostCount) = mailbox.take()
    if lostCount > 0 { record.countLost(lostCount) }
    guard let action else { return false }
    deliver(action, on: owner)
    return true
  }
}

// MARK: - Work

/// The work of a store for an effect, as data.
@usableFromInline
enum EffectWork<Action> {
  /// Sends an action immediately.
  indirect case send(Action)
  /// Runs asynchronous work.
  case run(RunWork<Action>)
  /// Cancels the effects with an id, in its feature and those below.
  indirect case cancel(CancelID)
  /// Starts several effects concurrently; empty if all parts of a delayed effect were cancelled.
  indirect case merge([EffectWork])
  /// Runs effects one after another.
  indirect case concatenate([EffectWork])
  /// Starts an effect after another one, which only sleeps.
  indirect case debounce(EffectWork, sleep: RunWork<Action>)
  /// Starts an effect immediately, or at the end of the interval that delays it.
  indirect case throttle(EffectWork, Throttle<Action>)
  /// Makes an effect cancellable by an id.
  indirect case cancellable(EffectWork, id: CancelID, cancelInFlight: Bool)
  /// An effect whose actions are embedded in others, in a child's scope if it has a place; see
  /// `embedding(_:at:by:presentation:)`.
  indirect case embedded(
    start: (EffectContext, @escaping ActionSink<Action>) -> Void,
    removing: (inout PartSearch) -> EffectWork)
  /// Starts an effect in another context.
  indirect case inContext(EffectWork, (inout EffectContext) -> Void)
}

/// Takes an action, and the effect that sends it, to the store; called only on the store's actor.
@usableFromInline
typealias ActionSink<Action> = (Action, EffectRecord) -> Void

/// The parameters of a throttle, for effects with an id.
///
/// They are the id, the work that sleeps for the interval, and a flag: if true, the last of the
/// delayed effects starts, otherwise the first.
@usableFromInline
typealias Throttle<Action> = (id: CancelID, sleep: RunWork<Action>, latest: Bool)

// MARK: - Starting Effects

extension EffectWork {
  /// Starts the effect and all its parts.
  ///
  /// The code runs on the store's actor while the store is busy. Launching the started tasks and
  /// reducing actions come afterwards. Authors' code may run inside it (`onCancel` handlers,
  /// instruments, `deinit`s) and end the feature or the store; then nothing more is started.
  ///
  /// - Precondition: The caller keeps the scope in the tree until this returns. Otherwise a first
  ///   part that ends immediately would remove the scope before the second one starts.
  @usableFromInline
  func start(in context: EffectContext, to sink: @escaping ActionSink<Action>) {
    guard !context.isClosed else { return }
    switch self {
    case .send(let action): sink(action, context.recordOfSend())
    case .run(let work): work.makeRecord(in: context, to: sink).register()
    case .cancel(let id): context.cancelEffects(id: id)
    case .merge(let parts): Self.startAll(parts, in: context, to: sink)
    case .concatenate(let parts): SequenceRecord(parts, in: context, to: sink).start()
    case .debounce(let work, let sleep):
      DelayedRecord(work, sleep, in: context, to: sink).startDebounce()
    case .throttle(let work, let throttle):
      DelayedRecord.throttle(work, throttle, in: context.cancellable(by: throttle.id), to: sink)
    case .cancellable(let work, let id, let cancelInFlight):
      if cancelInFlight { context.scope.cancelEffects(id: id) }
      work.start(in: context.cancellable(by: id), to: sink)
    case .embedded(let start, _): start(context, sink)
    case .inContext(let work, let change):
      var context = context
      change(&context)
      work.start(in: context, to: sink)
    }
  }

  /// Starts the parts of a merge.
  ///
  /// Merges within merges take no stack, because authors merge the effects of a loop one by one.
  private static func startAll(
    _ parts: [EffectWork], in context: EffectContext, to sink: @escaping ActionSink<Action>
  ) {
    var remaining = Array(parts.reversed())
    while let part = remaining.popLast() {
      if case .merge(let inner) = part {
        remaining += inner.reversed()
      } else {
        part.start(in: context, to: sink)
      }
    }
  }
}
