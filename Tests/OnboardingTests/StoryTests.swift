import Foundation
import HeadraceTesting
import Synchronization
import Testing

@testable import Onboarding

/// The story of the example, word for word.
@Suite struct StoryTests {
  @Test func theStoryIsThis() async throws {
    let lines = Mutex<[String]>([])
    let host = Host(write: { line in lines.withLock { $0.append(line) } })
    try await Story(host: host, clock: ImmediateClock()).tell()
    #expect(lines.withLock { $0.joined(separator: "\n") } == Self.transcript)
  }

  /// The program tells it at the pace of a clock; toasts last half a second there.
  @Test func theProgramTellsIt() async throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = Self.folder.appending(path: "Onboarding")
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: data, as: UTF8.self) == Self.transcript + "\n")
  }

  /// The folder of the package's programs: next to the tests.
  private static var folder: URL {
    Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      .deletingLastPathComponent()
      ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  private static let transcript = """
      Log in: ''
    A link arrives: trails://trails/7
      Log in: '' (a link waits)
    Bob types his name.
      Log in: 'Bob' (a link waits)
    Bob taps 'Log in'.
      Log in: 'Bob' … (a link waits)
      Log in: 'Bob' (unknown) (a link waits)
    Ada types her name.
      Log in: 'Ada' (a link waits)
    Ada taps 'Log in'.
      Log in: 'Ada' … (a link waits)
      Welcome, Ada (a link waits)
    Ada taps 'Next'.
      Welcome, Ada › Region (a link waits)
    Ada taps 'Forest'.
      [Trails] Profile | All trails
      [Trails] Profile | All trails › Trail 7
    Ada taps 'Back'.
      [Trails] Profile | All trails
    A link arrives: trails://trials/7
      [Trails] Profile | All trails (warning: This link leads nowhere.)
      [Trails] Profile | All trails
    Ada taps the tab 'Profile'.
      Trails [Profile] | Ada, forest
    Ada taps 'Name'.
      Trails [Profile] | Ada, forest › Name: 'Ada'
    Ada types a name.
      Trails [Profile] | Ada, forest › Name: 'Ada L.'
    Ada taps 'Back'.
      Trails [Profile] | Ada, forest › Name: 'Ada L.' ? Discard the new name?
    Ada taps 'Keep editing'.
      Trails [Profile] | Ada, forest › Name: 'Ada L.'
    Ada taps 'Save'.
      Trails [Profile] | Ada, forest › Name: 'Ada L.' …
      Trails [Profile] | Ada, forest › Name: 'Ada L.'
      Trails [Profile] | Ada L., forest
      Trails [Profile] | Ada L., forest (success: Saved)
      Trails [Profile] | Ada L., forest
    Ada taps 'Name'.
      Trails [Profile] | Ada L., forest › Name: 'Ada L.'
    Ada types a name.
      Trails [Profile] | Ada L., forest › Name: 'Oops'
    Ada swipes back.
      Trails [Profile] | Ada L., forest › Name: 'Oops' ? Discard the new name?
    Ada taps 'Discard'.
      Trails [Profile] | Ada L., forest › Name: 'Ada L.'
      Trails [Profile] | Ada L., forest
    Ada taps 'Region'.
      Trails [Profile] | Ada L., forest ^ Region
    The process ends, and another one begins.
      [Trails] Profile | All trails
    The host restores the screens.
      Trails [Profile] | Ada L., forest ^ Region
    Ada taps 'Mountains'.
      Trails [Profile] | Ada L., forest
      Trails [Profile] | Ada L., mountains
      Trails [Profile] | Ada L., mountains (success: Saved)
      Trails [Profile] | Ada L., mountains
    A link arrives: trails://rules
      Trails [Profile] | Ada L., mountains › Rules, page 1
    Ada taps the tab 'Profile' again.
      Trails [Profile] | Ada L., mountains
    Ada taps 'Log out'.
      Trails [Profile] | Ada L., mountains ? Log out?
    Ada taps 'Log out'.
      Trails [Profile] | Ada L., mountains
      Log in: ''
    """
}
