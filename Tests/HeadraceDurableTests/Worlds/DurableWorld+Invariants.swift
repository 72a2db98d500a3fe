#if Durable
  import Foundation
  import Headrace
  import HeadraceJournal

  @testable import HeadraceDurable

  /// A violation of an invariant.
  struct WorldViolation: Error, CustomStringConvertible {
    let description: String
  }

  extension DurableWorld {
    /// An entity at the end.
    private struct Found {
      let id: EntityID
      let log: [String]
      /// The due times of its timers, by the keys of their effects.
      let dues: [String: Double]
    }

    /// Checks the invariants at the end of each world.
    func check() async throws {
      try checkJournal()
      try checkRest()
      var all: [Found] = []
      for id in Self.ids {
        guard let found = try await find(id) else { continue }
        try checkEffects(found)
        all.append(found)
      }
      try checkSendings(all)
      try checkMessages(all)
    }

    private func violation(_ text: String) -> WorldViolation {
      WorldViolation(description: text)
    }

    private func rows(_ sql: String) throws -> [[SQLValue]] {
      try surroundings.database.run([SQLStatement(sql)])[0].rows
    }

    /// Returns the entities and messages that wait for a worker.
    func waiting() throws -> [[SQLValue]] {
      let ended = ended
      func isOver(_ name: SQLValue) -> Bool { ended.contains(EntityID(name.text ?? "")) }
      return try rows(
        """
        SELECT id, active, due, status, worker FROM headrace_entity
        WHERE active > 0 OR due IS NOT NULL OR status <> 'ready'
        """
      ).filter { !isOver($0[0]) }
        + rows("SELECT source, sequence, target FROM headrace_message").filter { !isOver($0[2]) }
    }

    /// Checks that nothing waits that a worker could do.
    private func checkRest() throws {
      let waiting = try waiting()
      guard waiting.isEmpty else { throw violation("these wait: \(waiting)") }
    }

    /// Checks that the numbers of events have no gaps, and epochs don't decrease.
    private func checkJournal() throws {
      if let found = try rows("SELECT detail FROM simulated_violation").first?[0].text {
        throw violation(found)
      }
      var last: [String: (sequence: Int, epoch: Int)] = [:]
      let events = try rows(
        "SELECT entity, sequence, epoch FROM simulated_history ORDER BY entity, sequence")
      for event in events {
        let name = event[0].text ?? ""
        let (sequence, epoch) = (event[1].integer ?? 0, event[2].integer ?? 0)
        let before = last[name] ?? (0, 0)
        guard sequence == before.sequence + 1 else {
          throw violation("\(name): event \(sequence) after event \(before.sequence)")
        }
        guard epoch >= before.epoch else {
          throw violation("\(name): event \(sequence) of epoch \(epoch) after \(before.epoch)")
        }
        last[name] = (sequence, epoch)
      }
      let starts = try rows(
        """
        SELECT entity, MIN(sequence) AS start, event FROM headrace_journal GROUP BY entity
        HAVING event NOT LIKE '{"kind":"checkpoint"%'
        """)
      guard starts.isEmpty else { throw violation("without a checkpoint: \(starts)") }
      for entity in try rows("SELECT id, sequence, epoch FROM headrace_entity") {
        let found = last[entity[0].text ?? ""]?.sequence ?? 0
        guard entity[1].integer == found else {
          throw violation("\(entity): \(found) events in the journal")
        }
      }
    }

    /// Checks that the state of an entity is the same by a full replay, from its checkpoint and in
    /// memory.
    private func find(_ id: EntityID) async throws -> Found? {
      let runtime = living[living.count - 1].runtime
      let journal = runtime.journal.journal
      guard let stored = try await journal.entity(id, eventsFrom: .first),
        !stored.events.isEmpty,
        let code = await runtime.features["cell"]?.code,
        let replayed = try code.state(of: id, stored) as? Cell.State
      else { return nil }
      // Workers of an earlier version leave it alone. If it is not in memory, workers of one
      // version read the same state.
      var versions: Set<Int> = []
      for worker in living where worker.version >= stored.summary.version {
        let isInMemory = await worker.runtime.slots[id] != nil
        guard versions.insert(worker.version).inserted || isInMemory else { continue }
        var expected = replayed
        expected.version = worker.version
        var state = try await worker.runtime.state(of: id, as: Cell.State.self)
        if state != expected {
          // The worker may be told by its next search that it is not the owner anymore.
          try await surroundings.advance(by: limits.searchInterval / .seconds(1))
          state = try await worker.runtime.state(of: id, as: Cell.State.self)
        }
        guard state == expected else {
          throw violation(
            "\(id): \(worker.name) has \(state?.log ?? []), its journal \(replayed.log)")
        }
      }
      var dues: [String: Double] = [:]
      // Sleeps of a second are those before others.
      for event in try code.events(whole(stored))
      where event.kind == .timer && event.label != "\(Duration.seconds(1))" {
        let key = "\(id)#\(event.effect ?? 0)"
        guard dues[key] == nil else { throw violation("\(key): its timer began twice") }
        dues[key] = event.detail.flatMap { Double($0) }
      }
      return Found(id: id, log: replayed.log, dues: dues)
    }

    /// An entity with the events that were pruned.
    private func whole(_ entity: StoredEntity) throws -> StoredEntity {
      let pruned = try rows(
        """
        SELECT event, version FROM simulated_pruned WHERE entity = '\(entity.summary.id)'
        ORDER BY sequence
        """
      ).compactMap(StoredEvent.init)
      return StoredEntity(
        summary: entity.summary, start: entity.start, events: pruned + entity.events)
    }

    // MARK: - What Was Sent

    private func checkSendings(_ found: [Found]) throws {
      let logs = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.log) })
      var last: [String: (token: String, position: Int)] = [:]
      for sending in all {
        let log = logs[sending.target] ?? []
        let positions = log.indices.filter { log[$0] == "do \(sending.token)" }
        let text = "\(sending): applied \(positions.count) times in \(log)"
        switch sending.outcome {
        // A message to a cancelled entity stays a message.
        case .acknowledged where ended.contains(sending.target):
          if positions.count > 1 { throw violation(text) }
        case .acknowledged: if positions.count != 1 { throw violation(text) }
        // A repeated commit is refused if its event was damaged after the first had applied it.
        case .refused where operations.value.damaged.contains(sending.target):
          if positions.count > 1 { throw violation(text) }
        case .refused: if !positions.isEmpty { throw violation(text) }
        case .unknown: if positions.count > 1 { throw violation(text) }
        }
        guard case .acknowledged = sending.outcome, !positions.isEmpty else { continue }
        let pair = "\(sending.sender) \(sending.target) \(sending.worker)"
        if let before = last[pair], before.position > positions[0] {
          throw violation("\(pair): \(sending.token) before \(before.token) in \(log)")
        }
        last[pair] = (sending.token, positions[0])
      }
    }

    // MARK: - What Followed

    private func checkEffects(_ found: Found) throws {
      let log = found.log
      for entry in log {
        let words = entry.split(separator: " ").map(String.init)
        let token = words[1]
        let stop = log.firstIndex(of: "stop \(token)")
        func indices(_ prefix: String) -> [Int] {
          log.indices.filter { log[$0].hasPrefix("\(prefix) \(token) ") }
        }
        switch words[0] {
        case "ask":
          try checkEnds(entry, indices("answer"), stop, found)
          if let answer = indices("answer").first {
            try checkAnswer(log[answer].split(separator: " ").map(String.init), policy: words[2])
          }
        case "sleep": try checkEnds(entry, indices("wake"), stop, found)
        case "wake":
          guard let due = found.dues[words[2]], let time = Double(words[3]), time >= due else {
            throw violation("\(entry): due at \(found.dues[words[2]] as Any)")
          }
        case "listen":
          let parts = indices("part").map { log[$0] }
          let expected = (1...3).map { "part \(token) \($0)" }
          try checkEnds(entry, indices("part").dropFirst(2), stop, found)
          let isInTime = (indices("part").last ?? 0) < stop ?? .max
          guard parts == Array(expected.prefix(parts.count)), isInTime else {
            throw violation("\(entry): \(parts) in \(log)")
          }
        case "unmigrated": throw violation("\(found.id): \(entry)")
        default: break
        }
      }
    }

    /// Checks that an effect ends once: by itself, or because it was cancelled.
    private func checkEnds(
      _ entry: String, _ ends: some Collection<Int>, _ stop: Int?, _ found: Found
    ) throws {
      let count = ends.count + (stop == nil ? 0 : 1)
      guard count == 1 || count == 0 && ended.contains(found.id) else {
        throw violation("\(entry): ended \(count) times in \(found.log)")
      }
    }

    /// Checks that the service was asked as often as the policy allows.
    private func checkAnswer(_ answer: [String], policy: String) throws {
      let (key, isInterrupted) = (answer[2], answer[3] == "true")
      let count = surroundings.calls.value[key, default: 0]
      let decisions = surroundings.decisions.value[key, default: [:]]
      let isPossible =
        switch (policy, isInterrupted) {
        case ("restart", false): count > 0
        case ("fail", true): count < 2
        case ("fail", false): count == 1
        case ("ask", true):
          decisions[.fail] != nil && count < 2 + decisions[.restart, default: 0]
        case ("ask", false): 1..<(2 + decisions[.restart, default: 0]) ~= count
        default: false
        }
      guard isPossible else {
        throw violation("\(answer) by '\(policy)': asked \(count) times, \(decisions)")
      }
    }

    private func checkMessages(_ found: [Found]) throws {
      for source in found {
        for target in Self.ids where target != source.id {
          let sent = source.log.filter { $0.hasPrefix("sent \(target) ") }.count
          let log = found.first { $0.id == target }?.log ?? []
          let got = log.filter { $0.hasPrefix("got \(source.id) ") }
          let isOver = ended.contains(target) && got.count < sent
          let count = isOver ? got.count : sent
          guard got == (0..<count).map({ "got \(source.id) \($0 + 1)" }) else {
            throw violation("\(source.id) sent \(sent) messages to \(target): \(got)")
          }
        }
      }
    }
  }

  extension EntityCode {
    /// Returns the events of an entity.
    fileprivate func events(_ stored: StoredEntity) throws -> [JournalEvent] {
      let file = try (self as? FeatureCode<Cell.State, Cell.Action>)?
        .file(of: stored.events, start: stored.start)
      guard let file else { return [] }
      return try (0..<file.eventCount).map { try file.event(at: $0) }
    }
  }
#endif
