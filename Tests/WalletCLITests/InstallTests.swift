import Foundation
import Testing

@testable import WalletCLI

/// `make install`, except for the build: the program, its texts and its completions in a folder.
@Suite struct InstallTests {
  @Test func theInstalledProgramHasItsTextsAndCompletions() async throws {
    let home = try TemporaryHome()
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Scripts/install.sh").standardizedFileURL.path
    let installed = try await WalletProcess(
      shell: ["-c", "BIN=\"${WALLET%/*}\" \"$SCRIPT\""],
      [
        "SCRIPT": script, "DESTDIR": home.materialPath, "PREFIX": "/opt/h", "PATH": "/usr/bin:/bin",
      ],
      home: home
    ).outcome()
    #expect(installed.status == 0, "\(installed)")
    let root = home.materialPath + "/opt/h"
    #expect(installed.stdout == "The wallet is in \(root)/bin\n")
    let files = Set(try TemporaryHome.files(below: root).keys)
    for file in [
      "bin/wallet", "bin/devchain", "share/bash-completion/completions/wallet",
      "share/zsh/site-functions/_wallet",
      "share/fish/vendor_completions.d/wallet.fish",
      "share/headrace/headrace_WalletCLI.resources/ko.lproj/Commands.strings",
    ] { #expect(files.contains(file), "\(file)") }
    for (file, text) in [
      ("share/bash-completion/completions/wallet", "complete -o filenames -F _wallet wallet"),
      ("share/zsh/site-functions/_wallet", "#compdef wallet"),
      ("share/fish/vendor_completions.d/wallet.fish", "complete -c 'wallet'"),
    ] {
      #expect(
        try String(contentsOfFile: root + "/" + file, encoding: .utf8).contains(text), "\(file)")
    }
    // Far from its build folder, it speaks Korean.
    let korean = try await WalletProcess(
      shell: ["-c", "\"$INSTALLED\" status"],
      ["INSTALLED": root + "/bin/wallet", "LC_ALL": "ko_KR.UTF-8"], home: home
    ).outcome()
    #expect(
      korean.stdout.hasPrefix(
        """
        폴더:     \(home.path)/.headrace
        금고:     없음. 'wallet init' 또는 'wallet import'를 쓰세요
        """))
  }
}
