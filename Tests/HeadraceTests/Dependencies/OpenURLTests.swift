import Headrace
import HeadraceCompatibility
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct OpenURLTests {
  private let url = URL(filePath: "/help")

  @Test func theHostDecidesHowAURLIsOpened() async {
    let opened = LockIsolated<[URL]>([])
    let hasOpened = await withDependencies {
      $0.openURL = OpenURLEffect { url in
        opened.withValue { $0.append(url) }
        return true
      }
    } operation: {
      @Dependency(\.openURL) var openURL
      return await openURL(url)
    }
    #expect(hasOpened)
    #expect(opened.value == [url])
  }

  @Test func aProgramWhoseHostHasNotSaidHowReportsIt() async {
    let line = #line + 5
    let reports = await reports {
      await withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.openURL) var openURL
        let hasOpened = await openURL(url)
        #expect(!hasOpened)
      }
    }
    #expect(
      reports.map(\.text) == [
        """
        A URL was not opened, because the host has not set '@Dependency(\\.openURL)'.

        Only the host knows how to open a URL. Set it before any code reads a dependency: \
        'prepareDependencies { $0.openURL = OpenURLEffect { url in … } }' at the start of 'main'.
        """
      ])
    #expect(reports.map(\.line) == [line])
  }

  @Test func aTestThatDoesNotOverrideItFails() async {
    let reports = await reports {
      @Dependency(\.openURL) var openURL
      let hasOpened = await openURL(url)
      #expect(!hasOpened)
    }
    #expect(
      reports.map(\.text) == [
        """
        Unimplemented: @Dependency(\\.openURL)

        A test decides what its dependencies answer. Override it in the 'withDependencies' of the \
        test store or around the code under test: '$0.openURL = OpenURLEffect { _ in true }'.
        """
      ])
  }
}
