public import Headrace
import Testing

/// A public leaf; its author writes only its state.
@Reducer
public struct PublicLeaf: Sendable {
  /// Its state.
  @ObservableState
  public struct State: Equatable, Sendable {
    /// A count.
    public var count = 0
    /// Creates a count of 0.
    public init() {}
  }
}

/// A public enum of reducers.
@Reducer(state: .equatable, .sendable)
public enum PublicScreen {
  case leaf(PublicLeaf), other(PublicLeaf)
}

/// A public client.
@DependencyClient
public struct PublicClient: Sendable {
  /// Doubles a value.
  public var double: @Sendable (_ value: Int) throws -> Int
}

@Reducer
package enum PackageScreen {
  case leaf(PublicLeaf)
}

extension PackageScreen.State: Equatable {}

@CasePathable
@dynamicMemberLookup
private enum Tree<Value: Equatable & Sendable>: Equatable, Sendable {
  case leaf(Value)
  indirect case branch(left: Tree, right: Tree)
  case `default`
}

@Reducer
private struct Folder {
  struct State: Equatable, Identifiable {
    let id: Int
    var isOpen = false
    var children: IdentifiedArrayOf<State> = []
  }
  enum Action {
    case toggle
    indirect case children(IdentifiedActionOf<Folder>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .toggle = action { state.isOpen.toggle() }
      return .none
    }
    .forEach(\.children, action: \.children) { Folder() }
  }
}

/// States that are enums, with attributes as authors write them.
private enum Phases {
  @Reducer
  struct Written {
    @CasePathable
    enum State: Equatable { case counting(Int), done }
  }

  @Reducer
  struct LookedUp {
    @CasePathable
    @dynamicMemberLookup
    enum State: Equatable { case counting(Int), done }
  }

  @Reducer
  struct Bare {
    enum State: Equatable { case counting(Int), done }
  }
}

@MainActor
@Suite("Macros at every access level, on generic and recursive types")
struct MacroBreadthTests {
  @Test func publicTypesAreCompleteByTheMacrosAlone() throws {
    let screen = PublicScreen.State.other(PublicLeaf.State())
    #expect(screen.other?.count == 0)
    #expect(screen.leaf == nil)
    #expect(PackageScreen.State.leaf(PublicLeaf.State()).is(\.leaf))
    #expect(try PublicClient(double: { $0 * 2 }).double(value: 4) == 8)
  }

  @Test func pathsLeadThroughGenericAndRecursiveEnums() {
    let tree = Tree.branch(left: .leaf(1), right: .default)
    #expect(tree.branch?.left.leaf == 1)
    #expect(tree[case: \.branch]?.right == .default)
    #expect(Tree<Int>.default.is(\.default))
    #expect(tree.leaf == nil)
  }

  /// A written '@CasePathable' did not compile.
  ///
  /// '@Reducer' added '@dynamicMemberLookup' to the state, and the other macro, which doesn't see
  /// the added attribute, added no subscript.
  @Test func theCasesOfAStateArePropertiesWhicheverAttributesAreWritten() {
    #expect(Phases.Written.State.counting(1).counting == 1)
    #expect(Phases.Written.State.done.counting == nil)
    #expect(Phases.LookedUp.State.counting(2).counting == 2)
    #expect(Phases.Bare.State.counting(3).counting == 3)
    #expect(Phases.Bare.State.counting(3).done == nil)
  }

  @Test func aFeatureMayContainItself() {
    let inner = Folder.State(id: 3)
    let middle = Folder.State(id: 2, children: [inner])
    let store = Store(initialState: Folder.State(id: 1, children: [middle])) { Folder() }
    store.send(.children(.element(id: 2, action: .children(.element(id: 3, action: .toggle)))))
    #expect(store.state.children[id: 2]?.children[id: 3]?.isOpen == true)
    #expect(store.state.isOpen == false)
  }
}
