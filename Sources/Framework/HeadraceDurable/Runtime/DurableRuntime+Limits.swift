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
        metrics.count(.refused, of: id.feature)
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
    mayMakeRoom = true
    let waiting = waitingForRoom
    waitingForRoom = [:]
    for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
  }

  /// Returns when there may be room, or when the caller is cancelled.
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

  /// Puts entities away until another one has room in memory, or was opened by another call.
  func makeRoom(for id: EntityID, mayWait: Bool) async throws {
    callsNeedingRoom += 1
    defer { callsNeedingRoom -= 1 }
    while slots[id] == nil, slots.count >= limits.entityCountMax {
      guard !isStopped else { throw DurableFailure.stopped }
      let canWait = mayWait && limits.overflow == .wait && !Task.isCancelled
      // One makes room for all; otherwise each of thousands would look for the same entity.
      if mayMakeRoom || !canWait {
        mayMakeRoom = false
        if await putAway(idle: 0, countMax: canWait ? callsNeedingRoom : 1) > 0 {
          makeRoomKnown()
          continue
        }
      }
      guard canWait else {
        if mayWait { metrics.count(.refused, of: id.feature) }
        throw DurableFailure.full(id, limit: limits.entityCountMax)
      }
      // A call may have ended while this one looked.
      if !mayMakeRoom { await waitForRoom() }
    }
  }

  /// Puts away entities that were not used for some seconds.
  ///
  /// - Returns: The number of entities put away.
  @discardableResult
  func putAway(idle: Double, countMax: Int = .max) async -> Int {
    let now = time.now()
    // A use after now was before the clock was set back.
    let unused = lastUses.filter { id, time in
      (time <= now - idle || time > now) && queued[id] == nil
    }
    var rest = unused.sorted { ($0.value, $0.key) < ($1.value, $1.key) }[...]
    var count = 0
    while count < countMax, !rest.isEmpty {
      // Concurrently, so that they are given back in few transactions.
      let part = rest.prefix(min(countMax - count, 256))
      rest = rest.dropFirst(part.count)
      await withTaskGroup { group in
        for (id, _) in part { group.addTask { await self.putAway(id, idle: idle) } }
        for await isDone in group where isDone { count += 1 }
      }
    }
    return count
  }

  /// Puts an entity away if it is idle, and no sleep ends within some seconds.
  func putAway(_ id: EntityID, idle: Double) async -> Bool {
    guard case .open(let entity) = slots[id], await entity.putAway(for: max(idle, 1)) else {
      return false
    }
    forget(id, epoch: entity.epoch)
    return true
  }
}
