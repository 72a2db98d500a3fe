import HeadraceTerminal
import HeadraceTerminalTesting
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The terminal is restored even if the app can't notice the cause: a stop that no process can
/// catch, and the loss of its output alone.
@Suite(.serialized) struct TerminalReturnTests {
  /// SIGSTOP leaves no time to restore the terminal, so a shell does it.
  ///
  /// When the app continues, it takes the terminal again and draws everything again.
  @Test func afterAStopThatNoProcessCatchesEverythingIsDrawnAgain() throws {
    let process = try ScreenProcess()
    process.expect("Create a new wallet")
    process.signal(SIGSTOP)
    #expect(process.change() == .stopped(SIGSTOP))
    // As a shell does it: another text is on the terminal, and keys are read in lines.
    process.takeBack()
    #expect(process.isCooked)
    process.signal(SIGCONT)
    process.expect("Create a new wallet")
    let isRaw = process.waits { !process.isCooked }
    #expect(isRaw)
    #expect(process.screen.modes.contains(1049))
    process.type("\u{1B}[B\u{1B}[B\r")
    process.expect("새 지갑 만들기")
    process.type("q")
    #expect(process.change() == .exited(0))
    #expect(process.isCooked)
    #expect(process.screen.modes == [])
  }

  /// The screens are on one terminal and the keys on another; the first one is closed.
  ///
  /// At the next frame the app ends, and the keyboard is restored.
  @Test func theKeyboardComesBackWhenOnlyTheOutputIsClosed() throws {
    let process = try ScreenProcess(hasOwnOutput: true)
    process.expect("Create a new wallet")
    let isRaw = process.waits { !process.isCooked }
    #expect(isRaw)
    process.closeOutput()
    process.type("\u{1B}[B")
    #expect(process.change() == .exited(0))
    #expect(process.isCooked)
  }
}
