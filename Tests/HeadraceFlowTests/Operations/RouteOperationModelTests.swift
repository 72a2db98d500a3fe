import HeadraceFlow
import TestEffort
import Testing

/// The operations against a slow oracle: a list of plain entries, on which each operation is
/// written out one screen at a time.
@Suite("Route stacks against a model", .refusalsAreExpected) struct RouteOperationModelTests {
  private static let walkCount = Effort.count(2_000)
  private static let stepCount = 40

  @Test func operationsDoWhatTheOracleDoes() {
    var caseCount = 0
    var refusedCount = 0
    for seed in 1...UInt64(Self.walkCount) {
      var random = SeededGenerator(seed: seed)
      let embeds = Bool.random(using: &random)
      var routes: [Route<Int>] = [.root(0, embedInNavigationView: embeds)]
      var oracle = SlowStack(root: routes[0])
      for step in 0..<Self.stepCount {
        let operation = StackOperation.random(using: &random, depth: routes.count)
        let before = routes.map(\.id)
        let isDone = operation.run(on: &routes)
        let isExpected = operation.run(on: &oracle)
        let place: Comment = "seed \(seed), step \(step): \(operation)"
        #expect(isDone == isExpected, place)
        guard routes.map(\.screen) == oracle.entries.map(\.screen),
          routes.map(\.style) == oracle.entries.map(\.style)
        else {
          Issue.record("\(place): \(routes) is not \(oracle.entries)")
          return
        }
        oracle.adopt(routes.map(\.id))
        #expect(Set(routes.map(\.id)).count == routes.count, place)
        #expect(keepsIDs(before, routes, of: operation), place)
        caseCount += 1
        if !isDone { refusedCount += 1 }
      }
    }
    print("Route operations against a model: \(caseCount) cases, \(refusedCount) of them refused.")
    #expect(refusedCount > caseCount / 10 && refusedCount < caseCount * 9 / 10)
  }

  /// Only the top of a stack is added, removed or replaced; everything below keeps its id.
  private func keepsIDs(
    _ before: [RouteID], _ routes: [Route<Int>], of operation: StackOperation
  ) -> Bool {
    let after = routes.map(\.id)
    let common = min(before.count, after.count)
    if case .replaceCurrent = operation {
      return after.count == before.count && after.dropLast() == before.dropLast()
        && after.last != before.last
    }
    return after.prefix(common) == before.prefix(common)
  }
}

/// An operation with its arguments.
private enum StackOperation {
  case push(Int), sheet(Int, Bool), cover(Int, Bool), goBack(Int), goBackToRoot, goBackTo(Int)
  case pop(Int), popTo(Int), popToRoot, popToCurrentNavigationRoot, dismiss(Int), dismissAll
  case goTo(Int), replaceCurrent(Int)

  static func random(using random: inout SeededGenerator, depth: Int) -> Self {
    let screen = Int.random(in: 0...9, using: &random)
    let count = Int.random(in: -1...3, using: &random)
    let embeds = Bool.random(using: &random)
    // Deep stacks are as likely as shallow ones.
    switch Int.random(in: depth < 6 ? -6..<13 : 0..<14, using: &random) {
    case -6..<0: return .push(screen)
    case 0: return .sheet(screen, embeds)
    case 1: return .cover(screen, embeds)
    case 2: return .goBack(count)
    case 3: return .goBackTo(screen)
    case 4: return .pop(count)
    case 5: return .popTo(screen)
    case 6: return .popToRoot
    case 7: return .popToCurrentNavigationRoot
    case 8: return .dismiss(count)
    case 9: return .goTo(screen)
    case 10: return .replaceCurrent(screen)
    case 11: return .push(screen)
    case 12: return .dismissAll
    default: return .goBackToRoot
    }
  }

  func run(on routes: inout [Route<Int>]) -> Bool {
    switch self {
    case .push(let screen): routes.push(screen)
    case .sheet(let screen, let embeds):
      routes.presentSheet(screen, embedInNavigationView: embeds)
    case .cover(let screen, let embeds):
      routes.presentCover(screen, embedInNavigationView: embeds)
    case .goBack(let count): routes.goBack(count)
    case .goBackToRoot: routes.goBackToRoot()
    case .goBackTo(let screen): routes.goBackTo { $0 == screen }
    case .pop(let count): routes.pop(count)
    case .popTo(let screen): routes.popTo { $0 == screen }
    case .popToRoot: routes.popToRoot()
    case .popToCurrentNavigationRoot: routes.popToCurrentNavigationRoot()
    case .dismiss(let count): routes.dismiss(count)
    case .dismissAll: routes.dismissAll()
    case .goTo(let screen): routes.goTo(screen)
    case .replaceCurrent(let screen): routes.replaceCurrent(screen)
    }
  }

