import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Expansions of '@ObservableState'")
struct StateExpansionTests {
  @Test func aSharedPropertyStaysAsItIs() {
    expectExpansion(
      of: """
        @ObservableState
        struct State: Codable {
          @Shared(.inMemory("count")) var count = 0
          @SharedReader var name: String
          let limit = 3
        }
        """,
      as: """
        struct State: Codable {
          @Shared(.inMemory("count")) var count = 0
          @SharedReader var name: String
          let limit = 3

          var _$observationRegistrar = Headrace.ObservationStateRegistrar()

          var _$id: Headrace.ObservableStateID {
            _$observationRegistrar.id
          }

          static var _$registrarOffset: Swift.Int? {
            Swift.MemoryLayout<Self>.offset(of: \\Self._$observationRegistrar)
          }

          private enum CodingKeys: Swift.String, Swift.CodingKey {
            case limit
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """)
  }

  @Test func observableStateStoresEachPropertyBesideItself() {
    expectExpansion(
      of: """
        @ObservableState
        package struct State {
          var count = 0
          let limit = 3
          static var shared = 1
          var double: Int { count * 2 }
          @Presents var child: Child.State?
          @ObservationStateIgnored var cache = 0
        }
        """,
      as: #"""
        package struct State {
          @Headrace.ObservationStateTracked
          var count = 0
          let limit = 3
          static var shared = 1
          var double: Int { count * 2 }
          var child: Child.State? {
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

          var $child:
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
          var cache = 0

          package var _$observationRegistrar = Headrace.ObservationStateRegistrar()

          package var _$id: Headrace.ObservableStateID {
            _$observationRegistrar.id
          }

          package static var _$registrarOffset: Swift.Int? {
            Swift.MemoryLayout<Self>.offset(of: \Self._$observationRegistrar)
          }

          package static func _$storedKeyPath(
            for keyPath: Swift.PartialKeyPath<Self>
          ) -> Swift.PartialKeyPath<Self>? {
            switch keyPath {
              case \Self.count:
              return \Self._count
              case \Self.$child:
              return \Self._child
            default:
              return nil
            }
          }

          package static func _$fieldNumber(
            of keyPath: Swift.PartialKeyPath<Self>
          ) -> Swift.UInt64? {
            switch keyPath {
              case \Self.count:
              return 0xb1e5e28e4479a274
              case \Self.$child:
              return 0x622434762500489d
            default:
              return nil
            }
          }

          package static func _$compare(
            _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
          ) {
            differences.add(
              0xb1e5e28e4479a274,
              Headrace.ObservationStateRegistrar.change(from: old._count, to: new._count))
            differences.add(
              0x622434762500489d,
              Headrace.ObservationStateRegistrar.change(from: old._child, to: new._child))
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """#)
  }

  @Test func observersStayWithTheStorage() {
    expectExpansion(
      of: """
        struct State {
          @ObservationStateTracked var name: String = "" {
            didSet { count += 1 }
          }
        }
        """,
      as: """
        struct State {
          var name: String {
            didSet { count += 1 }
            @storageRestrictions(initializes: _name)
            init(initialValue) {
              _name = initialValue
            }

            get {
              _$observationRegistrar.access(0xc4bcadba8e631b86)
              return _name
            }

            set {
              let change = Headrace.ObservationStateRegistrar.change(from: _name, to: newValue)
              _name = newValue
              _$observationRegistrar.didSet(0xc4bcadba8e631b86, change)
            }

            _modify {
              let before = Headrace.ObservationStateRegistrar.identity(of: _name)
              defer {
                _$observationRegistrar.didModify(
                  0xc4bcadba8e631b86, from: before,
                  to: Headrace.ObservationStateRegistrar.identity(of: _name))
              }
              yield &_name
            }
          }

          private var _name: String = "" {
              didSet {
                count += 1
              }
            }
        }
        """)
  }

  @Test func aTrackedPropertyNotifiesItsObservers() {
    expectExpansion(
      of: """
        struct State {
          @ObservationStateTracked var name: String?
        }
        """,
      as: """
        struct State {
          var name: String? {
            @storageRestrictions(initializes: _name)
            init(initialValue) {
              _name = initialValue
            }
            get {
              _$observationRegistrar.access(0xc4bcadba8e631b86)
              return _name
            }
            set {
              let change = Headrace.ObservationStateRegistrar.change(from: _name, to: newValue)
              _name = newValue
              _$observationRegistrar.didSet(0xc4bcadba8e631b86, change)
            }
            _modify {
              let before = Headrace.ObservationStateRegistrar.identity(of: _name)
              defer {
                _$observationRegistrar.didModify(
                  0xc4bcadba8e631b86, from: before,
                  to: Headrace.ObservationStateRegistrar.identity(of: _name))
              }
              yield &_name
            }
          }

          private var _name: String? = nil
        }
        """)
  }

  @Test func observableStateGivesAnEnumTheIdentityOfItsCase() {
    expectExpansion(
      of: """
        @ObservableState
        enum State {
          case home(Home.State)
          case pair(Int, Int)
          case none
        }
        """,
      as: """
        enum State {
          case home(Home.State)
          case pair(Int, Int)
          case none

          var _$id: Headrace.ObservableStateID {
            switch self {
              case .home(let state):
                return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 0)
              case .pair:
                return Headrace.ObservationStateRegistrar.caseIdentity(of: (), index: 1)
              case .none:
              return Headrace.ObservableStateID.inert.tagged(2)
            }
          }

          static func _$compare(
            _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
          ) {
            switch (old, new) {
              case (.home(let old), .home(let new)):
                differences.add(
                  Swift.UInt64.max,
                  Headrace.ObservationStateRegistrar.change(from: old, to: new))
              default:
              differences.addEverything()
            }
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """)
  }

  @Test func observableStateNeedsAValue() {
    expectExpansion(
      of: """
        @ObservableState
        class State {
        }
        """,
      as: """
        class State {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' needs a struct or an enum.",
          line: 2, column: 1)
      ])
  }
}
