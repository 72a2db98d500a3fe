import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What '@ObservableState' tells of properties that it can't observe")
struct StateSlipTests {
  @Test func aLazyPropertyMayBecomeAnOrdinaryOne() {
    expectExpansion(
      of: """
        @ObservableState
        struct State {
          /// Late.
          lazy var total = 1 + 1
        }
        """,
      as: """
        struct State {
          /// Late.
          lazy var total = 1 + 1

          var _$observationRegistrar = Headrace.ObservationStateRegistrar()

          var _$id: Headrace.ObservableStateID {
            _$observationRegistrar.id
          }

          static var _$registrarOffset: Swift.Int? {
            Swift.MemoryLayout<Self>.offset(of: \\Self._$observationRegistrar)
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@ObservableState' can't observe a lazy property: reading it changes the state.
            """,
          line: 4, column: 3,
          fixIts: [
            FixItSpec(message: "Remove 'lazy'"),
            FixItSpec(message: "Mark it '@ObservationStateIgnored'"),
          ])
      ],
      applying: "Remove 'lazy'",
      fixed: """
        @ObservableState
        struct State {
          /// Late.
          var total = 1 + 1
        }
        """)
  }

  @Test func aLazyPropertyMayGoUnobserved() {
    expectExpansion(
      of: """
        @ObservableState
        struct State {
          /// Late.
          lazy var total = 1 + 1
        }
        """,
      as: """
        struct State {
          /// Late.
          lazy var total = 1 + 1

          var _$observationRegistrar = Headrace.ObservationStateRegistrar()

          var _$id: Headrace.ObservableStateID {
            _$observationRegistrar.id
          }

          static var _$registrarOffset: Swift.Int? {
            Swift.MemoryLayout<Self>.offset(of: \\Self._$observationRegistrar)
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@ObservableState' can't observe a lazy property: reading it changes the state.
            """,
          line: 4, column: 3,
          fixIts: [
            FixItSpec(message: "Remove 'lazy'"),
            FixItSpec(message: "Mark it '@ObservationStateIgnored'"),
          ])
      ],
      applying: "Mark it '@ObservationStateIgnored'",
      fixed: """
        @ObservableState
        struct State {
          /// Late.
          @ObservationStateIgnored lazy var total = 1 + 1
        }
        """)
  }

  @Test func eachPropertyHasAVarOfItsOwn() {
    expectExpansion(
      of: """
        @ObservableState
        struct State {
          // The place.
          public var x, y: Int, name = ""
          var z = 1
        }
        """,
      as: #"""
        struct State {
          // The place.
          public var x, y: Int, name = ""
          @Headrace.ObservationStateTracked
          var z = 1

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
              case \Self.z:
              return \Self._z
            default:
              return nil
            }
          }

          static func _$fieldNumber(
            of keyPath: Swift.PartialKeyPath<Self>
          ) -> Swift.UInt64? {
            switch keyPath {
              case \Self.z:
              return 0xaf63f74c86021a6d
            default:
              return nil
            }
          }

          static func _$compare(
            _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
          ) {
            differences.add(
              0xaf63f74c86021a6d,
              Headrace.ObservationStateRegistrar.change(from: old._z, to: new._z))
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' observes one property for each 'var'.",
          line: 4, column: 14,
          fixIts: [
            FixItSpec(message: "Declare each on its own")
          ])
      ],
      applying: "Declare each on its own",
      fixed: """
        @ObservableState
        struct State {
          // The place.
          public var x: Int
          public var y: Int
          public var name = ""
          var z = 1
        }
        """)
  }

  @Test func aTuplePatternBecomesPropertiesOfTheirOwn() {
    expectExpansion(
      of: """
        @ObservableState
        struct State {
          var (x, y) = (1, "two")
        }
        """,
      as: """
        struct State {
          var (x, y) = (1, "two")

          var _$observationRegistrar = Headrace.ObservationStateRegistrar()

          var _$id: Headrace.ObservableStateID {
            _$observationRegistrar.id
          }

          static var _$registrarOffset: Swift.Int? {
            Swift.MemoryLayout<Self>.offset(of: \\Self._$observationRegistrar)
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@ObservableState' can't observe the properties of a tuple pattern.
            """,
          line: 3, column: 7,
          fixIts: [
            FixItSpec(message: "Declare each on its own")
          ])
      ],
      applying: "Declare each on its own",
      fixed: """
        @ObservableState
        struct State {
          var x = 1
          var y = "two"
        }
        """)
  }

  @Test func aTupleOfUnknownPartsIsRefused() {
    expectExpansion(
      of: """
        @ObservableState
        struct State {
          var (x, y) = origin()
        }
        """,
      as: """
        struct State {
          var (x, y) = origin()

          var _$observationRegistrar = Headrace.ObservationStateRegistrar()

          var _$id: Headrace.ObservableStateID {
            _$observationRegistrar.id
          }

          static var _$registrarOffset: Swift.Int? {
            Swift.MemoryLayout<Self>.offset(of: \\Self._$observationRegistrar)
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@ObservableState' can't observe the properties of a tuple pattern.
            """,
          line: 3, column: 7)
      ])
  }

  @Test func aWrappedPropertyGoesUnobserved() {
    expectExpansion(
      of: """
        @ObservableState
        struct State {
          @Clamped(0...9) var level = 1
          @MainActor var a = 1
          @Clamped @ObservationStateTracked var b = 1
          @Clamped @ObservationStateIgnored var c = 1
        }
        """,
      as: #"""
        struct State {
          @Clamped(0...9) var level = 1
          @MainActor
          @Headrace.ObservationStateTracked var a = 1
          @Clamped var b {
            @storageRestrictions(initializes: _b)
            init(initialValue) {
              _b = initialValue
            }
            get {
              _$observationRegistrar.access(0xaf63df4c8601f1a5)
              return _b
            }
            set {
              let change = Headrace.ObservationStateRegistrar.change(from: _b, to: newValue)
              _b = newValue
              _$observationRegistrar.didSet(0xaf63df4c8601f1a5, change)
            }
            _modify {
              let before = Headrace.ObservationStateRegistrar.identity(of: _b)
              defer {
                _$observationRegistrar.didModify(
                  0xaf63df4c8601f1a5, from: before,
                  to: Headrace.ObservationStateRegistrar.identity(of: _b))
              }
              yield &_b
            }
          }

          private var _b = 1
          @Clamped var c = 1

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
              case \Self.a:
              return \Self._a
              case \Self.b:
              return \Self._b
            default:
              return nil
            }
          }

          static func _$fieldNumber(
            of keyPath: Swift.PartialKeyPath<Self>
          ) -> Swift.UInt64? {
            switch keyPath {
              case \Self.a:
              return 0xaf63dc4c8601ec8c
              case \Self.b:
              return 0xaf63df4c8601f1a5
            default:
              return nil
            }
          }

          static func _$compare(
            _ old: Self, _ new: Self, in differences: inout Headrace.StateDifferences
          ) {
            differences.add(
              0xaf63dc4c8601ec8c,
              Headrace.ObservationStateRegistrar.change(from: old._a, to: new._a))
            differences.add(
              0xaf63df4c8601f1a5,
              Headrace.ObservationStateRegistrar.change(from: old._b, to: new._b))
          }
        }

        extension State: nonisolated Headrace.ObservableState {
        }
        """#,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@ObservableState' can't observe a property with a wrapper. If '@Clamped' is a \
            macro, add '@ObservationStateTracked'; otherwise mark it '@ObservationStateIgnored'.
            """,
          line: 3, column: 3,
          fixIts: [
            FixItSpec(message: "Mark it '@ObservationStateIgnored'")
          ])
      ],
      applying: "Mark it '@ObservationStateIgnored'",
      fixed: """
        @ObservableState
        struct State {
          @ObservationStateIgnored @Clamped(0...9) var level = 1
          @MainActor var a = 1
          @Clamped @ObservationStateTracked var b = 1
          @Clamped @ObservationStateIgnored var c = 1
        }
        """)
  }
}
