import Headrace

/// Work in flight: a `.run`, a waiting `.send`, or a concatenation.
final class Live {
  enum Work {
    case run(name: Int, sends: [HeadraceTestingTests.Work], heeds: Bool)
    case send(HeadraceTestingTests.Work)
    case sequence([Plan])
  }

  let work: Work
  let belonging: Belonging
  var isCancelled = false
  var isOver = false
  /// The number of a concatenation's parts that have begun, or of a run's sent actions.
  var doneCount = 0
  var isStarting = false
  var isAtGate = false

  init(_ work: Work, _ belonging: Belonging) {
    self.work = work
    self.belonging = belonging
  }
}

/// The parts of the tree that an effect belongs to, and those that can cancel it.
struct Belonging {
  var path: [Hop]
  var ids: Set<Int> = []
  /// The number of the send from outside that it follows from.
  let group: Int
  /// The concatenation that waits for it.
  var sequence: Live?
}

/// The required behaviour of a store's runtime, slowly: one array of all live work, always
/// searched.
final class CancellationModel {
  private(set) var root: ModelFeature
  private(set) var log: [String] = []
  private(set) var lateSendCount = 0
  private var counters = ModelCounters()
  private var lives: [Live] = []
  private var waiting = Queue<Live>()
  private var toLaunch = Queue<Live>()
  private var jobs = Queue<() -> Void>()

  init(depth: Int) {
    root = ModelFeature(id: 0, depth: depth)
  }

  /// The effects that a store shows, by name and path.
  var effects: [String] {
    lives.compactMap { live in
      guard case .run(let name, _, _) = live.work, !live.isCancelled else { return nil }
      return "\(name) in \(Self.text(live.belonging.path))"
    }
    .sorted()
  }

  private static func text(_ path: [Hop]) -> String {
    var parts = ["Tree"]
    for hop in path {
      switch hop.place {
      case .fixed, .child(.optional), .child(.sheet): parts.append("Tree")
      case .child(.choice): parts += ["Choice", "Tree"]
      case .child(.rows): parts.append("Tree[\(hop.key)]")
      case .child(.stack): parts.append("Tree[#\(hop.key)]")
      }
    }
    return parts.joined(separator: "/")
  }

  func isFinished(group: Int) -> Bool { !lives.contains { $0.belonging.group == group } }

  /// Returns the path of the hops, up to the last feature that exists.
  func path(_ address: [Int]) -> [Hop] {
    var path: [Hop] = []
    var feature = root
    for ordinal in address where !feature.children.isEmpty {
      let child = feature.children[ordinal % feature.children.count]
      path.append(child.hop)
      feature = child.feature
    }
    return path
  }

  func child(_ slot: Slot, ordinal: Int, below path: [Hop]) -> Hop? {
    guard let feature = root.feature(at: path[...]) else { return nil }
    let indices = feature.indices(of: slot)
    return indices.isEmpty ? nil : feature.children[indices[ordinal % indices.count]].hop
  }
}

// MARK: - Reducing

extension CancellationModel {
  func send(_ work: Work, to path: [Hop], group: Int) {
    process(work, Belonging(path: path, group: group))
    drain()
  }

  /// Removes a presented child, and those above it on a stack.
  func dismiss(_ hop: Hop, below path: [Hop]) {
    root.change(at: path[...]) { feature in
      guard case .child(let slot) = hop.place,
        let first = feature.children.firstIndex(where: { $0.hop == hop })
      else { return }
      for index in feature.indices(of: slot).reversed() where index >= first {
        feature.children.remove(at: index)
      }
    }
    endLostScopes()
    settle()
  }

  func cancel(group: Int) {
    for live in lives where live.belonging.group == group { live.isCancelled = true }
  }

  private func process(_ work: Work, _ belonging: Belonging) {
    var plans: [(Plan, [Hop])] = []
    for level in 0...belonging.path.count {
      let path = Array(belonging.path.dropLast(level))
      guard let feature = root.feature(at: path[...]) else { continue }
      log.append("\(work.serial)/\(level)@\(feature.id)")
      guard level < work.duties.count else { continue }
      let duty = work.duties[level]
      root.change(at: path[...]) { feature in
        for change in duty.changes { feature.apply(change, &counters) }
      }
      plans.append((duty.plan, path))
    }
    endLostScopes()
    for (plan, path) in plans { start(plan, Belonging(path: path, group: belonging.group)) }
    settle()
  }

