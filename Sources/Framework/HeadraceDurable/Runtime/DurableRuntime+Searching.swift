// MARK: - Searching

extension DurableRuntime {
  func renew() async {
    mustCheckOwners = true
    do {
      let wasOwner = try await journal.journal.renew(
        worker: worker, seconds: limits.lease / .seconds(1))
      let hasLapsed = !wasOwner || mayHaveLapsed
      mayHaveLapsed = false
      if hasLapsed, !isStopped { await dropAll() }
    } catch let failure as SQLFailure where failure.isUnknown {
      // The lease may have been renewed while the answer, that it had lapsed, was lost.
      mayHaveLapsed = true
    } catch {
      // The renewal is retried. Until then other workers may take this worker's entities; it will
      // be notified.
    }
  }

  /// Forgets all entities, because other workers may have taken them.
  ///
  /// The next search continues those that nobody took.
  private func dropAll() async {
    lapseCount += 1
    metrics.leaseWasLost()
    for entity in openEntities { await reopenLater(entity) }
    makeRoomKnown()
  }

  /// Forgets an entity that may still be this worker's.
  private func reopenLater(_ entity: any LiveEntity) async {
    await entity.drop()
    forget(entity.id, epoch: entity.epoch)
    unreleased.insert(entity.id)
  }

  /// The maximum number of entities in a query for their epochs.
  private static let epochCountMax = 256

