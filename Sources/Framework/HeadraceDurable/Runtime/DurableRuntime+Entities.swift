import Headrace

// MARK: - Entities

extension DurableRuntime {
  func feature(of id: EntityID) throws(DurableFailure) -> DurableFeature {
    guard let feature = features[id.feature] else {
      throw .unknownFeature(id, known: features.keys.sorted())
    }
    return feature
  }

  /// The entities in memory, sorted by name, so that a simulation has the same order each time.
  var openEntities: [any LiveEntity] {
    slots.sorted { $0.key < $1.key }.compactMap { _, slot in
      if case .open(let entity) = slot { entity } else { nil }
    }
  }

  /// Calls a closure with an entity of this worker, which is opened if necessary.
  ///
  /// - Parameters:
  ///   - mayWait: Pass `true` to wait for room in memory if the limits allow it.
  ///   - mayCreate: Pass `true` to create the entity if it does not exist.
  ///   - isUse: Pass `false` if the entity may be put away as if there had been no call.
  func withEntity<Result: Sendable>(
    _ id: EntityID, mayWait: Bool = true, mayCreate: Bool = true, isUse: Bool = true,
    _ body: (any LiveEntity) async throws -> Result
  ) async throws(DurableFailure) -> Result {
    while true {
      guard !isStopped else { throw .stopped }
      var epoch: Int?
      do {
        let entity = try await entity(id, mayWait: mayWait, mayCreate: mayCreate)
        if isUse { noteUse(of: id) }
        epoch = entity.epoch
        return try await body(entity)
      } catch is EntityClosed {
        // It was put away in the meantime.
        if let epoch { forget(id, epoch: epoch) }
      } catch DurableFailure.absent(id) where mayCreate {
        // Another call was opening it, and may not create it.
      } catch DurableFailure.setAside(id, let reason) {
        // An entity that was set aside earlier is not set aside again, as it may have been retried
        // since.
        if let epoch { await setAside(id, reason, epoch: epoch) }
        throw .setAside(id, reason: reason)
      } catch let failure as DurableFailure {
        throw failure
      } catch {
        throw .database(detail: "\(error)")
      }
    }
  }

  /// Notes that an entity is used now, unless it was put away in the meantime.
  func noteUse(of id: EntityID) {
    if case .open = slots[id] { lastUses[id] = time.now() }
  }

  private func entity(
    _ id: EntityID, mayWait: Bool, mayCreate: Bool
  ) async throws -> any LiveEntity {
    switch slots[id] {
    case .open(let entity): return entity
    case .opening(let task): return try await task.value
    case nil: break
    }
    let feature = try feature(of: id)
    try await makeRoom(for: id, mayWait: mayWait)
    // Another call may have begun in the meantime.
    if slots[id] != nil {
      return try await entity(id, mayWait: mayWait, mayCreate: mayCreate)
    }
    let task = Task { try await open(id, feature, mayCreate: mayCreate) }
    slots[id] = .opening(task)
    return try await task.value
  }

  private func open(
    _ id: EntityID, _ feature: DurableFeature, mayCreate: Bool
  ) async throws -> any LiveEntity {
    let lapseCount = lapseCount
    var mayOwn = true
    var epoch = 0
    do {
      let claim = JournalOperation.claim(
        id, version: feature.version, worker: worker, now: mayCreate ? time.now() : nil,
        isSuspect: suspects.contains(id))
      switch try await queue.perform(claim) {
      case .claimed(let claimed):
        epoch = claimed.epoch
        let entity = try await dependencies.yield {
          try await feature.code.open(id, claimed, on: host)
        }
        // These messages were sent before the action that opens the entity.
        do {
          if claimed.hasMessages { _ = try await giveMessages(to: entity, id, feature) }
          if isStopped { throw DurableFailure.stopped }
          if lapseCount != self.lapseCount { throw EntityClosed() }
        } catch {
          await entity.drop()
          throw error
        }
        slots[id] = .open(entity)
        noteUse(of: id)
        opened.insert(id)
        unreleased.remove(id)
        // It may have been closed while it was opened, when there was no entity to forget.
        if await !entity.isOpen, forget(id, epoch: epoch) { unreleased.insert(id) }
        return entity
      case .refused(let failure):
        // It is this worker's own if the lease has ended.
        mayOwn = failure == .elsewhere(id, worker: worker)
        throw failure
      case .exhausted:
        mayOwn = false
        metrics.count(.setAside, of: id.feature)
        throw DurableFailure.setAside(id, reason: SQLJournal.attemptsText)
      default: throw DurableFailure.fenced(id)
      }
    } catch DurableFailure.unreadable(id, let detail) {
      slots[id] = nil
      let reason = "\(detail)."
      await setAside(id, reason, epoch: epoch)
      throw DurableFailure.setAside(id, reason: reason)
    } catch DurableFailure.setAside(let id, let reason) where mayOwn {
      slots[id] = nil
      await setAside(id, reason, epoch: epoch)
      throw DurableFailure.setAside(id, reason: reason)
    } catch {
      slots[id] = nil
      if mayOwn { unreleased.insert(id) } else { unreleased.remove(id) }
      throw error
    }
  }

  func makeHost() -> EntityHost {
    EntityHost(
      queue: queue, metrics: metrics, time: time, versions: features.mapValues(\.version),
      messagesWereSent: { [weak self] targets in
        Task { [weak self] in
          for id in targets.sorted() { await self?.deliver(to: id) }
        }
      },
      entityMayBeUnused: { [weak self] in
        Task { [weak self] in await self?.makeRoomKnown() }
      },
      entityWasClosed: { [weak self] id, epoch, failure in
        Task { [weak self] in await self?.entityWasClosed(id, epoch, failure) }
      })
  }

  private func entityWasClosed(_ id: EntityID, _ epoch: Int, _ failure: DurableFailure?) async {
    forget(id, epoch: epoch)
    switch failure {
    case .setAside(let id, let reason): await setAside(id, reason, epoch: epoch)
    case .database, .unwritable: unreleased.insert(id)
    default: break
    }
    makeRoomKnown()
  }

  /// Forgets an entity, unless it was opened again since.
  @discardableResult
  func forget(_ id: EntityID, epoch: Int) -> Bool {
    guard case .open(let entity) = slots[id], entity.epoch == epoch else { return false }
    (slots[id], lastUses[id]) = (nil, nil)
    return true
  }

  /// Sets an entity aside, unless another worker has taken it since.
  private func setAside(_ id: EntityID, _ reason: String, epoch: Int) async {
    if case .open(let entity) = slots[id], entity.epoch == epoch {
      await entity.drop(throwing: DurableFailure.setAside(id, reason: reason))
      forget(id, epoch: epoch)
    }
    do {
      if try await journal.journal.set(id, .aside, reason: reason, epoch: epoch) {
        metrics.count(.setAside, of: id.feature)
      }
    } catch {
      // The next search opens it, and sets it aside again.
      unreleased.insert(id)
    }
  }
}
