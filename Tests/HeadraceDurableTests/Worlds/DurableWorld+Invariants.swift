#if Durable
  import Foundation
  import Headrace
  import HeadraceJournal

  @testable import HeadraceDurable

  /// What must not happen.
  struct WorldViolation: Error, CustomStringConvertible {
    let description: String
  }

  extension DurableWorld {
    /// An entity at the end.
    private struct Found {
      let id: EntityID
      let log: [String]
      /// When its timers were due, by the keys of their effects.
      let dues: [String: Double]
    }

    /// Checks what holds at the end of each world.
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

    /// The entities and messages that wait for a worker.
    func waiting() throws -> [[SQLValue]] {
      try rows(
        """
        SELECT id, active, due, status, worker FROM headrace_entity
        WHERE active > 0 OR due IS NOT NULL OR status <> 'ready'
        """) + rows("SELECT source, sequence, target FROM headrace_message")
    }

    /// Nothing waits that a worker could do.
    private func checkRest() throws {
      let waiting = try waiting()
      guard waiting.isEmpty else { throw violation("these wait: \(waiting)") }
    }

    /// The numbers of events have no gaps, and epochs don't decrease.
    private func checkJournal() throws {
      if let found = try rows("SELECT detail FROM simulated_violation").first?[0].text {
        throw violation(found)
      }
      var last: [String: (sequence: Int, epoch: Int)] = [:]
      let events = try rows(
        "SELECT entity, sequence, epoch FROM headrace_journal ORDER BY entity, sequence")
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
      for entity in try rows("SELECT id, sequence, epoch FROM headrace_entity") {
        let found = last[entity[0].text ?? ""]?.sequence ?? 0
        guard entity[1].integer == found else {
          throw violation("\(entity): \(found) events in the journal")
        }
      }
    }

    /// The state of an entity is the same by a full replay, from its checkpoint and in memory.
    private func find(_ id: EntityID) async throws -> Found? {
      let runtime = living[living.count - 1].runtime
      let journal = runtime.journal.journal
      guard let stored = try await journal.entity(id, eventsFrom: .first),
        !stored.events.isEmpty,
        let code = await runtime.features["cell"]?.code,
        let replayed = try code.state(of: id, stored) as? Cell.State
      else { return nil }
      for worker in living {
        let state = try await worker.runtime.state(of: id, as: Cell.State.self)
        guard state == replayed else {
          throw violation(
            "\(id): \(worker.name) has \(state?.log ?? []), its journal \(replayed.log)")
        }
      }
      var dues: [String: Double] = [:]
      for event in try code.events(stored) where event.kind == .timer && event.count == 1 {
        let key = "\(id)#\(event.effect ?? 0)"
        guard dues[key] == nil else { throw violation("\(key): its timer began twice") }
        dues[key] = event.detail.flatMap { Double($0) }
      }
      return Found(id: id, log: replayed.log, dues: dues)
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
        case .acknowledged: if positions.count != 1 { throw violation(text) }
        case .refused: if !positions.isEmpty { throw violation(text) }
        case .unknown: if positions.count > 1 { throw violation(text) }
        }
        guard case .acknowledged = sending.outcome else { continue }
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
      func count(_ prefix: String) -> Int { log.count { $0.hasPrefix(prefix + " ") } }
      for entry in log {
        let words = entry.split(separator: " ").map(String.init)
        switch words[0] {
        case "ask":
          let answers = log.filter { $0.hasPrefix("answer \(words[1]) ") }
          guard answers.count == 1 else { throw violation("\(entry): \(answers) in \(log)") }
          let key = answers[0].split(separator: " ").map(String.init)[2]
          guard key == "interrupted" || surroundings.calls.value[key, default: 0] > 0 else {
            throw violation("\(entry): \(answers), but the service was not asked")
          }
        case "sleep":
          guard count("wake \(words[1])") == 1 else {
            throw violation("\(entry): woke \(count("wake \(words[1])")) times in \(log)")
          }
        case "wake":
          guard let due = found.dues[words[2]], let time = Double(words[3]), time >= due else {
            throw violation("\(entry): due at \(found.dues[words[2]] as Any)")
          }
        case "listen":
          let parts = log.filter { $0.hasPrefix("part \(words[1]) ") }
          guard parts == (1...3).map({ "part \(words[1]) \($0)" }) else {
            throw violation("\(entry): \(parts)")
          }
        default: break
        }
      }
    }

    private func checkMessages(_ found: [Found]) throws {
      for source in found {
        for target in Self.ids where target != source.id {
          let sent = source.log.filter { $0.hasPrefix("sent \(target) ") }.count
          let log = found.first { $0.id == target }?.log ?? []
          let got = log.filter { $0.hasPrefix("got \(source.id) ") }
          guard got == (0..<sent).map({ "got \(source.id) \($0 + 1)" }) else {
            throw violation("\(source.id) sent \(sent) messages to \(target): \(got)")
          }
        }
      }
    }
  }

  extension EntityCode {
    /// The events of an entity.
    fileprivate func events(_ stored: StoredEntity) throws -> [JournalEvent] {
      let file = try (self as? FeatureCode<Cell.State, Cell.Action>)?
        .file(of: stored.events, start: stored.start)
      guard let file else { return [] }
      return try (0..<file.eventCount).map { try file.event(at: $0) }
    }
  }
#endif
