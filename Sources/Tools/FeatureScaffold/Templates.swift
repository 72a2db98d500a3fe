/// The texts of the files of an order.
///
/// Each ends with a line break, and is formatted as by `swift format`.
struct Templates {
  let order: FeatureOrder
  /// The module of the files.
  let module: String

  var name: String { order.name.text }
  var access: String { order.isPublic ? "public " : "" }
  private var client: TypeName? { order.client }

  /// Returns a comment for a declaration that other modules can see.
  func documented(_ text: String, _ indentation: Int = 0) -> String {
    guard order.isPublic else { return "" }
    return String(repeating: " ", count: indentation) + "/// \(text)\n"
  }

  // MARK: - The Feature

  func feature() -> String {
    """
    \(access)import Headrace

    /// \(order.summary)
    @Reducer
    \(access)struct \(name)\(order.isPublic ? ": Sendable" : "") {
    \(documented("The state that is shown.", 2))  @ObservableState
      \(access)struct State: Equatable {
    \(state().indented(4))
      }
    \(phase())
    \(documented("The actions of the feature.", 2))  \(access)enum Action: Equatable {
        case view(View)\(client == nil ? "" : "\n    case inner(Inner)")
        case delegate(Delegate)
      }

    \(groups().indented(2))
    \(dependencies())
    \(documented("The response to each action.", 2))  \(access)var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .view(let action):
            return handleViewAction(state: &state, action: action)\(innerCases())
          case .delegate:
            return .none
          }
        }
      }

      private func handleViewAction(state: inout State, action: View) -> Effect<Action> {
        switch action {
    \(viewCases().indented(4))
        }
      }
    }

    """
  }

  private func state() -> String {
    var lines = order.fields.map { field in
      documented("Initially `\(field.value ?? "nil")`.")
        + "\(access)var \(field.name.text): \(field.type)" + (field.value.map { " = \($0)" } ?? "")
    }
    if client != nil {
      lines.append(documented("The current stage of loading.") + "\(access)var phase = Phase.idle")
    }
    if order.isPublic {
      lines.append("")
      lines.append("/// The state that the feature begins with.")
      lines.append("public init() {}")
    }
    return lines.isEmpty ? "// The state that is shown." : lines.joined(separator: "\n")
  }

  private func phase() -> String {
    guard client != nil else { return "" }
    return """

        /// The stages of loading.
        \(access)enum Phase: Equatable\(order.isPublic ? ", Sendable" : "") {
          case idle
          case loading
          case loaded([String])
          case failed
        }

      """
  }

  private func groups() -> String {
    let view =
      (client == nil ? [] : ["appeared"]) + order.actions.map(\.text) + ["closeButtonTapped"]
    var groups = [group("View", "The user's actions.", view)]
    if client != nil {
      groups.append(group("Inner", "Results of effects.", ["loaded([String])", "loadingFailed"]))
    }
    groups.append(group("Delegate", "The actions that the parent receives.", ["closed"]))
    return groups.joined(separator: "\n\n")
  }

  private func group(_ name: String, _ summary: String, _ cases: [String]) -> String {
    """
    /// \(summary)
    @CasePathable
    \(access)enum \(name): Equatable\(order.isPublic ? ", Sendable" : "") {
    \(cases.map { "  case \($0)" }.joined(separator: "\n"))
    }
    """
  }

  private func dependencies() -> String {
    var lines: [String] = []
    if let client {
      lines += ["", "@Dependency(\\.\(clientMember(client))) private var client"]
    }
    if order.isPublic {
      lines += ["", "/// Creates the feature.", "public init() {}"]
    }
    return lines.isEmpty ? "" : lines.joined(separator: "\n").indented(2) + "\n"
  }

  private func innerCases() -> String {
    guard client != nil else { return "" }
    return """

            case .inner(.loaded(let items)):
              state.phase = .loaded(items)
              return .none
            case .inner(.loadingFailed):
              state.phase = .failed
              return .none
      """
  }

  private func viewCases() -> String {
    var text = ""
    if client != nil {
      text += """
        case .appeared:
          guard state.phase != .loading else { return .none }
          state.phase = .loading
          return .run { [client] send in
            await send(.inner(.loaded(try await client.load())))
          } catch: { _, send in
            await send(.inner(.loadingFailed))
          }

        """
    }
    for action in order.actions { text += "case .\(action.text):\n  return .none\n" }
    return text + "case .closeButtonTapped:\n  return .send(.delegate(.closed))"
  }

  private func clientMember(_ client: TypeName) -> String {
    // A type's name can't be refused here: it is the client's with a known suffix.
    let plain = client.member.filter { $0 != "`" }
    return client.text.hasSuffix("Client") ? plain : plain + "Client"
  }

  // MARK: - Its Client

  func clientInterface(_ client: TypeName) -> String {
    """
    \(access)import Headrace

    /// The requests of ``\(name)``; a host implements them.
    @DependencyClient
    \(access)nonisolated struct \(client.client): Sendable {
      /// Loads the lines to show.
      \(access)var load: @Sendable () async throws -> [String]
    }

    nonisolated extension \(client.client): DependencyKey {
      /// Provide a `load` that really loads. Until then, a call is reported by its name and fails.
      \(access)static var liveValue: Self { Self() }

      /// Implements nothing: a test overrides the endpoints that its feature may use.
      \(access)static var testValue: Self { Self() }
    }

    nonisolated extension DependencyValues {
      /// The client of ``\(name)``.
      \(access)var \(clientMember(client)): \(client.client) {
        get { self[\(client.client).self] }
        set { self[\(client.client).self] = newValue }
      }
    }

    """
  }

  // MARK: - Its Test

  func test() -> String {
    """
    import Headrace
    import HeadraceTesting
    import Testing

    @testable import \(module)

    @Suite struct \(name)Tests {
      @Test func closingTellsTheParent() async {
        let store = TestStore(initialState: \(name).State()) {
          \(name)()
        }
        await store.send(\\.view.closeButtonTapped)
        await store.receive(\\.delegate.closed)
      }
    \((actionTests() + loadingTests()).indented(2))}

    """
  }

  private func actionTests() -> String {
    guard !order.actions.isEmpty else { return "" }
    let sends = order.actions.map { "  await store.send(\\.view.\($0.text))" }
    return """

      @Test func unfinishedActionsChangeNothing() async {
        let store = TestStore(initialState: \(name).State()) {
          \(name)()
        }
      \(sends.joined(separator: "\n"))
      }

      """
  }

  private func loadingTests() -> String {
    guard let client else { return "" }
    let store = """
        let store = TestStore(initialState: \(name).State()) {
          \(name)()
        } withDependencies: {
      """
    return """

      @Test func loadedValuesAreShown() async {
      \(store)
          $0.\(clientMember(client)).load = { ["one", "two"] }
        }
        await store.send(\\.view.appeared) { $0.phase = .loading }
        await store.receive(\\.inner.loaded) { $0.phase = .loaded(["one", "two"]) }
      }

      @Test func aFailureIsShown() async {
        struct Unreachable: Error {}
      \(store)
          $0.\(clientMember(client)).load = { throw Unreachable() }
        }
        await store.send(\\.view.appeared) { $0.phase = .loading }
        await store.receive(\\.inner.loadingFailed) { $0.phase = .failed }
      }

      """
  }
}

extension String {
  /// Returns the text with each line indented that is not empty.
  fileprivate func indented(_ count: Int) -> String {
    let spaces = String(repeating: " ", count: count)
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : spaces + line
    }.joined(separator: "\n")
  }
}
