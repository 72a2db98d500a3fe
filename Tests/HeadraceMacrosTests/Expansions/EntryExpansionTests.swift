import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("Expansions of '@DependencyEntry'")
struct EntryExpansionTests {
  @Test func anEntryHasAKeyThatNoOtherFileSees() {
    expectExpansion(
      of: """
        extension DependencyValues {
          @DependencyEntry(liveValue: Client.live)
          var client = Client()
        }
        """,
      as: """
        extension DependencyValues {
          var client {
            get {
              self[__Key_client.self]
            }
            set {
              self[__Key_client.self] = newValue
            }
          }

          private enum __Key_client: Headrace.DependencyKey {
            @Headrace._DependencyEntryValue static var liveValue = Client.live
            @Headrace._DependencyEntryValue static var testValue = Client()
          }
        }
        """)
  }

  @Test func thePublicKeyIsNamedAfterTheWrittenType() {
    expectExpansion(
      of: """
        extension DependencyValues {
          @DependencyEntry(previewValue: Loud())
          public var player: any Player = Quiet()
        }
        """,
      as: """
        extension DependencyValues {
          public var player: any Player {
            get {
              self[PlayerKey.self]
            }
            set {
              self[PlayerKey.self] = newValue
            }
          }

          public enum PlayerKey: Headrace.TestDependencyKey {
            public typealias Value = any Player
            public static var previewValue: any Player {
              Loud()
            }
            public static var testValue: any Player {
              Quiet()
            }
          }
        }
        """)
  }

  @Test func anEntryWithoutAnyValueIsRefused() {
    expectExpansion(
      of: """
        extension DependencyValues {
          @DependencyEntry
          var client: Client
        }
        """,
      as: """
        extension DependencyValues {
          var client: Client {
            get {
              Swift.fatalError()
            }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'client' needs a value for tests, as in 'var client = QuoteClient()', or a live one: \
            '@DependencyEntry(liveValue: …)'.
            """,
          line: 2, column: 3)
      ])
  }
}