  private func endLostScopes() {
    for live in lives where root.feature(at: live.belonging.path[...]) == nil {
      live.isCancelled = true
    }
  }

  private func settle() {
    while true {
      endLostScopes()
      guard let live = toLaunch.popFirst() else { return }
      if live.isCancelled {
        end(live)
      } else {
        jobs.append { [self] in resume(live, isFirst: true) }
      }
    }
  }

  private func drain() {
    while let live = waiting.popFirst() {
      guard case .send(let work) = live.work else { continue }
      if live.isCancelled {
        lateSendCount += 1
      } else {
        process(work, live.belonging)
      }
      end(live)
      settle()
    }
  }
}

// MARK: - Starting and Ending

extension CancellationModel {
  private func start(_ plan: Plan, _ belonging: Belonging) {
    switch plan {
    case .none:
      break
    case .run(let name, let sends, let heeds):
      let live = Live(.run(name: name, sends: sends, heeds: heeds), belonging)
      lives.append(live)
      toLaunch.append(live)
    case .send(let work):
      let live = Live(.send(work), belonging)
      lives.append(live)
      waiting.append(live)
    case .cancel(let id):
      cancel(id: id, below: belonging.path)
    case .merge(let parts):
      for part in parts { start(part, belonging) }
    case .concatenate(let parts):
      let live = Live(.sequence(parts), belonging)
      lives.append(live)
      startNext(of: live, parts)
    case .cancellable(let base, let id, let cancelInFlight):
      if cancelInFlight { cancel(id: id, below: belonging.path) }
      var belonging = belonging
      belonging.ids.insert(id)
      start(base, belonging)
    case .mapped(let base):
      start(base, belonging)
    }
  }

  private func cancel(id: Int, below path: [Hop]) {
    for live in lives where live.belonging.ids.contains(id) {
      if live.belonging.path.starts(with: path) { live.isCancelled = true }
    }
  }

  private func startNext(of sequence: Live, _ parts: [Plan]) {
    var belonging = sequence.belonging
    belonging.sequence = sequence
    sequence.isStarting = true
    defer { sequence.isStarting = false }
    while sequence.doneCount < parts.count, !sequence.isCancelled {
      sequence.doneCount += 1
      start(parts[sequence.doneCount - 1], belonging)
      if lives.contains(where: { $0.belonging.sequence === sequence }) { return }
    }
    end(sequence)
  }

  private func end(_ live: Live) {
    live.isOver = true
    lives.removeAll { $0 === live }
    guard let sequence = live.belonging.sequence, !sequence.isStarting, !sequence.isOver,
      !lives.contains(where: { $0.belonging.sequence === sequence }),
      case .sequence(let parts) = sequence.work
    else { return }
    startNext(of: sequence, parts)
  }
}

// MARK: - Running Tasks

extension CancellationModel {
  func runJobs() {
    while let job = jobs.popFirst() { job() }
  }

  func open(_ name: Int) {
    for live in lives {
      if case .run(name, _, _) = live.work { return jobs.append { [self] in pass(live) } }
    }
  }

  private func pass(_ live: Live) {
    live.isAtGate = false
    guard case .run(_, let sends, let heeds) = live.work else { return }
    if heeds, live.isCancelled { return jobs.append { [self] in finish(live) } }
    jobs.append { [self] in deliver(sends[live.doneCount], of: live) }
  }

  private func deliver(_ work: Work, of live: Live) {
    live.doneCount += 1
    if live.isCancelled {
      lateSendCount += 1
    } else {
      process(work, Belonging(path: live.belonging.path, group: live.belonging.group))
      drain()
    }
    jobs.append { [self] in resume(live, isFirst: false) }
  }

  private func resume(_ live: Live, isFirst: Bool) {
    guard case .run(_, let sends, _) = live.work else { return }
    if live.doneCount == sends.count || isFirst && live.isCancelled {
      jobs.append { [self] in finish(live) }
    } else {
      live.isAtGate = true
    }
  }

  private func finish(_ live: Live) {
    end(live)
    settle()
    drain()
  }

  /// The names of the effects that wait at their gates, cancelled or not.
  var namesAtGates: [Int] {
    lives.compactMap { live in
      guard live.isAtGate, case .run(let name, _, _) = live.work else { return nil }
      return name
    }
    .sorted()
  }
}
