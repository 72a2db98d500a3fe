/// The work of one action at its target feature and at those above.
struct Work: Sendable {
  /// Distinguishes the work from all other work of its script.
  var serial: Int
  /// The duties: the first one for the action's target, the second for its parent, and so on.
  var duties: [Duty]
}

/// The work of one feature when it reduces an action.
struct Duty: Sendable {
  var changes: [Change] = []
  var plan = Plan.none
}

/// The ways in which a feature has children, besides the one that always exists.
enum Slot: CaseIterable, Sendable {
  case optional, choice, rows, sheet, stack
}

/// A change of a feature's own children; ordinals are taken modulo their number.
enum Change: Sendable {
  case add(Slot, id: Int)
  case remove(Slot, ordinal: Int)
  /// Replaces a child with another one.
  case replace(Slot, ordinal: Int, id: Int)
  /// Replaces a child with a new one that has the same id.
  case renew(Slot, ordinal: Int)
}

/// An effect, as data.
indirect enum Plan: Sendable {
  case none
  /// Waits at its gate before each action that it sends.
  ///
  /// - Parameter heeds: True if it stops once its task is cancelled; otherwise it sends anyway.
  case run(name: Int, sends: [Work], heeds: Bool)
  case send(Work)
  case cancel(id: Int)
  case merge([Plan])
  case concatenate([Plan])
  case cancellable(Plan, id: Int, cancelInFlight: Bool)
  case mapped(Plan)
}

/// A script's step on the store from outside.
enum Step: Sendable {
  /// Sends work to the last feature that exists along the hops.
  ///
  /// - Parameter settles: True if tasks may run before the next step.
  case send([Int], Work, settles: Bool)
  /// Sends a feature's `.dismiss` or `.popFrom`, if it presents something.
  case dismiss([Int], Slot, ordinal: Int)
  /// Lets one waiting effect continue, cancelled or not.
  case open(ordinal: Int)
  /// Cancels everything that one of the sends has started.
  case cancelTask(ordinal: Int)
}

// MARK: - Making Up Scripts

/// A small generator of repeatable numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Writes scripts, the same for the same seed.
struct ScriptWriter {
  private var random: SeededGenerator
  private var lastSerial = 0

  init(seed: UInt64) {
    random = SeededGenerator(state: seed)
  }

