import Headrace
import Testing

/// Law 15: misuse is reported with the remedy, at the author's line.
@Suite struct DependencyReportTests {
  @Test func readingALiveValueInATestIsReportedAtThePropertyThatReads() async {
    let line = #line + 2
    let reports = await reports {
      @Dependency(\.liveOnly) var liveOnly
      #expect(liveOnly.text == "live")
      #expect(liveOnly.text == "live")
    }
    #expect(
      reports == [
        Report(
          text: """
            @Dependency(\\.liveOnly) has no test value, but was read in a test.

              Key: LiveOnly
              Value: LiveOnly

            A test must not use a live dependency by accident. Override it for this test, in the \
            'withDependencies' of the test store or around the code under test, or give \
            'LiveOnly' a 'testValue'.
            """, fileID: "HeadraceTests/DependencyReportTests.swift", line: line)
      ])
  }

  @Test func overridingPartOfALiveValueIsNotReported() async {
    let reports = await reports {
      withDependencies {
        $0.liveOnly.text = "given"
      } operation: {
        @Dependency(\.liveOnly) var liveOnly
        #expect(liveOnly.text == "given")
      }
    }
    #expect(reports == [])
  }

  @Test func aReadAfterAnOverrideElsewhereIsStillReported() async {
    let reports = await reports {
      withDependencies {
        $0.liveOnly.text = "given"
      } operation: {
      }
      @Dependency(LiveOnly.self) var liveOnly
      #expect(liveOnly.text == "live")
    }
    #expect(
      reports.map { $0.text.prefix { $0 != "\n" } } == [
        "@Dependency(LiveOnly.self) has no test value, but was read in a test."
      ])
  }

  @Test func readingATestValueLiveIsReported() async {
    let line = #line + 5
    let reports = await reports {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(\.testOnly) var testOnly
        #expect(testOnly.text == "test")
      }
    }
    #expect(
      reports == [
        Report(
          text: """
            @Dependency(\\.testOnly) has no live value, but was read in a running program.

              Key: TestOnly
              Value: TestOnly

            The test value is used instead. Import the target that makes 'TestOnly' a \
            'DependencyKey' into the host, or set the value by 'prepareDependencies' before \
            anything reads it.
            """, fileID: "HeadraceTests/DependencyReportTests.swift", line: line)
      ])
  }

  @Test func preparedValuesAreFoundByAllCode() async {
    let reports = await reports {
      prepareDependencies { $0.greeting.text = "prepared" }
      #expect(currentGreeting() == "prepared")
      let task = Task { currentGreeting() }
      #expect(await task.value == "prepared")
      withDependencies {
        $0.testOnly.text = "given"
      } operation: {
        #expect(currentGreeting() == "prepared")
      }
    }
    #expect(reports == [])
  }

  @Test func preparingWhatWasReadIsReported() async {
    let reports = await reports {
      _ = currentGreeting()
      prepareDependencies { $0.greeting = Greeting(text: "late") }
    }
    #expect(
      reports.map(\.text) == [
        """
        1 of the prepared dependencies had already been read. Code that read them keeps the value \
        that was current then, so parts of the program now use different values.

        Call 'prepareDependencies' before any code reads a dependency: at the start of 'main'.
        """
      ])
  }

  @Test func preparingTwiceIsReported() async {
    let line = #line + 4
    let reports = await reports {
      prepareDependencies { $0.greeting = Greeting(text: "first") }
      #expect(currentGreeting() == "first")
      prepareDependencies { $0.greeting = Greeting(text: "second") }
      prepareDependencies { $0.testOnly.text = "given" }
    }
    #expect(reports.map(\.line) == [line])
    #expect(
      reports.map(\.text) == [
        """
        1 of the dependencies had been prepared before. Code that read them in the meantime keeps \
        the first values, so parts of the program may now use different ones.

        Prepare each dependency once, in one call of 'prepareDependencies' at the start of 'main'.
        """
      ])
  }

  @Test func emptyValuesAreThoseOfTheTest() {
    withDependencies {
      $0.greeting.text = "given"
    } operation: {
      withDependencies {
        $0 = DependencyValues()
      } operation: {
        #expect(currentGreeting() == "test")
      }
    }
  }

  @Test func preparingWhereOtherValuesAreCurrentIsReported() async {
    let reports = await reports {
      withDependencies {
        $0.testOnly.text = "given"
      } operation: {
        prepareDependencies { $0.greeting = Greeting(text: "lost") }
      }
    }
    #expect(
      reports.map(\.text) == [
        """
        'prepareDependencies' was called where other dependency values are current: in a reducer, \
        in an effect, or inside 'withDependencies'. Those values stay current, so the prepared \
        ones have no effect on this code.

        Call 'prepareDependencies' before all of these: at the start of 'main', or in a test. To \
        override values here, use 'withDependencies'.
        """
      ])
  }
}
