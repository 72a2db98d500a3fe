#if Macros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @Suite("Expansions of states and clients")
  struct StateExpansionTests {
    @Test func observableStateStoresEachPropertyBesideItself() {
      expectExpansion(
        of: """
          @ObservableState
          struct State {
            var count = 0
            let limit = 3
            var double: Int { count * 2 }
          }
          """,
        as: """
          struct State {
            @Headrace.ObservationStateTracked
            var count = 0
            let limit = 3
            var double: Int { count * 2 }

            var _$observationRegistrar = Headrace.ObservationStateRegistrar()

            var _$id: Headrace.ObservableStateID {
              _$observationRegistrar.id
            }

            static func _$storedKeyPath(
              for keyPath: Swift.PartialKeyPath<Self>
            ) -> Swift.PartialKeyPath<Self>? {
              switch keyPath {
                case \\Self.count:
                return \\Self._count
              default:
                return nil
              }
            }

            static func _$fieldNumber(
              of keyPath: Swift.PartialKeyPath<Self>
            ) -> Swift.UInt64? {
              switch keyPath {
                case \\Self.count:
                return 0xb1e5e28e4479a274
              default:
                return nil
              }
            }
          }

          extension State: Headrace.ObservableState {
          }
          """)
    }

    @Test func observableStateGivesAnEnumTheIdentityOfItsCase() {
      expectExpansion(
        of: """
          @ObservableState
          enum State {
            case home(Home.State)
            case none
          }
          """,
        as: """
          enum State {
            case home(Home.State)
            case none

            var _$id: Headrace.ObservableStateID {
              switch self {
                case .home(let state):
                  return Headrace.ObservationStateRegistrar.caseIdentity(of: state, index: 0)
                case .none:
                return Headrace.ObservableStateID.inert.tagged(1)
              }
            }
          }

          extension State: Headrace.ObservableState {
          }
          """)
    }

    @Test func aPresentedPropertyOfAnObservableStateTellsWhoObservesIt() {
      expectExpansion(
        of: """
          @ObservableState
          struct State {
            @Presents var child: Child.State?
          }
          """,
        as: """
          struct State {
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
                _child.wrappedValue = newValue
                _$observationRegistrar.didChange(0x622434762500489d)
              }
              _modify {
                let identity = Headrace.ObservationStateRegistrar.identity(of: _child.wrappedValue)
                defer {
                  if identity == nil || identity != Headrace.ObservationStateRegistrar.identity(of: _child.wrappedValue) {
                    _$observationRegistrar.didChange(0x622434762500489d)
                  }
                }
                yield &_child.wrappedValue
              }
            }

            private var _child: Headrace.PresentationState<Child.State> = Headrace.PresentationState(wrappedValue: nil)

            var $child:
              Headrace.PresentationState<Child.State>
            {
              get {
                _$observationRegistrar.access(0x622434762500489d)
                return _child
              }
              _modify {
                let identity = Headrace.ObservationStateRegistrar.identity(of: _child.wrappedValue)
                defer {
                  if identity == nil || identity != Headrace.ObservationStateRegistrar.identity(of: _child.wrappedValue) {
                    _$observationRegistrar.didChange(0x622434762500489d)
                  }
                }
                yield &_child
              }
            }

            var _$observationRegistrar = Headrace.ObservationStateRegistrar()

            var _$id: Headrace.ObservableStateID {
              _$observationRegistrar.id
            }

            static func _$storedKeyPath(
              for keyPath: Swift.PartialKeyPath<Self>
            ) -> Swift.PartialKeyPath<Self>? {
              switch keyPath {
                case \\Self.$child:
                return \\Self._child
              default:
                return nil
              }
            }

            static func _$fieldNumber(
              of keyPath: Swift.PartialKeyPath<Self>
            ) -> Swift.UInt64? {
              switch keyPath {
                case \\Self.$child:
                return 0x622434762500489d
              default:
                return nil
              }
            }
          }

          extension State: Headrace.ObservableState {
          }
          """)
    }

    @Test func presentsStoresAPresentation() {
      expectExpansion(
        of: """
          struct State {
            @Presents var child: Child.State?
          }
          """,
        as: """
          struct State {
            var child: Child.State? {
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

            private var _child: Headrace.PresentationState<Child.State> = Headrace.PresentationState(wrappedValue: nil)

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
          """)
    }

    @Test func aTrackedPropertyTellsWhoObservesIt() {
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
                let isSame = Headrace.ObservationStateRegistrar.isSame(_name, newValue)
                _name = newValue
                if !isSame {
                  _$observationRegistrar.didChange(0xc4bcadba8e631b86)
                }
              }
              _modify {
                let identity = Headrace.ObservationStateRegistrar.identity(of: _name)
                defer {
                  if identity == nil
                    || identity != Headrace.ObservationStateRegistrar.identity(of: _name)
                  {
                    _$observationRegistrar.didChange(0xc4bcadba8e631b86)
                  }
                }
                yield &_name
              }
            }

            private var _name: String? = nil
          }
          """)
    }

    @Test func anEndpointIsStoredAndBecomesAMethod() {
      expectExpansion(
        of: """
          struct Client {
            @DependencyEndpoint
            public var price: @Sendable (_ symbol: String) async throws -> Int
          }
          """,
        as: """
          struct Client {
            public var price: @Sendable (_ symbol: String) async throws -> Int {
              @storageRestrictions(initializes: _price)
              init(initialValue) {
                _price = initialValue
              }
              get {
                _price
              }
              set {
                _price = newValue
              }
            }

            private var _price: @Sendable (_ symbol: String) async throws -> Int = { _ in
              throw Headrace.UnimplementedEndpoint("\\(Self.self).price").report()
            }

            public func price(symbol p0: String) async throws -> Int {
              try await _price(p0)
            }
          }
          """)
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
          DiagnosticSpec(message: "'@Presents' needs an optional type.", line: 2, column: 3)
        ])
    }

    @Test func dependencyClientGivesEndpointsDefaultsThatReport() {
      expectExpansion(
        of: """
          @DependencyClient
          struct Client {
            var price: @Sendable (_ symbol: String) async throws -> Int
            var isOpen: () -> Bool = { false }
            var record: (Int, Int) -> Void
          }
          """,
        as: """
          struct Client {
            @Headrace.DependencyEndpoint
            var price: @Sendable (_ symbol: String) async throws -> Int
            @Headrace.DependencyEndpoint
            var isOpen: () -> Bool = { false }
            @Headrace.DependencyEndpoint
            var record: (Int, Int) -> Void

            init() {
              self._isOpen = {
              _ = Headrace.UnimplementedEndpoint("\\(Self.self).isOpen").report()
              return false
              }
            }

            init(
              price: @escaping @Sendable (_ symbol: String) async throws -> Int,
              isOpen: @escaping () -> Bool,
              record: @escaping (Int, Int) -> Void
            ) {
              self.price = price
              self.isOpen = isOpen
              self.record = record
            }
          }
          """)
    }

    @Test func anEndpointThatCannotThrowNeedsADefault() {
      expectExpansion(
        of: """
          struct Client {
            @DependencyEndpoint
            var isOpen: (Int) -> Bool
          }
          """,
        as: """
          struct Client {
            var isOpen: (Int) -> Bool
          }
          """,
        diagnostics: [
          DiagnosticSpec(
            message: """
              The endpoint 'isOpen' can't throw every error, so it needs a default to return once \
              it has reported that it is not implemented.
              """, line: 3, column: 7, fixIts: [FixItSpec(message: "Add a default")])
        ],
        fixed: """
          struct Client {
            @DependencyEndpoint
            var isOpen: (Int) -> Bool = { _ in <#value#> }
          }
          """)
    }
  }
#endif
