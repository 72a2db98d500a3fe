import Foundation

// MARK: - Rows

extension WaitingEntities {
  init(
    _ due: [[SQLValue]], _ targets: [[SQLValue]], after position: SearchPosition, limit: Int
  ) {
    var known: Set<EntityID> = []
    var suspects: [(takenCount: Int, id: EntityID)] = []
    // Alternates, so that neither kind waits for the other if there is little room.
    for index in 0..<max(due.count, targets.count) {
      for rows in [due, targets] where index < rows.count {
        guard let id = rows[index][0].text.map({ EntityID($0) }), known.insert(id).inserted
        else { continue }
        let takenCount = rows[index][1].integer ?? 0
        if takenCount < SQLJournal.suspectCountMin {
          ids.append(id)
        } else {
          suspects.append((takenCount, id))
        }
      }
    }
    takenCount = suspects.map(\.takenCount).min() ?? .max
    self.suspects = suspects.filter { $0.takenCount == takenCount }.map(\.id).sorted()
    guard max(due.count, targets.count) == limit else { return }
    var next = position
    if let last = due.last { (next.due, next.dueID) = (last[2].real ?? 0, last[0].text ?? "") }
    if let last = targets.last { next.target = last[0].text ?? "" }
    self.next = next
  }
}

extension EntitySummary {
  init?(_ row: [SQLValue]) {
    guard let id = row[0].text, let version = row[1].integer, let epoch = row[2].integer,
      let eventCount = row[4].integer, let active = row[5].integer,
      let status = row[7].text.flatMap(Status.init)
    else { return nil }
    self.init(
      id: EntityID(id), version: version, epoch: epoch, worker: row[3].text,
      eventCount: eventCount, isActive: active > 0,
      due: row[6].real.map { Date(timeIntervalSince1970: $0) }, status: status,
      reason: row[8].text)
  }
}

extension StoredEvent {
  init?(_ row: [SQLValue]) {
    guard let line = row[0].text, let version = row[1].integer else { return nil }
    self.init(version: version, line: line)
  }
}
