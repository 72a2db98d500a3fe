// MARK: - Looking Around

extension DurableRuntime {
  func renew() async {
    do {
      let wasOwner = try await journal.journal.renew(
        worker: worker, seconds: limits.lease / .seconds(1))
      let hasLapsed = !wasOwner || mayHaveLapsed
      mayHaveLapsed = false
      if hasLapsed, !isStopped { await dropAll() }
    } catch let failure as SQLFailure where failure.isUnknown {
      // The lease may be renewed, and the answer lost that it had lapsed.
      mayHaveLapsed = true
    } catch {
      // It is tried again; until then others may take what is this worker's, and it is told.
    }
  }

  /// Forgets all entities, because other workers may have taken them; the next search continues
  /// those that they have not.
  private func dropAll() async {
    lapseCount += 1
    for (id, slot) in slots {
      guard case .open(let entity) = slot else { continue }
      unreleased.insert(id)
      await entity.drop()
      forget(id, epoch: entity.epoch)
    }
    makeRoomKnown()
  }

  /// Finds entities that wait for a worker, and puts away those that do nothing.
  package func search() async {
    do {
      let waiting = try await journal.journal.waiting(
        worker: worker, features: features.mapValues(\.version), limit: 100)
      await withTaskGroup { group in
        for id in waiting.union(unreleased).sorted() {
          group.addTask { await self.deliver(to: id) }
        }
      }
    } catch {
      // The next search is soon.
    }
    await putAway(idle: limits.idleTime / .seconds(1))
    // An effect may have ended that kept an entity in memory.
    makeRoomKnown()
  }

  /// Opens an entity, which continues its effects, and gives it its messages.
  func deliver(to id: EntityID) async {
    guard !isStopped, let feature = features[id.feature] else { return }
    guard delivering[id] == nil else {
      delivering[id] = true
      return
    }
    repeat {
      delivering[id] = false
      do {
        try await withEntity(id, mayWait: false) { entity in
          // If not all can be read, a later program has sent to it, and continues it once its
          // effects have ended here.
          guard try await !self.giveMessages(to: entity, id, feature) else { return }
          if await !entity.hasEffects { await entity.handOver() }
        }
      } catch {
        // Another worker has it, it was set aside, or it is tried again.
        break
      }
    } while delivering[id] == true
    delivering[id] = nil
  }

  /// Gives an entity its messages.
  ///
  /// - Returns: Whether all were readable.
  func giveMessages(
    to entity: any LiveEntity, _ id: EntityID, _ feature: DurableFeature
  ) async throws -> Bool {
    while true {
      let waiting = try await journal.journal.messages(for: id, limit: 100)
      let messages = Self.readable(waiting, by: feature.version)
      if messages.isEmpty { return waiting.isEmpty }
      try await entity.receive(messages)
    }
  }

  /// Leaves out the messages of later versions, and what comes after them from the same source.
  private static func readable(
    _ messages: [ReceivedMessage], by version: Int
  ) -> [ReceivedMessage] {
    var later: Set<String> = []
    return messages.filter { message in
      if message.version > version, message.version != .max { later.insert(message.id.source) }
      return !later.contains(message.id.source)
    }
  }
}
