public import Headrace

/// The states of a feature, by an author's names for them, and the transitions between them;
/// created by `stateGraph`.
public struct StateGraph<Action: Sendable>: Sendable {
  /// The states, in the order in which they were found, beginning with the initial one.
  public private(set) var states: [String] = []

  /// The transitions, in the order in which they were found.
  public private(set) var transitions: [StateTransition] = []

  /// The shortest paths that were tried to transitions, with effects in their ordinary order and
  /// the first values of `anyOf`.
  ///
  /// A transition that was only found in another way has no path.
  public internal(set) var paths: [StateTransition: [StateGraphStep<Action>]] = [:]

  /// True if every step was tried in every state that was found, as far as names distinguish
  /// states.
  public internal(set) var isComplete = false

  init() {}

  mutating func begin(with state: String) {
    if states.isEmpty { states = [state] }
  }

  mutating func add(_ transition: StateTransition) {
    for state in [transition.from, transition.to] where !states.contains(state) {
      states.append(state)
    }
    if !transitions.contains(transition) { transitions.append(transition) }
  }
}

/// A change from one state to another.
public struct StateTransition: Hashable, Sendable {
  /// The name of the state before the action.
  public let from: String
  /// The cases of the action, without payloads: `.rows.element.tick`.
  ///
  /// An action that is not an enum is described as a whole.
  public let action: String
  /// The name of the state after the action, which may be the same.
  public let to: String

  /// Creates a transition, for looking it up.
  public init(from: String, action: String, to: String) {
    (self.from, self.action, self.to) = (from, action, to)
  }
}

/// One step of a path.
public enum StateGraphStep<Action: Sendable>: Sendable {
  /// Sends an action.
  case send(Action)
  /// Advances time.
  case advance(Duration)
}

extension StateGraphStep: Equatable where Action: Equatable {}

// MARK: - Drawing

extension StateGraph {
  /// The graph in the language of Mermaid, which code hosting sites render.
  public var mermaid: String {
    let ids = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, "s\($0)") })
    let names = states.map { "  \(ids[$0, default: ""]): \(Self.mermaidText($0))\n" }
    let arrows = transitions.map { transition in
      let (from, to) = (ids[transition.from, default: ""], ids[transition.to, default: ""])
      return "  \(from) --> \(to): \(Self.mermaidText(transition.action))\n"
    }
    return "stateDiagram-v2\n" + names.joined() + "  [*] --> s0\n" + arrows.joined()
  }

  /// Escapes characters that would end a line or a statement.
  private static func mermaidText(_ text: String) -> String {
    String(
      text.flatMap { character -> String in
        switch character {
        case "#", ";", ":": "#\(character.asciiValue ?? 0);"
        case _ where character.isNewline: " "
        default: String(character)
        }
      })
  }

  /// The graph in the language of Graphviz.
  public var dot: String {
    let names = states.map { "  \(Self.dotText($0));\n" }
    let arrows = transitions.map { transition in
      "  \(Self.dotText(transition.from)) -> \(Self.dotText(transition.to))"
        + " [label=\(Self.dotText(transition.action))];\n"
    }
    return "digraph states {\n" + names.joined() + arrows.joined() + "}\n"
  }

  private static func dotText(_ text: String) -> String {
    let escaped = text.flatMap { character -> String in
      switch character {
      case "\"", "\\": "\\\(character)"
      case _ where character.isNewline: "\\n"
      default: String(character)
      }
    }
    return "\"\(String(escaped))\""
  }
}

// MARK: - Coverage

extension StateGraph {
  /// Returns the part of the graph that tests have covered:
  /// `5 of 9 transitions, 7 of 20 transition pairs`.
  ///
  /// A pair consists of two transitions, the second of which begins in the state where the first
  /// ends. The feature can't necessarily take every pair.
  ///
  /// - Parameter tests: The recorders of the tests, which must name states as this graph does.
  public func coverage<State>(of tests: [TransitionRecorder<State, Action>]) -> String {
    let made = Set(tests.flatMap(\.transitions))
    let pairs = transitions.reduce(0) { count, first in
      count + transitions.count { $0.from == first.to }
    }
    let known = Set(transitions)
    let madePairs = Set(
      tests.flatMap { test in
        zip(test.transitions, test.transitions.dropFirst())
          .filter { known.contains($0) && known.contains($1) }.map { [$0, $1] }
      })
    return """
      \(made.intersection(known).count) of \(known.count) transitions, \
      \(madePairs.count) of \(pairs) transition pairs
      """
  }
}

/// An instrument that notes the transitions of a store.
///
/// Add it to a test store to see how much of a ``StateGraph`` the test covers:
///
/// ```swift
/// let recorder = TransitionRecorder<Search.State, Search.Action>(
///   in: store.state, naming: \.phase.name)
/// store.instruments.append(recorder)
/// ```
public final class TransitionRecorder<State, Action>: StoreInstrument {
  private let name: (State) -> String
  private var state: String

  /// The transitions, in order.
  public private(set) var transitions: [StateTransition] = []

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - state: The current state of the store.
  ///   - name: Returns the name of a state.
  public init(in state: State, naming name: @escaping (_ state: State) -> String) {
    self.name = name
    self.state = name(state)
  }

  /// Notes a transition.
  public func actionReduced(_ action: Action, id: ActionID, state: State) {
    let next = name(state)
    let cases = ActionLabel.cases(of: action)
    transitions.append(
      StateTransition(from: self.state, action: cases.isEmpty ? "\(action)" : cases, to: next))
    self.state = next
  }
}
