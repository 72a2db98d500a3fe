// MARK: - Steps of the Host

extension Model {
  /// Carries out a step.
  func run(_ step: Step, number: Int) {
    switch step {
    case .send(let path, let command, _, _, let thenRuns):
      let group = ModelGroup()
      tasks[number] = group
      send(path, command, in: group)
      if thenRuns { drain() }
    case .tell(let number, let path, let command):
      tell(number, path, command)
      drain()
    case .dismiss(let path):
      let group = ModelGroup()
      tasks[number] = group
      send(path, .dismissal, in: group)
      drain()
    case .churn(let reading, let count):
      for _ in 0..<count { expect(.observed(-1, read(reading))) }
    case .cancelTask(let number):
      perform(.cancelTask(number))
      drain()
    case .observe(let number, let reading, let reaction):
      observe(number, reading, reaction?.acts ?? [])
      drain()
    case .cancelToken(let number):
      perform(.cancelToken(number))
      drain()
    case .advance(let time):
      drain()
      now += time
      let due = effects.filter { ($0.deadline ?? .max) <= now && $0.isWaiting }
      let sorted = due.enumerated().sorted {
        ($0.element.deadline ?? 0, $0.offset) < ($1.element.deadline ?? 0, $1.offset)
      }
      for (_, effect) in sorted { wake(effect) }
      drain()
    }
  }

  private func tell(_ number: Int, _ path: [Hop], _ command: Command?) {
    guard let effect = effects.first(where: { $0.work?.number == number && $0.hasBegun })
    else { return }
    let order = command.map { $0.isDismissal ? .dismiss : ModelOrder.send(path, $0) }
    effect.orders.append(order ?? .end)
    wake(effect)
  }

  /// The numbers of the effects in flight, oldest first.
  var effectNumbers: [Int] {
    effects.compactMap { $0.isCancelled ? nil : $0.work?.number }
  }

  /// The sends whose effects have all ended.
  var finishedTasks: Set<Int> {
    Set(tasks.filter { $0.value.pendingCount == 0 }.keys)
  }
}

// MARK: - Observing

extension Model {
  func observe(_ number: Int, _ reading: Reading, _ acts: [HostAct]) {
    guard observers[number] == nil else { return }
    let values = read(reading)
    for other in observers.values where isBusy && read(other.reading) != other.values {
      other.hasDiffered = true
    }
    let observer = ModelObserver(reading, acts, values)
    observer.touchCount = touches.count
    observer.lacksCase = lacksCase(reading)
    // Without such a child there is no store to keep yet.
    if reading.keepsStores { observer.presentations = root.presentations(along: reading.stores) }
    observers[number] = observer
    expect(.observed(number, values))
  }

  func read(_ reading: Reading) -> [Int?] {
    guard let state = root.state(at: reading.stores + reading.properties) else { return [nil] }
    return switch reading.part {
    case .a: [state.a]
    case .b: [state.b]
    case .all: [state.a, state.b]
    case .keys(let slot): state.children[slot, default: []].map(\.key)
    }
  }

  /// Returns true if the reading is of a child in a case, and the child does not exist.
  private func lacksCase(_ reading: Reading) -> Bool {
    reading.caseIndex.map { root.state(at: reading.stores[...$0]) == nil } ?? false
  }

  /// Notifies the observers of each value that has changed.
  func tellObservers() {
    let touches = touches
    self.touches = []
    var told: [Int: (values: [Int?], must: Bool)] = [:]
    var acts: [HostAct] = []
    for (number, observer) in observers where !observer.isCancelled {
      let values = read(observer.reading)
      let (lackedCase, lacksCase) = (observer.lacksCase, lacksCase(observer.reading))
      let unseen = touches.dropFirst(observer.touchCount).filter {
        // A change between other cases does not count for an observer of this case.
        !lackedCase || !lacksCase || observer.hasDiffered
          || !observer.reading.isOfCase($0.path, $0.touch)
      }
      observer.lacksCase = lacksCase
      observer.touchCount = 0
      observer.hasDiffered = false
      let isGone =
        observer.presentations.map { $0 != root.presentations(along: observer.reading.stores) }
        ?? false
      if isGone {
        // The store shows the last state that it has shown.
        told[number] = ([], false)
      } else if values != observer.values {
        observer.values = values
        told[number] = (values, true)
        acts += observer.acts
        for case .observe(_, let reading) in observer.acts { observer.alsoReads = reading }
        observer.acts = []
      } else if observer.mayBeTold(of: unseen) {
        told[number] = (values, false)
      }
    }
    expected.append(.told(told))
    for act in acts { perform(act) }
    expected.append(.settled)
  }
}

extension ModelObserver {
  /// Returns true if it may be notified although the values that it reads are unchanged.
  fileprivate func mayBeTold(of touches: some Sequence<(path: [Hop], touch: ModelTouch)>) -> Bool {
    [reading, alsoReads].contains { reading in
      guard let reading else { return false }
      return reading.readsAll || touches.contains { reading.mayNotice($0.path, $0.touch) }
    }
  }
}

extension Reading {
  /// The features along its path, from the root.
  var way: [Hop] { stores + properties }

  /// True if it reads a store's whole state, and so notices every queue.
  var readsAll: Bool { stores.last?.slot == .mode || (properties.isEmpty && part == .all) }

  /// The index of the child in a case that it reaches through the stores above.
  var caseIndex: Int? {
    stores.firstIndex { $0.slot == .mode }.map { $0 + 1 }.flatMap { $0 < stores.count ? $0 : nil }
  }

  /// Returns true if a touch is of the enum that has the case.
  func isOfCase(_ path: [Hop], _ touch: ModelTouch) -> Bool {
    guard let caseIndex else { return false }
    if path == Array(stores[..<caseIndex]) { return true }
    guard path == Array(stores[..<(caseIndex - 1)]), case .slots(let slots) = touch else {
      return false
    }
    return slots.contains(.mode)
  }

  /// Returns true if a touch may be noticed although the values read are the same.
  ///
  /// Something on the path was replaced, or it is in a value that was read as a whole.
  func mayNotice(_ path: [Hop], _ touch: ModelTouch) -> Bool {
    let way = way
    // A child that is read from its parent's store is read as a whole.
    if let first = properties.first, path.count > stores.count, path.starts(with: stores),
      path[stores.count].slot == first.slot
    {
      return true
    }
    if case .keys(let slot) = part, path.starts(with: way) {
      if path.count > way.count { return path[way.count].slot == slot }
      if case .slots(let slots) = touch { return slots.contains(slot) }
    }
    guard way.starts(with: path) else { return false }
    switch touch {
    case .all: return true
    // A store of a child in a case knows which of the child's fields differ.
    case .inCase: return false
    case .a: return path == way && part == .a
    case .b: return path == way && part == .b
    case .slots(let slots): return path.count < way.count && slots.contains(way[path.count].slot)
    }
  }
}