  mutating func script() -> [Step] {
    let count = number(in: 4...16)
    return (0..<count).map { _ in step() }
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func chance(_ percent: Int) -> Bool { number(in: 1...100) <= percent }

  private mutating func serial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  private mutating func slot() -> Slot {
    Slot.allCases[number(in: 0...Slot.allCases.count - 1)]
  }

  private mutating func address() -> [Int] {
    let count = number(in: 0...3)
    return (0..<count).map { _ in number(in: 0...59) }
  }

  private mutating func step() -> Step {
    switch number(in: 1...20) {
    case 1...12: .send(address(), work(depth: 3), settles: chance(75))
    case 13: .dismiss(address(), chance(50) ? .sheet : .stack, ordinal: number(in: 0...9))
    case 14...18: .open(ordinal: number(in: 0...9))
    default: .cancelTask(ordinal: number(in: 0...9))
    }
  }

  private mutating func work(depth: Int) -> Work {
    var duties = [duty(depth: depth, percent: 90)]
    while duties.count < 4, chance(40) { duties.append(duty(depth: depth - 1, percent: 50)) }
    return Work(serial: serial(), duties: duties)
  }

  private mutating func duty(depth: Int, percent: Int) -> Duty {
    var duty = Duty()
    let count = chance(60) ? number(in: 0...3) : 0
    duty.changes = (0..<count).map { _ in change() }
    if depth > 0, chance(percent) { duty.plan = plan(depth: depth) }
    return duty
  }

  private mutating func change() -> Change {
    switch number(in: 1...10) {
    case 1...5: .add(slot(), id: serial())
    case 6, 7: .remove(slot(), ordinal: number(in: 0...9))
    case 8: .replace(slot(), ordinal: number(in: 0...9), id: serial())
    default: .renew(slot(), ordinal: number(in: 0...9))
    }
  }

  private mutating func plan(depth: Int) -> Plan {
    guard depth > 0 else { return chance(50) ? .cancel(id: id()) : .none }
    switch number(in: 1...20) {
    case 1...7:
      let sends = (0..<number(in: 1...2)).map { _ in work(depth: depth - 1) }
      return .run(name: serial(), sends: sends, heeds: chance(50))
    case 8, 9: return .send(work(depth: depth - 1))
    case 10, 11: return .cancel(id: id())
    case 12, 13: return .merge(plans(depth: depth))
    case 14, 15: return .concatenate(plans(depth: depth))
    case 16...18:
      return .cancellable(plan(depth: depth), id: id(), cancelInFlight: chance(40))
    case 19: return .mapped(plan(depth: depth))
    default: return .none
    }
  }

  private mutating func plans(depth: Int) -> [Plan] {
    (0..<number(in: 0...3)).map { _ in plan(depth: depth - (chance(30) ? 1 : 0)) }
  }

  private mutating func id() -> Int { number(in: 0...2) }
}

// MARK: - Making Scripts Shorter

extension Step {
  /// Steps that do slightly less.
  var simpler: [Step] {
    guard case .send(let address, let work, let settles) = self else { return [] }
    var steps = work.simpler.map { Step.send(address, $0, settles: settles) }
    if !address.isEmpty { steps.append(.send(address.dropLast(), work, settles: settles)) }
    if !settles { steps.append(.send(address, work, settles: true)) }
    return steps
  }
}

extension Work {
  fileprivate var simpler: [Work] {
    var results: [Work] = []
    if duties.count > 1 { results.append(Work(serial: serial, duties: duties.dropLast())) }
    for (index, duty) in duties.enumerated() {
      for simplerDuty in duty.simpler {
        var work = self
        work.duties[index] = simplerDuty
        results.append(work)
      }
    }
    return results
  }
}

extension Duty {
  fileprivate var simpler: [Duty] {
    var results = plan.simpler.map { Duty(changes: changes, plan: $0) }
    for index in changes.indices {
      var duty = self
      duty.changes.remove(at: index)
      results.append(duty)
    }
    return results
  }
}

extension Plan {
  fileprivate var simpler: [Plan] {
    switch self {
    case .none:
      []
    case .cancel:
      [.none]
    case .run(let name, let sends, let heeds):
      [.none]
        + without(each: sends).filter { !$0.isEmpty }.map {
          .run(name: name, sends: $0, heeds: heeds)
        }
        + within(each: sends, \.simpler).map { .run(name: name, sends: $0, heeds: heeds) }
    case .send(let work):
      [.none] + work.simpler.map { .send($0) }
    case .merge(let parts):
      parts + without(each: parts).map { .merge($0) }
        + within(each: parts, \.simpler).map { .merge($0) }
    case .concatenate(let parts):
      parts + without(each: parts).map { .concatenate($0) }
        + within(each: parts, \.simpler).map { .concatenate($0) }
    case .cancellable(let base, let id, let cancelInFlight):
      [base] + base.simpler.map { .cancellable($0, id: id, cancelInFlight: cancelInFlight) }
    case .mapped(let base):
      [base] + base.simpler.map { .mapped($0) }
    }
  }

  private func without<Part>(each parts: [Part]) -> [[Part]] {
    parts.indices.map { index in
      var parts = parts
      parts.remove(at: index)
      return parts
    }
  }

  private func within<Part>(each parts: [Part], _ simpler: (Part) -> [Part]) -> [[Part]] {
    parts.indices.flatMap { index in
      simpler(parts[index]).map { part in
        var parts = parts
        parts[index] = part
        return parts
      }
    }
  }
}
