// MARK: - Limits

extension DurableRuntime {
  func admit(_ id: EntityID) async throws(DurableFailure) {
    _ = try feature(of: id)
    if let problem = id.problem { throw .unwritable(id, detail: problem) }
    while true {
      guard !isStopped else { throw .stopped }
      let isEntityFull = queued[id, default: 0] >= limits.entityQueueMax
      guard isEntityFull || queuedCount >= limits.queueMax else { break }
      guard limits.overflow == .wait, !Task.isCancelled else {
        throw .full(id, limit: isEntityFull ? limits.entityQueueMax : limits.queueMax)
      }
      await waitForRoom()
    }
    queued[id, default: 0] += 1
    queuedCount += 1
  }

  func leave(_ id: EntityID) {
    queuedCount -= 1
    queued[id, default: 1] -= 1
    if queued[id] == 0 { queued[id] = nil }
    makeRoomKnown()
  }

  func makeRoomKnown() {
    isFull = false
    let waiting = waitingForRoom
    waitingForRoom = [:]
    for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
  }

  /// Returns when there may be room, and when the caller is cancelled.
  private func waitForRoom() async {
    lastWaiting += 1
    let number = lastWaiting
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waitingForRoom[number] = continuation }
      }
    } onCancel: {
      Task { await stopWaiting(number) }
    }
  }

  private func stopWaiting(_ number: Int) {
    waitingForRoom.removeValue(forKey: number)?.resume()
  }

  /// Puts entities away until another one has room in memory.
  func makeRoom(for id: EntityID, mayWait: Bool) async throws {
    while slots.count >= limits.entityCountMax {
      guard !isStopped else { throw DurableFailure.stopped }
      if await putAway(idle: 0, countMax: 1) > 0 { continue }
      guard mayWait, limits.overflow == .wait, !Task.isCancelled else {
        isFull = true
        throw DurableFailure.full(id, limit: limits.entityCountMax)
      }
      await waitForRoom()
    }
  }

  /// Puts away entities that were not used for some seconds.
  ///
  /// - Returns: How many.
  @discardableResult
  func putAway(idle: Double, countMax: Int = .max) async -> Int {
    let limit = time.now() - idle
    let unused = lastUses.filter { $0.value <= limit && queued[$0.key] == nil }
    var count = 0
    for (id, _) in unused.sorted(by: { $0.value < $1.value }) where count < countMax {
      guard case .open(let entity) = slots[id] else { continue }
      guard await entity.putAway(for: max(idle, 1)) else { continue }
      forget(id, epoch: entity.epoch)
      count += 1
    }
    return count
  }
}
