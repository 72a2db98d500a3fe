// MARK: - The Queue

extension Model {
  /// Sends an action, which is reduced now or after those that wait.
  func send(_ path: [Hop], _ command: Command, in group: ModelGroup = ModelGroup()) {
    if isBusy {
      group.pendingCount += 1
      waiting.append(ModelAction(path: path, command: command, group: group))
    } else {
      runQueue { self.process(ModelAction(path: path, command: command, group: group)) }
    }
  }

  /// Runs code that may start effects, and everything that follows from it immediately.
  func runQueue(_ body: () -> Void) {
    guard !isBusy else { return body() }
    isBusy = true
    body()
    settle()
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      if next.isLost || next.group.isCancelled || next.effect?.isCancelled == true {
        doubtfulLateCount += 1
      } else {
        process(next)
      }
      if let effect = next.effect { finish(effect) }
      if let sequence = next.frame?.sequence { end(sequence) }
      next.group.pendingCount -= 1
      settle()
    }
    isBusy = false
    tellObservers()
  }

  /// Reduces an action and starts its effects.
  func process(_ action: ModelAction) {
    if program.hasInstrument { for act in action.command.heard { perform(act) } }
    let started = reduce(action.path, action.command, in: action.group)
    endLostScopes()
    for (plan, frame) in started { start(plan, in: frame) }
    settle()
  }

  /// Launches the effects that were started and not cancelled since.
  func settle() {
    endLostScopes()
    while !toLaunch.isEmpty {
      let effect = toLaunch.removeFirst()
      if effect.isCancelled {
        finish(effect)
      } else if let sequence = effect.sequence {
        startNext(of: sequence)
      } else {
        effect.isLaunched = true
        jobs.append(.begin(effect))
      }
    }
  }
}

// MARK: - Reducing

extension Model {
  /// Runs the features along the path of an action, children first.
  func reduce(
    _ path: [Hop], _ command: Command, in group: ModelGroup
  ) -> [(EffectPlan, ModelFrame)] {
    reduce(path, at: 0, command, in: group)
  }

  private func reduce(
    _ path: [Hop], at depth: Int, _ command: Command, in group: ModelGroup
  ) -> [(EffectPlan, ModelFrame)] {
    let here = Array(path.prefix(depth))
    reached.insert(nodes(along: here))
    if command.isDismissal, depth == path.count - 1 {
      dismiss(path)
      return []
    }
    let before = root.state(at: here)
    var started: [(EffectPlan, ModelFrame)] = []
    let isParentFirst =
      before?.kind == .tree && depth < path.count && program.level(depth).isParentFirst
      && (path[depth].slot == .fixed || path[depth].slot == .mode)
    if isParentFirst { started += interpret(path, at: depth, command, in: group) }
    if depth < path.count {
      if root.state(at: here)?.child(at: path[depth]) == nil {
        absentCount += 1
      } else {
        // An array is not an observable state: a change of one of its elements changes the array.
        if path[depth].slot == .routes { touches.append((here, .slots([.routes]))) }
        started += reduce(path, at: depth + 1, command, in: group)
      }
    }
    if !isParentFirst { started += interpret(path, at: depth, command, in: group) }
    if before?.kind == .tree, program.level(depth).hasOnChange, let old = before?.a,
      let new = root.state(at: here)?.a, new != old
    {
      expect(.changed(from: old, to: new))
      let b = root.state(at: here)?.b ?? 0
      change(PlacedChange(change: .set(.b, b + 1)), from: here)
      if let act = changeAct {
        changeAct = nil
        perform(act)
      }
    }
    return started
  }

  /// The positions of the features on a path, in the tree of reducers.
  ///
  /// The elements of a list share one, except that the root of a stack of routes, which is not
  /// presented, has its own.
  private func nodes(along path: [Hop]) -> [Int] {
    path.indices.map { index in
      let hop = path[index]
      let routes = root.state(at: path.prefix(index))?.children[.routes]
      return hop.slot == .routes && routes?.first?.key == hop.key ? -1 : hop.slot.rawValue
    }
  }

  /// Removes a presented feature, and those above it.
  private func dismiss(_ path: [Hop]) {
    guard let hop = path.last else { return }
    let parent = Array(path.dropLast())
    guard let list = root.state(at: parent)?.children[hop.slot],
      let index = list.firstIndex(where: { !hop.slot.isMany || $0.key == hop.key }),
      hop.slot != .routes || index > 0
    else { return emptyDismissalCount += 1 }
    root.modify(at: parent[...]) { $0.children[hop.slot]?.removeSubrange(index...) }
    touches.append((parent, .slots([hop.slot])))
  }

  private func interpret(
    _ path: [Hop], at depth: Int, _ command: Command, in group: ModelGroup
  ) -> [(EffectPlan, ModelFrame)] {
    guard !command.isDismissal else { return [] }
    let here = Array(path.prefix(depth))
    let distance = path.count - depth
    let dependency = dependency(at: here)
    // The effects belong to the child that has reduced the action.
    expect(.reduced(command.number, distance: distance, dependency: dependency))
    // A presentation is the one that the action found; an id is the one after the action.
    var found = root.places(along: here)
    let canDismiss = canDismiss(here)
    var plans: [EffectPlan] = []
    for reaction in command.reactions where reaction.distance == distance {
      for placed in reaction.changes { change(placed, from: here) }
      for act in reaction.acts { perform(act) }
      plans.append(reaction.effect)
    }
    guard !plans.isEmpty else { return [] }
    if root.places(along: here).count == found.count { found = root.places(along: here) }
    let frame = ModelFrame(
      path: here, places: found, group: group, dependency: dependency, canDismiss: canDismiss)
    return plans.map { ($0, frame) }
  }

  /// Returns true if the feature is presented and can be dismissed.
  private func canDismiss(_ path: [Hop]) -> Bool {
    let presentation = path.presentation
    guard let hop = presentation.last else { return false }
    let routes = root.state(at: presentation.dropLast())?.children[.routes]
    return hop.slot != .routes || routes?.first?.key != hop.key
  }

  /// Returns the dependency value that a feature sees: the nearest override at it or above.
  func dependency(at path: [Hop]) -> Int {
    var value = program.level(0).override ?? 0
    for (index, hop) in path.enumerated() where hop.slot.kind == .tree || hop.slot.kind == .kid {
      if let override = program.level(index + 1).override { value = override }
    }
    return value
  }

  /// Carries out what the program does to its store from inside it.
  func perform(_ act: HostAct) {
    switch act {
    case .send(let path, let command): if !isDropped { send(path, command) }
    case .cancelTask(let number):
      if let group = tasks[number] { jobs.append(.beginCancelling(group)) }
    case .cancelTaskAtOnce(let number):
      if let group = tasks[number] { cancel(group) }
    case .cancelToken(let number): observers[number]?.isCancelled = true
    case .observe(let number, let reading): if !isDropped { observe(number, reading, []) }
    case .drop: isDropped = true
    }
  }
}
