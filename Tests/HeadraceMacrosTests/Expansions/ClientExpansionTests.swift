import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Expansions of '@DependencyClient'")
struct ClientExpansionTests {
  /// The message about a default in a struct without `@DependencyClient`.
  private func loneDefault(of endpoint: String) -> DiagnosticSpec {
    DiagnosticSpec(
      message: """
        A call of '\(endpoint)' that is not implemented is not reported: it runs the default. Put \
        '@DependencyClient' on 'Client', which writes an initializer whose defaults report.
        """,
      line: 2, column: 3, severity: .warning)
  }

  @Test func aClientHasAnInitializerOfAllProperties() {
    expectExpansion(
      of: """
        @DependencyClient
        public struct Client: Sendable {
          public var price: @Sendable (_ symbol: String) async throws -> Int
          var isOpen: () -> Bool = { false }
          @DependencyEndpointIgnored var describe: () -> String
          let source: String
        }
        """,
      as: """
        public struct Client: Sendable {
          @Headrace.DependencyEndpoint
          public var price: @Sendable (_ symbol: String) async throws -> Int
          @Headrace.DependencyEndpoint
          var isOpen: () -> Bool = { false }
          var describe: () -> String
          let source: String

          public init(
            price: @escaping @Sendable (_ symbol: String) async throws -> Int,
            isOpen: @escaping () -> Bool,
            describe: @escaping () -> String,
            source: String
          ) {
            self.price = price
            self.isOpen = isOpen
            self.describe = describe
            self.source = source
          }
        }
        """)
  }

  @Test func aClientOfEndpointsIsMadeWithoutArguments() {
    expectExpansion(
      of: """
        @DependencyClient
        struct Client {
          var isOpen: (Int) -> Bool = { $0 > 2 }
          var record: (Int, Int) -> Void
          var limit = 3
          init(limit: Int) {}
        }
        @DependencyClient
        struct Other {
          var isOpen: (Int) -> Bool = { $0 > 2 }
          var find: () -> String = standard
        }
        """,
      as: #"""
        struct Client {
          @Headrace.DependencyEndpoint
          var isOpen: (Int) -> Bool = { $0 > 2 }
          @Headrace.DependencyEndpoint
          var record: (Int, Int) -> Void
          var limit = 3
          init(limit: Int) {}
        }
        struct Other {
          @Headrace.DependencyEndpoint
          var isOpen: (Int) -> Bool = { $0 > 2 }
          @Headrace.DependencyEndpoint
          var find: () -> String = standard

          init() {
            self._isOpen = {
            _ = Headrace.UnimplementedEndpoint("\(Self.self).isOpen").report()
            return $0 > 2
            }
            self._find = standard
          }

          init(
            isOpen: @escaping (Int) -> Bool,
            find: @escaping () -> String
          ) {
            self.isOpen = isOpen
            self.find = find
          }
        }
        """#)
  }

  @Test func anEndpointIsStoredAndBecomesAMethod() {
    expectExpansion(
      of: """
        struct Client {
          @DependencyEndpoint
          public var price: @Sendable (_ symbol: String) async throws -> Int
          @DependencyEndpoint
          var record: (Int) -> Void
        }
        """,
      as: #"""
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
            throw Headrace.UnimplementedEndpoint("\(Self.self).price").report()
          }

          public func price(symbol p0: String) async throws -> Int {
            try await _price(p0)
          }
          var record: (Int) -> Void {
            @storageRestrictions(initializes: _record)
            init(initialValue) {
              _record = initialValue
            }
            get {
              _record
            }
            set {
              _record = newValue
            }
          }

          private var _record: (Int) -> Void = { _ in
            _ = Headrace.UnimplementedEndpoint("\(Self.self).record").report()
          }
        }
        """#)
  }

  @Test func anEndpointWithAWrittenDefaultBecomesAMethodOfAnyName() {
    expectExpansion(
      of: #"""
        struct Client {
          @DependencyEndpoint(method: "rename")
          public var setName: (_ name: inout String, Int) async throws(Failure) -> Void = { _, _ \#
        in }
        }
        """#,
      as: """
        struct Client {
          public var setName: (_ name: inout String, Int) async throws(Failure) -> Void {
            @storageRestrictions(initializes: _setName)
            init(initialValue) {
              _setName = initialValue
            }
            get {
              _setName
            }
            set {
              _setName = newValue
            }
          }

