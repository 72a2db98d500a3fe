import Headrace
import HeadraceFlow
import IssueReporting

/// Runs a program on a store, step by step beside the model, and reports where they differ.
final class ProgramRun {
  let program: Program
  let world: World
  let model: Model
  private let host: ProgramHost
  private var store: Store<Tree, TreeAction>?
  private var tokens: [Int: ObserveToken] = [:]
  private var followers: [Int: Follower] = [:]
  private var tasks: [Int: StoreTask] = [:]
  private var stepNumber = 0
  private var awaited: Set<Int> = []
  private var finished: Set<Int> = []
  private var reachedCount = 0
  private var bodyCount = 0
  /// The first difference from the model.
  private(set) var failure: String?

  init(_ program: Program, on queue: ProgramQueue) {
    self.program = program
    world = World(program, on: queue)
    model = Model(program)
    host = ProgramHost(queue: queue)
    unowned let run = self
    world.act = { run.perform($0) }
  }

  /// Runs the steps that a closure makes, until there are no more or something fails.
  func run(_ nextStep: () -> Step?) {
    withIssueReporters([world.reports]) {
      begin()
      while failure == nil, !model.isDropped, let step = nextStep() { take(step) }
      end()
    }
  }

  private func begin() {
    let world = world
    var state = world.makeTree(id: 0)
    for placed in program.initial {
      state.make(placed.change, at: placed.place[...], in: world)
    }
    let initial = state
    let box = Unchecked(store)
    host.assumeIsolated { _ in
      box.value = Store(initialState: initial) { TreeFeature(depth: 0, world: world) }
      if world.program.hasInstrument { box.value?.instruments = [ProgramInstrument(world)] }
    }
    store = box.value
    bodyCount = world.bodyCount
    check("the beginning", isAtRest: true)
  }

  private func take(_ step: Step) {
    model.run(step, number: stepNumber)
    let run = Unchecked(self)
    host.assumeIsolated { _ in run.value.perform(step) }
    check("step \(stepNumber)", isAtRest: step.isDrained)
    stepNumber += 1
  }

  private func perform(_ step: Step) {
    switch step {
    case .send(let path, let command, let isAwaited, let viaStores, let thenRuns):
      guard let store else { return }
      let task = send(path, command, to: store, viaStores: viaStores)
      tasks[stepNumber] = task
      if isAwaited {
        awaited.insert(stepNumber)
        awaitEnd(of: task)
      }
      if thenRuns { drain() }
    case .tell(let number, let path, let command):
      if let work = world.works[number] {
        let order = command.map { $0.isDismissal ? .dismiss : RunningWork.Order.send(path, $0) }
        work.orders.append(order ?? .end)
        work.wake()
      }
      drain()
    case .cancelTask(let number):
      perform(HostAct.cancelTask(number))
      drain()
    case .observe(let number, let reading, let reaction):
      observe(number, reading, reaction?.acts ?? [])
      drain()
    case .cancelToken(let number):
      perform(HostAct.cancelToken(number))
      drain()
    case .dismiss(let path):
      tasks[stepNumber] = store?.send(.make(path[...], .dismissal, in: world))
      drain()
    case .churn(let reading, let count):
      for _ in 0..<count {
        observe(-1, reading, [])
        tokens.removeValue(forKey: -1)?.cancel()
      }
    case .advance(let time):
      drain()
      world.clock.advance(by: .seconds(time))
      drain()
    }
  }

  private func send(
    _ path: [Hop], _ command: Command, to store: Store<Tree, TreeAction>, viaStores: Bool
  ) -> StoreTask {
    var place = AnyStore.tree(store)
    var rest = path[...]
    while viaStores, let hop = rest.first, let child = place.child(hop, in: world) {
      place = child
      rest = rest.dropFirst()
    }
    return place.send(rest, command, in: world)
  }

  private func awaitEnd(of task: StoreTask) {
    let (world, number) = (world, stepNumber)
    Task {
      await task.finish()
      world.log(.finished(task: number))
    }
  }

  private func drain() {
    if !world.queue.drain(), failure == nil { failure = "the store does not come to rest" }
  }

  /// Carries out what the program does to its store from inside it.
  private func perform(_ act: HostAct) {
    switch act {
    case .send(let path, let command):
      _ = store?.send(.make(path[...], command, in: world))
    case .cancelTask(let number):
      guard let task = tasks[number] else { return }
      Task { await task.cancel() }
    case .cancelTaskAtOnce(let number):
      guard let task = tasks[number] else { return }
      host.assumeIsolated { host in
        _ = Task.immediate {
          host.touch()
          await task.cancel()
        }
      }
    case .cancelToken(let number):
      tokens[number]?.cancel()
      followers[number]?.cancel()
    case .observe(let number, let reading): observe(number, reading, [])
    case .drop: letGo()
    }
  }

  /// Releases the store and the tokens. Whatever ends with them may look here again.
  private func letGo() {
    let (store, tokens, followers) = (store, tokens, followers)
    for follower in followers.values { follower.cancel() }
    self.store = nil
    self.tokens = [:]
    self.followers = [:]
    withExtendedLifetime((store, tokens, followers)) {}
  }

