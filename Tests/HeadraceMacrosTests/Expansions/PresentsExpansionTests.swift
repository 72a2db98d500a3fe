import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Expansions of '@Presents'")
struct PresentsExpansionTests {
  @Test func presentsStoresAPresentation() {
    expectExpansion(
      of: """
        @ObservableState
        struct State {
          @Presents public var child: Child.State?
        }
        """,
      as: #"""
        struct State {
          public var child: Child.State? {
            @storageRestrictions(initializes: _child)
            init(initialValue) {
              _child = Headrace.PresentationState(wrappedValue: initialValue)
            }
            get {
              _$observationRegistrar.access(0x622434762500489d)
              return _child.wrappedValue
            }
            set {
              let change = Headrace.ObservationStateRegistrar.change(from: _child.wrappedValue, to: newValue)
              _child.wrappedValue = newValue
              _$observationRegistrar.didSet(0x622434762500489d, change)
            }
            _modify {
              let before = Headrace.ObservationStateRegistrar.identity(of: _child)
              defer {
                _$observationRegistrar.didModify(
                  0x622434762500489d, from: before,
                  to: Headrace.ObservationStateRegistrar.identity(of: _child))
              }
              yield &_child.wrappedValue
            }
          }

          private var _child: Headrace.PresentationState<Child.State> = \#
        Headrace.PresentationState(wrappedValue: nil)

          public var $child:
            Headrace.PresentationState<Child.State>
          {
            get {
              _$observationRegistrar.access(0x622434762500489d)
              return _child
            }
            _modify {
              let before = Headrace.ObservationStateRegistrar.identity(of: _child)
              defer {
                _$observationRegistrar.didModify(
                  0x622434762500489d, from: before,
                  to: Headrace.ObservationStateRegistrar.identity(of: _child))
              }
              yield &_child
            }
          }

          var _$observationRegistrar = Headrace.ObservationStateRegistrar()

          var _$id: Headrace.ObservableStateID {
            _$observationRegistrar.id
          }

          static var _$registrarOffset: Swift.Int? {
            Swift.MemoryLayout<Self>.offset(of: \Self._$observationRegistrar)
          }

          static func _$storedKeyPath(
            for keyPath: Swift.PartialKeyPath<Self>
          ) -> Swift.PartialKeyPath<Self>? {
            switch keyPath {
              case \Self.$child:
              return \Self._child
            default:
              return nil
            }
          }

          static func _$fieldNumber(
            of keyPath: Swift.PartialKeyPath<Self>
          ) -> Swift.UInt64? {
            switch keyPath {
              case \Self.$child:
              return 0x622434762500489d
            default:
              return nil
            }
          }

          static func _$compare(
            _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
          ) {
            differences.add(
              0x622434762500489d,
              Headrace.ObservationStateRegistrar.change(from: old._child, to: new._child))
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """#)
  }

  @Test func presentsWithoutObservationNotifiesNoObserver() {
    expectExpansion(
      of: """
        struct State {
          @Presents var child: Optional<Child.State> = nil
        }
        """,
      as: #"""
        struct State {
          var child: Optional<Child.State> {
            @storageRestrictions(initializes: _child)
            init(initialValue) {
              _child = Headrace.PresentationState(wrappedValue: initialValue)
            }
            get {
              return _child.wrappedValue
            }
            set {
              _child.wrappedValue = newValue
            }
            _modify {
              yield &_child.wrappedValue
            }
          }

          private var _child: Headrace.PresentationState<Child.State> = \#
        Headrace.PresentationState(wrappedValue: nil)

          var $child:
            Headrace.PresentationState<Child.State>
          {
            get {
              return _child
            }
            _modify {
              yield &_child
            }
          }
        }
        """#)
  }

  @Test func presentsNeedsAnOptional() {
    expectExpansion(
      of: """
        struct State {
          @Presents var child: Child.State
        }
        """,
      as: """
        struct State {
          var child: Child.State
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' needs an optional type, written out.",
          line: 2, column: 3,
          fixIts: [
            FixItSpec(message: "Make the type optional")
          ])
      ],
      applying: "Make the type optional",
      fixed: """
        struct State {
          @Presents var child: Child.State?
        }
        """)
  }

  @Test func presentsCannotInferItsType() {
    expectExpansion(
      of: """
        struct State {
          @Presents var child = Child.State()
        }
        """,
      as: """
        struct State {
          var child = Child.State()
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' needs an optional type, written out.",
          line: 2, column: 3)
      ])
  }

  @Test func presentsNeedsAVariable() {
    expectExpansion(
      of: """
        struct State {
          @Presents let child: Child.State?
        }
        """,
      as: """
        struct State {
          let child: Child.State?
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' needs a 'var': a presentation begins and ends.",
          line: 2, column: 13,
          fixIts: [
            FixItSpec(message: "Change 'let' to 'var'")
          ])
      ],
      applying: "Change 'let' to 'var'",
      fixed: """
        struct State {
          @Presents var child: Child.State?
        }
        """)
  }

  @Test func presentsStoresWhatItPresents() {
    expectExpansion(
      of: """
        struct State {
          @Presents var child: Child.State? { nil }
        }
        """,
      as: """
        struct State {
          var child: Child.State? { nil }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Presents' needs one stored property with a name.",
          line: 2, column: 3)
      ])
  }

  @Test func presentsIsUsedInStateOnly() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          @Presents var child: Child.State?
        }
        """,
      as: """
        struct Feature {
          var child: Child.State?

          struct State: Swift.Equatable, Swift.Hashable, Swift.Sendable, Swift.Codable {
            init() {
            }
          }

          @Headrace.CasePathable enum Action: Swift.Equatable, Swift.Hashable, Swift.Sendable {
          }

          var body: Headrace.EmptyReducer<State, Action> {
            Headrace.EmptyReducer()
          }
        }

        extension Feature: Headrace.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@Presents' needs a property of a feature's state, which is a struct.
            """,
          line: 3, column: 3)
      ])
  }

  @Test func recursivePresentationIsStoredBehindAReference() {
    expectExpansion(
      of: """
        struct Page {
          struct State {
            @Presents var next: Page.State?
            @Presents var same: State?
          }
        }
        """,
      as: """
        struct Page {
          struct State {
            var next: Page.State? {
        \(accessors(of: "next"))
            }

        \(peers(of: "next", type: "Page.State"))
            var same: State? {
        \(accessors(of: "same"))
            }

        \(peers(of: "same", type: "State"))
          }
        }
        """)
  }

  private func accessors(of name: String) -> String {
    """
          @storageRestrictions(initializes: _\(name))
          init(initialValue) {
            _\(name) = Headrace.BoxedPresentationState(wrappedValue: initialValue)
          }
          get {
            return _\(name).wrappedValue
          }
          set {
            _\(name).wrappedValue = newValue
          }
          _modify {
            yield &_\(name).wrappedValue
          }
    """
  }

  private func peers(of name: String, type: String) -> String {
    """
        private var _\(name): Headrace.BoxedPresentationState<\(type)> = \
    Headrace.BoxedPresentationState(wrappedValue: nil)

        var $\(name):
          Headrace.PresentationState<\(type)>
        {
          get {
            return _\(name).state
          }
          _modify {
            yield &_\(name).state
          }
        }
    """
  }
}
