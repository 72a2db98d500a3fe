#if Durable
  import Foundation
  import Headrace
  import HeadraceTesting

  @testable import HeadraceDurable

  extension DurableWorld {
    /// The operations of an operator.
    struct Operations: Sendable {
      /// The statements that restore damaged entities.
      var repairs: [SQLStatement] = []
      var damaged: Set<EntityID> = []
      /// The entities that stay cancelled.
      var ended: Set<EntityID> = []
      /// The entities about whose effects an operator asks a worker, with its name.
      var asked: Set<String> = []
    }

    var ended: Set<EntityID> { operations.value.ended }

    private var journal: DurableJournal {
      let database = WorkersDatabase("operator", surroundings) {}
      database.change { $0.isFaulty = false }
      return DurableJournal(journal: SQLJournal(database: database))
    }

    /// Pauses, retries, moves, cancels or damages an entity, decides about its effects, or prunes
    /// the histories of all.
    func operate() async throws {
      let (id, journal) = (choose(Self.ids), journal)
      do {
        switch choose(of: 11) {
        case 0, 1:
          surroundings.tell("\(id) is paused")
          try await journal.pause(id)
        case 2, 3:
          surroundings.tell("\(id) is retried")
          try await journal.retry(id)
        case 4, 5:
          surroundings.tell("\(id) is moved")
          try await journal.move(id)
        case 6:
          surroundings.tell("\(id) is cancelled")
          try await journal.cancel(id)
        case 7: try damage(id)
        case 8:
          let end = surroundings.now - Double(choose([0, 10]))
          let count = try await journal.prune(before: Date(timeIntervalSince1970: end))
          surroundings.tell("\(count) events are pruned")
        default: decide(Self.ids)
        }
      } catch let failure as DurableFailure {
        surroundings.tell("\(failure)")
      }
    }

    private func damage(_ id: EntityID) throws {
      guard !operations.value.damaged.contains(id) else { return }
      let repairs = try surroundings.database.damage(id)
      guard !repairs.isEmpty else { return }
      surroundings.tell("\(id) is damaged")
      operations.withValue { operations in
        operations.damaged.insert(id)
        operations.repairs += repairs
      }
    }

    /// Decides about the effects of some entities that wait for a decision; not as a part of the
    /// world, because a worker may be stalled, or wait for room.
    private func decide(_ ids: [EntityID]) {
      for worker in living {
        for id in ids {
          let name = "\(id) \(worker.name)"
          guard operations.withValue({ $0.asked.insert(name).inserted }) else { continue }
          Task {
            await decide(id, worker)
            operations.withValue { _ = $0.asked.remove(name) }
          }
        }
      }
    }

    private func decide(_ id: EntityID, _ worker: SimulatedWorker) async {
      do {
        // Asking would open one that waits for its timer, and nobody else wakes it.
        guard try await journal.summary(of: id)?.isActive == true else { return }
        for effect in try await worker.runtime.undecidedEffects(of: id) {
          let policy = choose([TakeoverPolicy.restart, .fail])
          surroundings.tell("\(worker.name) is told to \(policy) \(effect.key)")
          surroundings.decisions.withValue { $0[effect.key, default: [:]][policy, default: 0] += 1 }
          _ = try await worker.runtime.decide(id, effect: effect.number, policy)
        }
      } catch {
        // Another worker has it, or it is not ready.
      }
    }

    // MARK: - The End

    /// Leaves some entities cancelled.
    func endSome() throws {
      for id in try unready().filter({ $0.status == "cancelled" }).map(\.id)
      where choose(of: 2) == 0 {
        operations.withValue { _ = $0.ended.insert(id) }
      }
    }

    /// Repairs the damage, retries entities that are not ready, and decides.
    func repair() async throws {
      let repairs = operations.withValue { operations in
        defer { operations.repairs = [] }
        return operations.repairs
      }
      _ = try surroundings.database.run(repairs)
      for found in try unready() where !ended.contains(found.id) {
        guard
          found.status != "aside" || found.reason == SQLJournal.attemptsText
            || operations.value.damaged.contains(found.id)
        else { throw WorldViolation(description: "\(found.id) was set aside: \(found.reason)") }
        try await journal.retry(found.id)
      }
      let active = try surroundings.database.run([
        SQLStatement("SELECT id FROM headrace_entity WHERE active > 0 ORDER BY id")
      ])[0].rows
      decide(active.map { EntityID($0[0].text ?? "") })
    }

    private func unready() throws -> [(id: EntityID, status: String, reason: String)] {
      let sql = "SELECT id, status, reason FROM headrace_entity WHERE status <> 'ready' ORDER BY id"
      return try surroundings.database.run([SQLStatement(sql)])[0].rows.map {
        (EntityID($0[0].text ?? ""), $0[1].text ?? "", $0[2].text ?? "")
      }
    }

    // MARK: - Limits

    /// Checks that no worker has more in memory than its limits allow.
    func checkLimits() async throws {
      guard limits.entityCountMax < 100 || limits.queueMax < 100 else { return }
      for worker in living {
        let (entities, actions) = await worker.runtime.load
        guard entities <= limits.entityCountMax, actions <= limits.queueMax else {
          throw WorldViolation(
            description: "\(worker.name) has \(entities) entities and \(actions) actions")
        }
      }
    }
  }

  extension DurableRuntime {
    fileprivate var load: (entities: Int, actions: Int) { (slots.count, queuedCount) }
  }
#endif
