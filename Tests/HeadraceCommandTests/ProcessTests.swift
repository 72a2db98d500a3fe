import Foundation
import Testing

@testable import HeadraceCommand

/// Behaviour that only a separate process shows: pipes, signals and the page.
@Suite struct ProcessTests {
  private let journal: BankJournal

  init() async throws { journal = try await BankJournal() }

  /// The program, next to the tests.
  private static func program() throws -> URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let program = folder.appending(path: "headrace")
    try #require(FileManager.default.isExecutableFile(atPath: program.path))
    return program
  }

  /// Runs a shell script, in which `$1` is the program and `$2` the journal.
  private func shell(_ script: String) throws -> (output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script, "bash", try Self.program().path, journal.path]
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: written, as: UTF8.self), String(decoding: complaints, as: UTF8.self))
  }

  @Test func aClosedPipeEndsTheCommandQuietly() throws {
    // The events exceed the capacity of a pipe many times.
    try journal.change { line in
      line.contains("\"rename\"")
        ? Array(repeating: line, count: 20_000).joined(separator: "\n") : line
    }
    let result = try shell("\"$1\" inspect \"$2\" --list | head -1; echo ${PIPESTATUS[0]}")
    #expect(result.output == "{\"n\":0,\"kind\":\"checkpoint\",\"t\":1}\n141\n")
    #expect(result.errors == "")
  }

  @Test func exitCodesAreThoseOfTheProcess() throws {
    let result = try shell(
      """
      "$1" inspect "$2" --state 1 --at balance; echo $?
      "$1" inspect "$2" --state 99; echo $?
      "$1" inspect "$2" --stat; echo $?
      "$1" inspect /dev/null --list; echo $?
      "$1" inspect "$2.x" --list; echo $?
      "$1" inspect "$2" --list > /dev/full; echo $?
      """)
    let first = #"{"action":1,"place":"/balance","value":100}"#
    #expect(result.output == first + "\n0\n1\n64\n65\n66\n74\n")
    #expect(result.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("headrace: ") })
    #expect(result.errors.split(separator: "\n").count == 5)
  }

  @Test func aJournalIsReadFromAPipe() throws {
    let result = try shell("\"$1\" inspect <(cat \"$2\") --state 1 --at balance")
    #expect(result.output == #"{"action":1,"place":"/balance","value":100}"# + "\n")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func thePageIsServedUntilASignal(signal: Int32) async throws {
    let process = Process()
    process.executableURL = try Self.program()
    process.arguments = ["inspect", journal.path, journal.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let address = try #require(
      line.firstMatch(of: /^(http:\/\/127\.0\.0\.1:\d+\/)#[0-9a-f]{32}\n$/))
    let url = try #require(URL(string: String(address.1)))
    let page = try Data(contentsOf: url)
    #expect(
      String(decoding: page.prefix(200), as: UTF8.self).lowercased().contains("<!doctype html"))
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }
}
