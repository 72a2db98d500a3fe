import EthereumPrimitives
import Foundation
import HeadraceTerminal
import HomeFeature
import Testing
import VaultClient

@testable import WalletCLI

/// The code for cameras is equal to another program's for the same text.
@Suite struct QRMatrixTests {
  private static let program: String? = {
    let path = TestTools.path(of: "qrencode")
    if path == nil { print("SKIPPED: no qrencode; Scripts/test-tools.sh installs it") }
    return path
  }()

  /// Returns a code's rows as qrencode writes them: two characters for a module, no quiet zone.
  private static func rows(_ text: String) throws -> [String] {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(
      filePath: try #require(
        program, "HEADRACE_TOOLS requires qrencode; Scripts/test-tools.sh installs it"))
    process.arguments = ["-l", "M", "-m", "4", "-t", "ASCII", "-o", "-", text]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map { row in
      // Each module is two characters wide.
      String(row.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
    }
  }

  /// Returns a code's rows as a terminal shows them: half blocks, two modules in a cell.
  private static func rows(_ code: QRCode) -> [String] {
    let columns = code.columns(within: 200)
    let grid = code.grid(Size(columns: columns, rows: code.rows(within: columns)), theme: .dark)
    return grid.text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { row in
      let cells = String(row) + String(repeating: " ", count: max(0, columns - row.count))
      return [
        String(cells.map { $0 == "█" || $0 == "▀" ? "#" : " " }),
        String(cells.map { $0 == "█" || $0 == "▄" ? "#" : " " }),
      ]
    }
  }

  private static func trimmed(_ rows: [String]) -> [String] {
    let left =
      rows.compactMap { row in
        row.firstIndex(of: "#").map { row.distance(from: row.startIndex, to: $0) }
      }
      .min() ?? 0
    return rows.filter { $0.contains("#") }.map { row in
      String(row.dropFirst(left).reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(
    .enabled(if: program != nil || TestTools.areRequired, "SKIPPED without qrencode"),
    arguments: [
      ReceiveDisplay(ScreenSample.first, chainID: 1)!.uri,
      ReceiveDisplay(ScreenSample.second, chainID: 11_155_111)!.uri, "a", "한글",
    ])
  func anotherProgramMakesTheSameCode(text: String) throws {
    let code = try #require(QRMatrix.code(text))
    #expect(Self.trimmed(Self.rows(code)) == Self.trimmed(try Self.rows(text)))
  }
}
