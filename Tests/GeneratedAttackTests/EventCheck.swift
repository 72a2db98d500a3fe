/// Compares what happened with what was to happen.
struct EventCheck {
  private(set) var difference: String?
  /// Which observers may be told now, how often, and with what values.
  private var credits: [Int: Int] = [:]
  private var allowed: [Int: [[Int?]]] = [:]
  private var owed: [Int: [Int?]] = [:]
  /// How many reactions of observers are within one another.
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
          // A store of a child that is gone shows the last state that it has shown, so an observer
          // that was to run after the child went need not be told of what the child had become.
          if must { owed[number] = values } else if values.isEmpty { owed[number] = nil }
        }
      case .settled:
        takeObservations(&rest)
        // What was reacted to may have changed it again: then another will come.
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

  /// Takes what observers were told, as long as they may have been.
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
