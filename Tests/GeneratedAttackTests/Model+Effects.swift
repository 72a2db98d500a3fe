// MARK: - Starting

extension Model {
  /// Starts an effect as its plan says, in order.
  func start(_ plan: EffectPlan, in frame: ModelFrame) {
    guard !plan.isNothing else { return }
    // A group that was cancelled as a whole starts nothing more. The laws leave open whether the
    // actions that it would have sent immediately count as late.
    guard !frame.group.isCancelled else { return doubtfulLateCount += plan.sendCount }
    switch plan {
    case .none: break
    case .send(let path, let command): startSend(frame.path + path, command, in: frame)
    case .run(let work): register(ModelEffect(frame, work: work), launches: true)
    case .cancel(let id): cancelEffects(id, in: frame)
    case .merge(let plans): for plan in plans { start(plan, in: frame) }
    case .map(let plan): start(plan, in: frame)
    case .concatenate(let plans):
      let parts = plans.filter { !$0.isNothing }
      if parts.count == 1 { return start(parts[0], in: frame) }
      startSequence(ModelSequence(parts, frame))
    case .cancellable(let plan, let id, let cancelInFlight):
      if cancelInFlight { cancelEffects(id, in: frame) }
      if plan.isNothing { return }
      var frame = frame
      frame.ids.append(id)
      start(plan, in: frame)
    case .debounce(let plan, let id, let time):
      cancelEffects(id, in: frame)
      // A cancelled effect may in turn have cancelled the whole group.
      guard !frame.group.isCancelled else { return doubtfulLateCount += plan.sendCount }
      var frame = frame
      frame.ids.append(id)
      let sequence = ModelSequence(plan.isNothing ? [] : [plan], frame)
      startSequence(sequence, after: time)
    case .throttle(let plan, let id, let time, let isLatest):
      var frame = frame
      frame.ids.append(id)
      let open = windows.first { $0.id == id && $0.frame.places == frame.places && !$0.isClosed }
      if let open {
        return hold(plan, in: open, frame, for: time, isLatest: isLatest)
      }
      let window = ModelWindow(id: id, frame: frame, time: time)
      windows.append(window)
      start(plan, in: frame)
      startPause(of: window)
    }
  }

  private func startSend(_ path: [Hop], _ command: Command, in frame: ModelFrame) {
    var action = ModelAction(path: path, command: command, group: frame.group, frame: frame)
    if !frame.ids.isEmpty {
      let effect = ModelEffect(frame)
      effects.append(effect)
      frame.group.pendingCount += 1
      frame.sequence?.pendingCount += 1
      action.effect = effect
    }
    action.isLost = !root.holds(frame.places)
    frame.group.pendingCount += 1
    frame.sequence?.pendingCount += 1
    waiting.append(action)
  }

  /// Registers an effect that has begun, and the number of actions that it may send immediately.
  func register(_ effect: ModelEffect, launches: Bool, sendCount: Int = 1) {
    effects.append(effect)
    effect.frame.group.pendingCount += 1
    effect.frame.sequence?.pendingCount += 1
    if !root.holds(effect.frame.places) {
      effect.isCancelled = true
      // The laws leave open whether the actions that it would have sent immediately count as late.
      doubtfulLateCount += max(1, sendCount)
    }
    if launches { toLaunch.append(effect) }
  }

  private func startSequence(_ sequence: ModelSequence, after time: Int? = nil) {
    register(
      sequence.effect, launches: false, sendCount: sequence.parts.reduce(0) { $0 + $1.sendCount })
    sequence.effect.sequence = sequence
    guard let time else { return startNext(of: sequence) }
    var inner = sequence.frame
    inner.sequence = sequence
    let pause = ModelEffect(inner)
    sequence.pause = pause
    pause.deadline = time
    register(pause, launches: true)
  }

  func startNext(of sequence: ModelSequence) {
    var inner = sequence.frame
    inner.sequence = sequence
    sequence.pause = nil
    while sequence.nextIndex < sequence.parts.count, !sequence.effect.isCancelled {
      let part = sequence.parts[sequence.nextIndex]
      sequence.nextIndex += 1
      sequence.pendingCount = 1
      start(part, in: inner)
      sequence.pendingCount -= 1
      if sequence.pendingCount > 0 { return }
    }
    finish(sequence.effect)
  }

  func end(_ sequence: ModelSequence) {
    sequence.pendingCount -= 1
    // The next part starts after the current queue, not within it.
    if sequence.pendingCount == 0 { runQueue { toLaunch.append(sequence.effect) } }
  }
}

extension EffectPlan {
  /// True if it is equivalent to `.none`.
  var isNothing: Bool {
    switch self {
    case .none: true
    case .merge(let plans), .concatenate(let plans): plans.allSatisfy(\.isNothing)
    case .map(let plan), .throttle(let plan, _, _, _): plan.isNothing
    case .cancellable(let plan, _, let cancelInFlight): plan.isNothing && !cancelInFlight
    case .send, .run, .cancel, .debounce: false
    }
  }
}

extension EffectPlan {
  /// The number of actions that it sends without any work.
  fileprivate var sendCount: Int {
    switch self {
    case .none, .run, .cancel: 0
    case .send: 1
    case .merge(let plans), .concatenate(let plans): plans.reduce(0) { $0 + $1.sendCount }
    case .map(let plan), .cancellable(let plan, _, _), .debounce(let plan, _, _),
      .throttle(let plan, _, _, _):
      plan.sendCount
    }
  }
}