  func run(on stack: inout SlowStack) -> Bool {
    switch self {
    case .push(let screen): return stack.push(screen)
    case .sheet(let screen, let embeds):
      return stack.add(.init(screen: screen, style: .sheet(.default), embeds: embeds))
    case .cover(let screen, let embeds):
      return stack.add(.init(screen: screen, style: .cover, embeds: embeds))
    case .goBack(let count): return stack.undoingUnlessDone { $0.times(count) { $0.leaveTop() } }
    case .goBackToRoot: return stack.whilePossible { $0.leaveTop() }
    case .goBackTo(let screen):
      return stack.undoingUnlessDone { $0.until(screen) { $0.leaveTop() } }
    case .pop(let count): return stack.undoingUnlessDone { $0.times(count) { $0.popTop() } }
    case .popTo(let screen): return stack.undoingUnlessDone { $0.until(screen) { $0.popTop() } }
    case .popToRoot:
      return stack.undoingUnlessDone { stack in
        stack.whilePossible { $0.popTop() } && stack.entries.count == 1
      }
    case .popToCurrentNavigationRoot: return stack.whilePossible { $0.popTop() }
    case .dismiss(let count):
      return stack.undoingUnlessDone { $0.times(count) { $0.dismissTop() } }
    case .dismissAll: return stack.whilePossible { $0.dismissTop() }
    case .goTo(let screen):
      guard stack.entries.contains(where: { $0.screen == screen }) else {
        return stack.push(screen)
      }
      while stack.entries.last?.screen != screen { stack.entries.removeLast() }
      return true
    case .replaceCurrent(let screen):
      let top = stack.entries.removeLast()
      return stack.add(.init(screen: screen, style: top.style, embeds: top.embeds))
    }
  }
}

/// A stack that changes in single steps.
private struct SlowStack {
  struct Entry {
    var screen: Int
    var style: RouteStyle
    var embeds: Bool
    var id: RouteID?
  }

  var entries: [Entry]

  init(root: Route<Int>) {
    entries = [
      Entry(screen: root.screen, style: .root, embeds: root.embedInNavigationView, id: root.id)
    ]
  }

  mutating func adopt(_ ids: [RouteID]) {
    for index in entries.indices {
      if let known = entries[index].id { #expect(known == ids[index]) }
      entries[index].id = ids[index]
    }
  }

  mutating func add(_ entry: Entry) -> Bool {
    entries.append(entry)
    return true
  }

  /// Searches all the way down for the navigation that contains a pushed screen.
  mutating func push(_ screen: Int) -> Bool {
    var index = entries.count - 1
    while entries[index].style == .push { index -= 1 }
    guard entries[index].embeds else { return false }
    return add(Entry(screen: screen, style: .push, embeds: false))
  }

  mutating func leaveTop() -> Bool {
    guard entries.count > 1 else { return false }
    entries.removeLast()
    return true
  }

  mutating func popTop() -> Bool {
    guard entries[entries.count - 1].style == .push else { return false }
    return leaveTop()
  }

  mutating func dismissTop() -> Bool {
    let before = entries
    while entries.count > 1, entries[entries.count - 1].style == .push { entries.removeLast() }
    if leaveTop() { return true }
    entries = before
    return false
  }

  mutating func times(_ count: Int, _ step: (inout Self) -> Bool) -> Bool {
    guard count > 0 else { return false }
    for _ in 0..<count where !step(&self) { return false }
    return true
  }

  mutating func until(_ screen: Int, _ step: (inout Self) -> Bool) -> Bool {
    repeat {
      guard step(&self) else { return false }
    } while entries[entries.count - 1].screen != screen
    return true
  }

  mutating func whilePossible(_ step: (inout Self) -> Bool) -> Bool {
    guard step(&self) else { return false }
    while step(&self) {}
    return true
  }

  mutating func undoingUnlessDone(_ change: (inout Self) -> Bool) -> Bool {
    let before = entries
    if change(&self) { return true }
    entries = before
    return false
  }
}
