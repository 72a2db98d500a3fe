/// Compares the events that happened with the expected ones.
struct EventCheck {
  private(set) var difference: String?
  /// The observers that may be notified now, with the number of times and the values.
  private var credits: [Int: Int] = [:]
  private var allowed: [Int: [[Int?]]] = [:]
  private var owed: [Int: [Int?]] = [:]
  /// The number of observers' reactions that are nested in one another.
  private var depth = 0

  init(_ expected: [ModelEvent], _ events: [Event]) {
    var rest = events.filter {
      if case .finished = $0 { false } else { true }
    }[...]
    for next in expected where difference == nil {
      switch next {
      case .event(let event): expect(event, &rest)
      case .told(let told):
        depth += 1
        for (number, (values, must)) in told {
          credits[number, default: 0] += 1
          allowed[number, default: []].append(values)
          // The store of a removed child shows the last state that it has shown, so an observer
          // that was due after the removal need not be notified of the child's later changes.
          if must { owed[number] = values } else if values.isEmpty { owed[number] = nil }
        }
      case .settled:
        takeObservations(&rest)
        // The reaction may have changed the value again; then another notification follows.
        if let number = owed.keys.min(), difference == nil {
          difference = "observer \(number) was not told of \(owed[number] ?? [])"
        }
        depth -= 1
        if depth == 0 { (credits, allowed, owed) = ([:], [:], [:]) }
      }
    }
    takeObservations(&rest)
    if difference == nil { notExpected(rest.first) }
  }

  private mutating func expect(_ event: Event, _ rest: inout ArraySlice<Event>) {
    if rest.first != event { takeObservations(&rest) }
    guard rest.first == event else { return notExpected(rest.first, insteadOf: event) }
    rest.removeFirst()
  }

  private mutating func notExpected(_ found: Event?, insteadOf event: Event? = nil) {
    if case .observed(let number, let values) = found {
      difference =
        credits[number, default: 0] > 0
        ? "observer \(number) read \(values), not \(allowed[number]?.last ?? [])"
        : "observer \(number) was told of \(values), though nothing that it read changed"
    } else if let event {
      difference = "\(found.map { "\($0)" } ?? "nothing"), and not \(event)"
    } else if let found {
      difference = "\(found), which is not to happen"
    }
  }

  /// Takes the notifications of observers, as long as they are permitted.
  private mutating func takeObservations(_ rest: inout ArraySlice<Event>) {
    while case .observed(let number, let values) = rest.first,
      credits[number, default: 0] > 0,
      allowed[number, default: []].contains(where: { $0.isEmpty || $0 == values })
    {
      credits[number, default: 0] -= 1
      if owed[number] == values { owed[number] = nil }
      rest.removeFirst()
    }
  }
}
