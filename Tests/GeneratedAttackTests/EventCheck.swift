import Foundation

/// Compares what happened with what was to happen.
struct EventCheck {
  private(set) var difference: String?
  /// Who may be told now, how often, and with what values.
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
          if must { owed[number] = values }
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
    if difference != nil, ProcessInfo.processInfo.environment["HEADRACE_EVENTS"] != nil {
      print("----", difference ?? "")
      for event in events { print("  real", event) }
      for event in expected { print("  model", event) }
    }
    if difference == nil, let next = rest.first { difference = "\(next), which is not to happen" }
  }

  private mutating func expect(_ event: Event, _ rest: inout ArraySlice<Event>) {
    if rest.first == event {
      rest.removeFirst()
      return
    }
    takeObservations(&rest)
    guard difference == nil else { return }
    guard rest.first == event else {
      let found = rest.first.map { "\($0)" } ?? "nothing"
      difference = "\(found), and not \(event)"
      return
    }
    rest.removeFirst()
  }

  private mutating func takeObservations(_ rest: inout ArraySlice<Event>) {
    while case .observed(let number, let values) = rest.first, difference == nil {
      guard credits[number, default: 0] > 0 else {
        difference = "observer \(number) was told of \(values), though nothing that it read changed"
        return
      }
      let known = allowed[number, default: []]
      guard known.contains(where: { $0.isEmpty || $0 == values }) else {
        difference = "observer \(number) read \(values), not \(known.last ?? [])"
        return
      }
      credits[number, default: 0] -= 1
      if owed[number] == values { owed[number] = nil }
      rest.removeFirst()
    }
  }
}