  /// Forgets the entities that were taken from this worker although its lease did not end: by an
  /// operator, and perhaps by another worker after that.
  ///
  /// Their commits would be refused, but some may commit nothing for long.
  private func dropTaken() async throws {
    guard mustCheckOwners else { return }
    mustCheckOwners = false
    var rest = openEntities[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.epochCountMax)
      rest = rest.dropFirst(part.count)
      let epochs = try await journal.journal.epochs(of: part.map(\.id))
      for entity in part where epochs[entity.id, default: 0] > entity.epoch {
        await entity.drop()
        forget(entity.id, epoch: entity.epoch)
      }
    }
    makeRoomKnown()
  }

  /// The maximum number of database queries in a search.
  private static let pageCountMax = 16

  /// Finds entities that wait for a worker, and puts away those that are idle.
  package func search() async {
    do {
      try await restoreDecisions()
      try await dropTaken()
      await confirm()
      await deliver(to: unreleased.sorted())
      // Some may have been opened before they were noted here.
      unreleased = unreleased.filter { if case .open = slots[$0] { false } else { true } }
      var found = WaitingEntities()
      // The next search begins where this one ends, so that each ends however much waits.
      for _ in 1...Self.pageCountMax where !isStopped {
        let waiting = try await journal.journal.waiting(
          worker: worker, features: features.mapValues(\.version), after: searchPosition,
          limit: 256)
        await deliver(to: waiting.ids)
        if waiting.takenCount < found.takenCount {
          found = waiting
        } else if waiting.takenCount == found.takenCount {
          found.suspects += waiting.suspects
        }
        searchPosition = waiting.next ?? SearchPosition()
        if waiting.next == nil { break }
      }
      let mustBeAlone = found.takenCount > SQLJournal.suspectCountMin
      await deliver(toSuspects: found.suspects, countMax: mustBeAlone ? 1 : suspectCountMax)
    } catch {
      // The next search follows soon.
    }
    await putAway(idle: limits.idleTime / .seconds(1))
    // An effect that kept an entity in memory may have ended.
    makeRoomKnown()
    metrics.measure(entities: slots.count, actions: queuedCount)
    searchCount += 1
  }

  /// Opens as many entities as there is room for, in order.
  private func deliver(to ids: [EntityID]) async {
    let closed = ids.filter { slots[$0] == nil }
    let missing = slots.count + closed.count - limits.entityCountMax
    if missing > 0 { await putAway(idle: 0, countMax: missing) }
    let left = Set(closed.dropFirst(max(0, limits.entityCountMax - slots.count)))
    await withTaskGroup { group in
      for id in ids where !left.contains(id) { group.addTask { await self.deliver(to: id) } }
    }
  }

  /// Opens entities of which only some may be without a commit at a time.
  ///
  /// If they survive until the next search, that may open twice as many. If they don't, each was
  /// taken once more and is opened alone. So one that ends its program is found without the others.
  private func deliver(toSuspects ids: [EntityID], countMax: Int) async {
    for id in ids where suspects.count < countMax {
      suspects.insert(id)
      await deliver(to: id)
      if case .open(let entity) = slots[id], await !entity.isConfirmed { continue }
      suspects.remove(id)
    }
  }

  /// Commits that the entities opened before have not ended the program.
  private func confirm() async {
    let ids = opened.sorted()
    suspectCountMax = suspects.isEmpty ? 1 : min(2 * suspectCountMax, limits.entityCountMax)
    (opened, suspects) = ([], [])
    await withTaskGroup { group in
      for id in ids {
        if case .open(let entity) = slots[id] { group.addTask { await entity.confirm() } }
      }
    }
    // Those that could not be confirmed are tried again by the next search.
    for id in ids {
      if case .open(let entity) = slots[id], await !entity.isConfirmed { opened.insert(id) }
    }
  }

  /// Opens an entity, which continues its effects, and delivers its messages.
  ///
  /// - Parameter isAwaited: Pass `true` to wait for a delivery that another call has begun.
  func deliver(to id: EntityID, isAwaited: Bool = false) async {
    guard !isStopped, let feature = features[id.feature] else { return }
    guard delivering[id] == nil else {
      delivering[id] = true
      guard isAwaited else { return }
      return await withCheckedContinuation { waitingForDelivery[id, default: []].append($0) }
    }
    repeat {
      delivering[id] = false
      do {
        try await withEntity(id, mayWait: false, isUse: false) { entity in
          if try await self.giveMessages(to: entity, id, feature) { return self.noteUse(of: id) }
          // A later program has sent those that can't be read, and continues the entity once its
          // effects have ended here, or it was put away while they sleep.
          _ = await self.putAway(id, idle: .infinity)
        }
      } catch {
        // Another worker has it, it was set aside, or the next search tries it again. A sender's
        // next action must not overtake its message: the entity reads it when it is opened again.
        if isAwaited || waitingForDelivery[id] != nil, case .open(let entity) = slots[id] {
          await reopenLater(entity)
        }
        break
      }
    } while delivering[id] == true
    delivering[id] = nil
    for sender in waitingForDelivery.removeValue(forKey: id) ?? [] { sender.resume() }
    // No sender leaves, who would make it known.
    makeRoomKnown()
  }

  /// Delivers an entity's messages.
  ///
  /// - Returns: `true` if all were readable.
  func giveMessages(
    to entity: any LiveEntity, _ id: EntityID, _ feature: DurableFeature
  ) async throws -> Bool {
    var last: ReceivedMessage.ID?
    var later: Set<String> = []
    while true {
      guard !isStopped else { throw DurableFailure.stopped }
      let waiting = try await journal.journal.messages(for: id, after: last, limit: 100)
      guard let end = waiting.last else { return later.isEmpty }
      var hasRemoved = false
      // Those of later versions are skipped, with all that follow them from the same source.
      let readable = waiting.filter { message in
        if message.version > feature.version, message.version != .max {
          later.insert(message.id.source)
        }
        return !later.contains(message.id.source)
      }
      let decider = DurableJournal.decider(of: id)
      for decision in readable where decision.id.source == decider {
        if try await apply(decision, to: entity) { hasRemoved = true }
      }
      let messages = readable.filter { $0.id.source != decider }
      if !messages.isEmpty {
        try await entity.receive(messages)
        hasRemoved = true
      }
      // After a removal, only those that stay are skipped: PostgreSQL may have committed a message
      // after those with later numbers, and before those that are read next.
      let staying = waiting.prefix { later.contains($0.id.source) }
      last = hasRemoved ? staying.last?.id ?? last : end.id
    }
  }

  /// Removes a decision about an effect, and applies it.
  ///
  /// - Returns: `true` if the decision was still there.
  func apply(
    _ decision: ReceivedMessage, to entity: any LiveEntity
  ) async throws -> Bool {
    var dropped: String?
    do {
      // Removed first: if the worker ends now, the effect still waits.
      dropped = try await journal.journal.drop(
        decision.id, to: decision.target, epoch: entity.epoch)
      if let policy = dropped.flatMap({ TakeoverPolicy(rawValue: $0) }) {
        _ = try await entity.decide(decision.id.sequence, policy)
      }
      return dropped != nil
    } catch {
      // It may have been removed, and was not applied.
      unapplied[decision.id] = EntityMessage(
        target: decision.target, action: dropped ?? decision.action)
      throw error
    }
  }

  /// Writes the decisions again that were removed and not applied, where there is no later one.
  func restoreDecisions() async throws {
    // Taken first: another one can be noted while this one is written.
    while let (id, message) = unapplied.popFirst() {
      do {
        _ = try await journal.journal.perform([
          .message(source: id.source, sequence: id.sequence, message, version: .max)
        ])
      } catch {
        unapplied[id] = unapplied[id] ?? message
        throw error
      }
    }
  }
}