          private var _setName: (_ name: inout String, Int) async throws(Failure) -> Void

          public func rename(name p0: inout String, _ p1: Int) async throws(Failure) -> Void {
            try await _setName(&p0, p1)
          }
        }
        """,
      diagnostics: [loneDefault(of: "setName")])
  }

  @Test func anEndpointThatCannotThrowNeedsADefault() {
    expectExpansion(
      of: """
        struct Client {
          @DependencyEndpoint var isOpen: (Int) -> Bool
          @DependencyEndpoint var find: () throws(Failure) -> String
        }
        """,
      as: """
        struct Client {
          var isOpen: (Int) -> Bool
          var find: () throws(Failure) -> String
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            The endpoint 'isOpen' can't throw every error, so it needs a default to return once \
            it has reported that it is not implemented.
            """,
          line: 2, column: 27,
          fixIts: [
            FixItSpec(message: "Add a default")
          ]),
        DiagnosticSpec(
          message: """
            The endpoint 'find' can't throw every error, so it needs a default to return once \
            it has reported that it is not implemented.
            """,
          line: 3, column: 27,
          fixIts: [
            FixItSpec(message: "Add a default")
          ]),
      ],
      applying: "Add a default",
      fixed: """
        struct Client {
          @DependencyEndpoint var isOpen: (Int) -> Bool = { _ in <#value#> }
          @DependencyEndpoint var find: () throws(Failure) -> String = { <#value#> }
        }
        """)
  }

  @Test func theNameOfAMethodIsAPlainName() {
    expectExpansion(
      of: #"""
        struct Client {
          @DependencyEndpoint(method: "not a name") var find: (_ id: Int) throws -> String
        }
        """#,
      as: """
        struct Client {
          var find: (_ id: Int) throws -> String {
            @storageRestrictions(initializes: _find)
            init(initialValue) {
              _find = initialValue
            }
            get {
              _find
            }
            set {
              _find = newValue
            }
          }

          private var _find: (_ id: Int) throws -> String = { _ in
            throw Headrace.UnimplementedEndpoint("\\(Self.self).find").report()
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@DependencyEndpoint' needs the name of a method, as it is called: a plain string of \
            letters, digits and '_', such as "fetch".
            """,
          line: 2, column: 31)
      ])
  }

  @Test func aCallThatDoesNotComeBackIsNotReturned() {
    expectExpansion(
      of: """
        struct Client {
          @DependencyEndpoint
          var `default`: (_ log: @autoclosure () -> String) -> Int = { _ in fatalError() }
        }
        """,
      as: """
        struct Client {
          var `default`: (_ log: @autoclosure () -> String) -> Int {
            @storageRestrictions(initializes: _default)
            init(initialValue) {
              _default = initialValue
            }
            get {
              _default
            }
            set {
              _default = newValue
            }
          }

          private var _default: (_ log: @autoclosure () -> String) -> Int

          func `default`(log p0: @autoclosure () -> String) -> Int {
            _default(p0())
          }
        }
        """,
      diagnostics: [loneDefault(of: "`default`")])
  }

  @Test func anEndpointIsAVariable() {
    expectExpansion(
      of: """
        struct Client {
          @DependencyEndpoint let isOpen: () -> Bool = { true }
        }
        """,
      as: """
        struct Client {
          let isOpen: () -> Bool = { true }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyEndpoint' needs a 'var' of a function type.",
          line: 2, column: 3)
      ])
  }

  @Test func aClientIsAStruct() {
    expectExpansion(
      of: """
        @DependencyClient
        class Client {
        }
        """,
      as: """
        class Client {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@DependencyClient' needs a struct of closures.",
          line: 2, column: 1)
      ])
  }
}
