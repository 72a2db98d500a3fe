/// All that one sent action has started, directly or through later actions.
///
/// Unchecked: touched only on the store's actor; a ``StoreTask`` hops there.
@usableFromInline
package final class EffectGroup: @unchecked Sendable {
  @usableFromInline let runtime: StoreRuntime
  @usableFromInline private(set) var isCancelled = false
  /// How many effects and actions of the group have not ended.
  @usableFromInline var pendingCount = 0
  /// Where the effects were returned whose tasks run, by their numbers. If the store's actor is
  /// released first, an effect that ends stays here, and the list is not used again.
  var running: [UInt64: CallSite] = [:]
  /// The tasks that wait for the end, in the order in which they came.
  private var waiters: [(number: UInt64, continuation: CheckedContinuation<Void, Never>)] = []

  @usableFromInline
  init(runtime: StoreRuntime) {
    self.runtime = runtime
  }

  @inlinable
  func begin() {
    pendingCount &+= 1
  }

  @inlinable
  func end() {
    pendingCount &-= 1
    if pendingCount == 0 { resumeWaiters() }
  }

  @usableFromInline
  func resumeWaiters() {
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.continuation.resume() }
  }

  func markCancelled() {
    isCancelled = true
  }

  package var isFinished: Bool { pendingCount == 0 }

  func isCancelled(on owner: isolated any Actor) -> Bool { isCancelled }

  // The actor is optional because it is in 'StoreTask'. With the same spelling the compiler checks
  // once where the task is, instead of once for each function.

  /// Waits until nothing is pending. If the waiting task is cancelled, cancels what is pending.
  func finish(on owner: isolated (any Actor)?) async {
    guard pendingCount > 0, !reportsWaitForItself(in: "finish()", on: owner) else { return }
    await wait(on: owner)
  }

  /// Cancels what is pending, and waits for its end.
  func cancelAndWait(on owner: isolated (any Actor)?) async {
    let isWithin = reportsWaitForItself(in: "cancel()", on: owner)
    runtime.cancelEffects(of: self)
    if !isWithin { await wait(on: owner) }
  }

  private func wait(on owner: isolated (any Actor)?) async {
    guard pendingCount > 0 else { return }
    let number = StateStamp.next()
    let isWorkOfEffect = EffectTask.current != nil
    await withTaskCancellationHandler {
      // Resumed once: by what takes the waiter out of the list.
      await withCheckedContinuation(isolation: owner) { waiters.append((number, $0)) }
    } onCancel: {
      // The handler can't wait; the hop to the store's actor needs a task.
      Task { await waiterWasCancelled(number, isWorkOfEffect: isWorkOfEffect, on: owner) }
    }
  }

  /// Cancels what is pending, because a task that waits for its end was cancelled.
  ///
  /// A host keeps waiting, so that nothing runs after its wait. An effect does not: it may wait for
  /// an effect that waits for it in turn, and neither would ever end.
  private func waiterWasCancelled(
    _ number: UInt64, isWorkOfEffect: Bool, on owner: isolated (any Actor)?
  ) {
    if !isCancelled { runtime.cancelEffects(of: self) }
    guard isWorkOfEffect, let index = waiters.firstIndex(where: { $0.number == number }) else {
      return
    }
    waiters.remove(at: index).continuation.resume()
  }
}
