import Foundation
import Headrace
import HeadraceCompatibility
import IssueReporting
import Testing

/// A value whose test value reports by itself.
private struct Database: DependencyKey, Equatable {
  var name: String

  static let liveValue = Database(name: "live")
  static var testValue: Database {
    if shouldReportUnimplemented { reportIssue("A test needs a database of its own.") }
    return Database(name: "test")
  }
}

private struct Quotes: Equatable, Sendable {
  var source: String
  var id = UUID()

  static func == (first: Quotes, second: Quotes) -> Bool { first.source == second.source }
}

private protocol Player: Sendable { var name: String { get } }
private struct Loud: Player { let name = "loud" }
private struct Quiet: Player { let name = "quiet" }

#if Macros
  extension DependencyValues {
    @DependencyEntry(liveValue: Quotes(source: "live")) fileprivate var quotes = Quotes(
      source: "test")
    @DependencyEntry(liveValue: Loud(), previewValue: Quiet())
    fileprivate var player: any Player = Quiet()
    @DependencyEntry(previewValue: 2) fileprivate var `repeat` = 1
    @DependencyEntry(liveValue: 7) fileprivate var liveOnlyCount: Int
    @DependencyEntry fileprivate var testOnlyText = "test"
    @DependencyEntry("ShelfKey") package var shelf = "test"
    @DependencyEntry package var lamp: LampClient = LampClient()
  }

  package struct LampClient: Sendable { var isOn = false }

  extension DependencyValues.ShelfKey: DependencyKey {
    package static var liveValue: String { "live" }
  }
#endif

/// Names that authors of dependencies know from other libraries.
@Suite struct DependencyNameTests {
  @Test func theValuesOfAContextAreSetTogether() {
    let texts = [DependencyValues.live, .preview, .test].map { values in
      withDependencies {
        $0 = values
      } operation: {
        currentGreeting()
      }
    }
    #expect(texts == ["live", "preview", "test"])
  }

  @Test func aTestValueReportsWhenItIsUsed() async {
    let reports = await reports {
      @Dependency(Database.self) var database
      #expect(database.name == "test")
    }
    #expect(reports.map(\.text) == ["A test needs a database of its own."])
  }

  @Test func aTestValueDoesNotReportWhileItIsReplacedOrChanged() async {
    let reports = await reports {
      withDependencies {
        $0[Database.self].name = "changed"
      } operation: {
        @Dependency(Database.self) var database
        #expect(database.name == "changed")
      }
    }
    #expect(reports.isEmpty)
  }

  @Test func aTestValueReportsAfterAnUpdateHasReadIt() async {
    let reports = await reports {
      withDependencies {
        _ = $0[Database.self].name
      } operation: {
        @Dependency(Database.self) var database
        #expect(database.name == "test")
      }
    }
    #expect(reports.map(\.text) == ["A test needs a database of its own."])
  }

  @Test func thePreferredLocalesAreMissingInATestByName() async {
    let reports = await reports {
      @Dependency(\.preferredLocales) var locales
      _ = locales
    }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } } == [
        "@Dependency(\\.preferredLocales) has no test value, but was read in a test."
      ])
    let locales = [Locale(identifier: "ko_KR"), Locale(identifier: "en_US")]
    withDependencies {
      $0.preferredLocales = locales
    } operation: {
      @Dependency(\.preferredLocales) var preferred
      #expect(preferred == locales)
    }
  }

  @Test func aPreconditionFailsATestThatContinues() async {
    var line = 0
    let reports = await reports {
      @Dependency(\.precondition) var precondition
      precondition(true)
      precondition(false)
      line = #line + 1
      precondition(1 > 2, "One is more than two.")
    }
    #expect(reports.map(\.text) == ["A precondition does not hold.", "One is more than two."])
    #expect(reports.last?.line == line)
  }

  @Test func aValueThatIsNotImplementedIsReportedWhereItIsMade() async {
    let line = #line + 2
    let reports = await reports {
      let title: String? = unimplemented("Title", placeholder: "none")
      #expect(title == "none")
    }
    #expect(reports.map(\.line) == [line])
    #expect(reports.first?.text.hasPrefix("'Title' was called, but has no") == true)
  }

  @Test func resultOfAnOperationMayBeIgnored() async {
    withDependencies { _ in
    } operation: {
      1
    }
    await withDependencies { _ in
    } operation: {
      await Task.yield()
      return 1
    }
  }

  @Test func theErrorOfAnEndpointHasItsOldName() {
    #expect(Unimplemented("QuoteClient.price") == UnimplementedEndpoint("QuoteClient.price"))
  }

  #if Macros
    @Test func anEntryIsADependencyWithAKeyOfItsOwn() {
      @Dependency(\.quotes) var quotes
      @Dependency(\.player) var player
      @Dependency(\.repeat) var count
      @Dependency(\.shelf) var shelf
      @Dependency(\.lamp) var lamp
      func all() -> [String] {
        [quotes.source, player.name, "\(count)", shelf, "\(lamp.isOn)"]
      }
      #expect(all() == ["test", "quiet", "1", "test", "false"])
      #expect(
        withDependencies {
          $0.context = .preview
        } operation: {
          [player.name, "\(count)"]
        }
          == ["quiet", "2"])
      #expect(
        withDependencies {
          $0.context = .live
        } operation: {
          [quotes.source, player.name, shelf]
        }
          == ["live", "loud", "live"])
      withDependencies {
        $0.quotes.source = "given"
        $0.player = Loud()
        $0.lamp.isOn = true
      } operation: {
        #expect(all() == ["given", "loud", "1", "test", "true"])
      }
    }

    @Test func theTestValueOfAnEntryIsMadeForEachTest() {
      let first = DependencyValues.isolatedID()
      let second = DependencyValues.isolatedID()
      #expect(first != second)
    }

    @Test func anEntryWithoutTestValueIsReported() async {
      let reports = await reports {
        @Dependency(\.liveOnlyCount) var count
        #expect(count == 7)
      }
      #expect(
        reports.map { $0.text.prefix { $0 != "\n" } } == [
          "@Dependency(\\.liveOnlyCount) has no test value, but was read in a test."
        ])
    }

    @Test func anEntryWithoutLiveValueIsReportedInAProgram() async {
      let reports = await reports {
        withDependencies {
          $0.context = .live
        } operation: {
          @Dependency(\.testOnlyText) var text
          #expect(text == "test")
        }
      }
      #expect(
        reports.map { $0.text.prefix { $0 != "\n" } } == [
          "@Dependency(\\.testOnlyText) has no live value, but was read in a running program."
        ])
    }
  #endif
}

#if Macros
  extension DependencyValues {
    /// Returns the id of a test value that is made again.
    fileprivate static func isolatedID() -> UUID {
      withDependencies {
        $0 = DependencyValues().pinned()
      } operation: {
        @Dependency(\.quotes) var quotes
        return quotes.id
      }
    }
  }
#endif