// MARK: - Ending

extension Model {
  /// Cancels the effects with an id that a feature and its descendants have in flight.
  func cancelEffects(_ id: Int, in frame: ModelFrame) {
    let ours = effects.filter { effect in
      effect.frame.ids.contains(id) && effect.frame.places.starts(with: frame.places)
    }
    let closing = windows.filter { $0.id == id && $0.frame.places.starts(with: frame.places) }
    let waits = leaveOutParts(id, in: frame)
    for effect in ours { cancel(effect) }
    for effect in waits { cancel(effect) }
    for window in closing { close(window) }
  }

  /// Removes the parts with an id from the waiting effects.
  ///
  /// - Returns: The effects that have nothing left to wait for, and their pauses.
  private func leaveOutParts(_ id: Int, in frame: ModelFrame) -> [ModelEffect] {
    var ended: [ModelEffect] = []
    for effect in effects {
      guard let sequence = effect.sequence, let pause = sequence.pause, !effect.isCancelled,
        effect.frame.places.starts(with: frame.places), let plan = sequence.parts.first,
        let rest = plan.without(id)
      else { continue }
      sequence.parts = [rest]
      if !rest.hasWork { ended += [pause, effect] }
    }
    for window in windows where window.frame.places.starts(with: frame.places) {
      guard let held = window.held, let rest = held.plan.without(id) else { continue }
      window.held?.plan = rest
      if !rest.hasWork { ended.append(held.effect) }
    }
    return ended
  }

  /// Cancels everything that a sent action has started.
  func cancel(_ group: ModelGroup) {
    group.isCancelled = true
    let ours = effects.filter { $0.frame.group === group }
    runQueue { for effect in ours { cancel(effect) } }
  }

  /// Cancels the effects of removed children, and drops the actions that these effects have sent.
  func endLostScopes() {
    for index in waiting.indices {
      if let frame = waiting[index].frame, !root.holds(frame.places) {
        waiting[index].isLost = true
      }
    }
    let lost = effects.filter { !$0.isCancelled && !root.holds($0.frame.places) }
    let closing = windows.filter { !root.holds($0.frame.places) }
    for effect in lost { cancel(effect) }
    for window in closing { close(window) }
  }

  func cancel(_ effect: ModelEffect) {
    guard !effect.isCancelled, !effect.isFinished else { return }
    effect.isCancelled = true
    if let window = effect.window, window.held?.effect === effect {
      // It has no task: it ends with the current queue.
      window.held = nil
      return toLaunch.append(effect)
    }
    guard effect.hasBegun, !effect.isOver else { return }
    guard let work = effect.work else { return wake(effect) }
    expect(.cancelled(effect: work.number))
    if let act = work.onCancel { perform(act) }
    if !work.isStubborn { wake(effect) }
  }

  func wake(_ effect: ModelEffect) {
    guard effect.isWaiting else { return }
    effect.isWaiting = false
    jobs.append(.resume(effect))
  }

  func finish(_ effect: ModelEffect) {
    guard !effect.isFinished else { return }
    effect.isFinished = true
    effects.removeAll { $0 === effect }
    if let window = effect.window, window.timer === effect { pauseEnded(of: window) }
    if let sequence = effect.frame.sequence { end(sequence) }
    effect.frame.group.pendingCount -= 1
  }
}

// MARK: - Jobs

extension Model {
  func drain() {
    while !jobs.isEmpty { run(jobs.removeFirst()) }
  }

  private func run(_ job: ModelJob) {
    switch job {
    case .begin(let effect): begin(effect)
    case .resume(let effect): obey(effect)
    case .deliver(let effect, let path, let command):
      if effect.isCancelled || effect.isFinished {
        lateCount += 1
      } else {
        runQueue {
          process(
            ModelAction(path: effect.frame.path + path, command: command, group: effect.frame.group)
          )
        }
      }
      jobs.append(.resume(effect))
    case .dismiss(let effect):
      if effect.isCancelled || effect.isFinished {
        lateCount += 1
      } else {
        let path = effect.frame.path.presentation
        runQueue {
          process(ModelAction(path: path, command: .dismissal, group: effect.frame.group))
        }
      }
      jobs.append(.resume(effect))
    case .end(let effect): runQueue { finish(effect) }
    case .beginCancelling(let group): jobs.append(.cancel(group))
    case .cancel(let group): cancel(group)
    }
  }

  private func begin(_ effect: ModelEffect) {
    // An effect cancelled before its task first runs never runs.
    if effect.isCancelled { return jobs.append(.end(effect)) }
    effect.hasBegun = true
    if let time = effect.deadline { effect.deadline = now + time }
    if let work = effect.work {
      expect(.began(effect: work.number, dependency: effect.frame.dependency))
    }
    obey(effect)
  }

  private func obey(_ effect: ModelEffect) {
    if let deadline = effect.deadline {
      if effect.isCancelled || deadline <= now { return jobs.append(.end(effect)) }
      effect.isWaiting = true
      return
    }
    guard let work = effect.work else { return }
    if !effect.orders.isEmpty {
      switch effect.orders.removeFirst() {
      case .send(let path, let command): return jobs.append(.deliver(effect, path, command))
      case .dismiss: return jobs.append(.dismiss(effect))
      case .end: break
      }
    } else if !effect.isCancelled || work.isStubborn {
      effect.isWaiting = true
      return
    }
    effect.isOver = true
    expect(.ended(effect: work.number))
    jobs.append(.end(effect))
  }
}