  private func observe(_ number: Int, _ reading: Reading, _ acts: [HostAct]) {
    guard let store, tokens[number] == nil, followers[number] == nil else { return }
    let kept = reading.keepsStores ? Self.find(reading.stores, from: store, in: world) : nil
    let world = world
    if reading.isTracked { return follow(number, reading, from: store, keeping: kept) }
    let token = ObserverToken(world)
    var acts = acts
    var last: [Int?]?
    tokens[number] = store.observe { [weak store] in
      withExtendedLifetime(token) {}
      guard let root = store else { return }
      let place = kept ?? Self.find(reading.stores, from: root, in: world)
      let values = place?.read(reading.properties[...], reading.part) ?? [nil]
      world.log(.observed(number, values))
      if let last, last != values {
        let now = acts
        acts = []
        for act in now { world.act(act) }
      }
      last = values
    }
  }

  private func follow(
    _ number: Int, _ reading: Reading, from store: Store<Tree, TreeAction>, keeping kept: AnyStore?
  ) {
    let world = world
    let follower = Follower { [weak store] in
      guard let root = store else { return [nil] }
      let place = kept ?? Self.find(reading.stores, from: root, in: world)
      return place?.read(reading.properties[...], reading.part) ?? [nil]
    } told: {
      world.log(.observed(number, $0))
    }
    followers[number] = follower
    follower.follow()
  }

  private static func find(
    _ hops: [Hop], from store: Store<Tree, TreeAction>, in world: World
  ) -> AnyStore? {
    var place = AnyStore.tree(store)
    for hop in hops {
      guard let child = place.child(hop, in: world) else { return nil }
      place = child
    }
    return place
  }
}

/// Carries a value across a `Sendable` boundary on the same thread.
///
/// Unchecked: a program runs on one thread.
final class Unchecked<Value>: @unchecked Sendable {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

// MARK: - Comparing

extension ProgramRun {
  private func check(_ when: String, isAtRest: Bool) {
    let (events, expected) = (world.events, model.expected)
    world.events = []
    model.expected = []
    for case .finished(let task) in events { finished.insert(task) }
    guard failure == nil, !model.isDropped else { return }
    if let difference = EventCheck(expected, events).difference {
      let report = world.reports.all.last.map { "\nThe last report: \($0.prefix(300))" } ?? ""
      return failure = "\(when): \(difference)\(report)"
    }
    guard let store else { return }
    let run = Unchecked((store: store, model: model, found: String?.none))
    host.assumeIsolated { _ in
      run.value.found = Self.difference(run.value.store, run.value.model)
    }
    if let found = run.value.found ?? countDifference(isAtRest) { failure = "\(when): \(found)" }
  }

  /// Compares the counts beside the store.
  private func countDifference(_ isAtRest: Bool) -> String? {
    let expected = model.finishedTasks.intersection(awaited)
    if isAtRest, finished != expected {
      return "the sends that have ended are \(finished.sorted()), not \(expected.sorted())"
    }
    // The store of a removed child shows the last state, and reports that.
    let reports = world.reports.all.filter { !$0.hasPrefix("The state of a child that is gone") }
    if reports.count != model.absentCount + model.emptyDismissalCount {
      return "\(reports.count) misuses were reported, not \(model.absentCount)"
        + " and \(model.emptyDismissalCount); the last: \(reports.last?.prefix(100) ?? "")"
    }
    let observers = model.observers.values.filter { !$0.isCancelled && !$0.reading.isTracked }.count
    if world.observerCount != observers {
      return "\(world.observerCount) closures of observers live, not \(observers)"
    }
    // A body is read when an action first reaches the feature's position, or before.
    if model.reached.count == reachedCount, world.bodyCount > bodyCount {
      return "\(world.bodyCount - bodyCount) bodies were read again"
    }
    (reachedCount, bodyCount) = (model.reached.count, world.bodyCount)
    return nil
  }

  private static func difference(_ store: Store<Tree, TreeAction>, _ model: Model) -> String? {
    if !store.withState({ $0.matches(model.root) }) {
      return "the state is not \(model.root.text)"
    }
    let running = store.effects.compactMap { $0.name.flatMap { Int($0) } }
    if running != model.effectNumbers {
      return "the effects in flight are \(running), not \(model.effectNumbers)"
    }
    let late = model.lateCount...(model.lateCount + model.doubtfulLateCount)
    if !late.contains(store.lateSendCount) {
      return "\(store.lateSendCount) late sends were counted, not \(late)"
    }
    if running.isEmpty, store.notedRowCount > 0 {
      return "\(store.notedRowCount) rows are noted, and no effects are in flight"
    }
    // The system keeps what it tracks until the next notification.
    if model.observers.values.contains(where: \.reading.isTracked) { return nil }
    let kept = store.observationCounts
    if model.observers.values.allSatisfy(\.isCancelled), kept.contains(where: { $0 > 0 }) {
      return "the store's table keeps \(kept) (states, fields, places) without observers"
    }
    return nil
  }

  /// Releases everything, and checks what is left.
  private func end() {
    let run = Unchecked(self)
    host.assumeIsolated { _ in
      run.value.letGo()
      run.value.tasks = [:]
    }
    world.copies = [:]
    drain()
    let orphans = world.works.filter { !$0.value.isStubborn || !$0.value.isCancelled }.keys
    if failure == nil, !orphans.isEmpty {
      failure = "after the end the effects \(orphans.sorted()) run on, and nothing cancels them"
    }
    for work in world.works.values {
      work.orders.append(.end)
      work.wake()
    }
    drain()
    guard failure == nil else { return }
    if !world.works.isEmpty { failure = "after the end \(world.works.keys.sorted()) run on" }
    if world.tokenCount > 0 { failure = "after the end \(world.tokenCount) tokens are held" }
  }
}
