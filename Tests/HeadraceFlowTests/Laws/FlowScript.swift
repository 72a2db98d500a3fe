import HeadraceFlow

/// One step of a script.
///
/// Coordinators, routes and gates are numbered among the existing ones, so that a script remains
/// valid when steps are removed.
enum FlowStep: Equatable {
  /// An effect starts on a screen, or in its coordinator; it may change the stack as well.
  case work(flow: Int, route: Int?, name: Int, then: StackStep?)
  case operate(flow: Int, StackStep)
  /// The same, one step after the other.
  case operateInSteps(flow: Int, StackStep)
  case goBackToRoot(flow: Int)
  /// A screen is presented that must answer, and its effect starts.
  case request(flow: Int, id: Int, name: Int)
  /// The host removes some routes from the stack, and may add one.
  case update(flow: Int, leavingOut: Set<Int>, adding: NewScreen?)
  case dismiss(flow: Int, route: Int)
  /// The system hands over a URL.
  case link(flow: Int, NewScreen, mode: DeepLinkMode)
  /// The host archives a coordinator's stack; the newest archive is kept.
  case archive(flow: Int)
  /// The host restores the kept archive, in any coordinator.
  case restore(flow: Int)
  /// The user selects a tab; tabs are numbered like coordinators.
  case select(tabs: Int, TreeTab)
  /// A tab is discarded.
  case discard(tabs: Int, TreeTab)
  case open(Int)
  /// The program ends, and restarts with the same state.
  case restart
}

/// Writes random scripts.
struct FlowScriptWriter {
  private var random: SeededGenerator
  private var lastID = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func script() -> [FlowStep] {
    (0..<Int.random(in: 5...40, using: &random)).map { _ in step() }
  }

  private mutating func step() -> FlowStep {
    let flow = number(0...5)
    switch number(0...26) {
    case 0...4:
      return .work(
        flow: flow, route: number(0...3) == 0 ? nil : number(0...5), name: newID(),
        then: number(0...3) == 0 ? stackStep() : nil)
    case 5...9: return .operate(flow: flow, stackStep())
    case 10, 11:
      let left = Set((1...4).filter { _ in number(0...2) == 0 })
      return .update(
        flow: flow, leavingOut: left, adding: number(0...2) == 0 ? newScreen() : nil)
    case 12: return .dismiss(flow: flow, route: number(0...5))
    case 13, 14: return .open(number(0...20))
    case 15, 16: return .link(flow: flow, newScreen(), mode: mode())
    case 17: return .archive(flow: flow)
    case 18, 19: return .restore(flow: flow)
    case 20: return .operateInSteps(flow: flow, stepWithoutReturn())
    case 21: return number(0...2) == 0 ? .goBackToRoot(flow: flow) : .open(number(0...20))
    case 22: return .request(flow: flow, id: newID(), name: newID())
    case 23, 24: return .select(tabs: number(0...3), Bool.random(using: &random) ? .left : .right)
    case 25: return .discard(tabs: number(0...3), Bool.random(using: &random) ? .left : .right)
    default: return number(0...3) == 0 ? .restart : .open(number(0...20))
    }
  }

  private mutating func stackStep() -> StackStep {
    switch number(0...15) {
    case 0...3: .push(newScreen())
    case 4: .sheet(newScreen())
    case 5: .cover(newScreen())
    case 6: .goBack(number(0...2))
    case 7: .goBackToRoot
    case 8: .pop(number(1...2))
    case 9: .dismiss(1)
    case 10: .replaceCurrent(newScreen())
    case 11: .replaceCurrentByEqual
    case 12: .replaceTop(newScreen(), keeping: number(0...3))
    case 13: .removeBelow(number(0...3))
    default: .takeOffAndPutBack
    }
  }

  /// A change that never brings a screen back: a screen that is removed from below another one
  /// removes that one, too, and its effects end.
  private mutating func stepWithoutReturn() -> StackStep {
    let step = stackStep()
    if case .removeBelow = step { return .goBackToRoot }
    return step
  }

  private mutating func newScreen() -> NewScreen {
    NewScreen(
      id: newID(), rule: number(0...2) == 0 ? FlowRule.allCases.randomElement(using: &random) : nil,
      hasTabs: number(0...5) == 0)
  }

  private mutating func mode() -> DeepLinkMode {
    [.replace, .keepRoot, .append][number(0...2)]
  }

  private mutating func newID() -> Int {
    lastID += 1
    return lastID
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }
}
