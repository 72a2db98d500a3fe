import Testing

/// Each rule finds its violations: a rule that can't fail protects nothing.
@Suite struct RuleTests {
  private static let files = [
    SourceFile(path: "Sources/Framework/Headrace/Store.swift", text: ""),
    SourceFile(path: "Sources/Ethereum/EthereumCrypto/Hash.swift", text: ""),
    SourceFile(path: "Sources/Clients/NodeClient/NodeClient.swift", text: ""),
    SourceFile(path: "Sources/Clients/NodeClientLive/NodeClient+Live.swift", text: ""),
    SourceFile(path: "Sources/Features/HomeFeature/Home.swift", text: ""),
    SourceFile(path: "Sources/Features/SendFeature/SendMoney.swift", text: ""),
  ]

  @Test(arguments: [
    ("Sources/Framework/Headrace/A.swift", "public import EthereumCrypto"),
    ("Sources/Framework/Headrace/A.swift", "import Foundation"),
    ("Sources/Ethereum/EthereumCrypto/A.swift", "import struct FoundationEssentials.Data"),
    ("Sources/Ethereum/EthereumCrypto/A.swift", "import Headrace"),
    ("Sources/Clients/NodeClient/A.swift", "package import NodeClientLive"),
    ("Sources/Clients/NodeClient/A.swift", "@preconcurrency import CSecretCrypto"),
    ("Sources/Clients/NodeClient/A.swift", "import HomeFeature"),
    ("Sources/Features/HomeFeature/A.swift", "import SendFeature"),
    ("Sources/Features/HomeFeature/A.swift", "import NodeClientLive"),
    ("Sources/Features/HomeFeature/A.swift", "import ArgumentParser"),
  ])
  func forbiddenImportsAreFound(path: String, line: String) {
    let file = SourceFile(path: path, text: "// import Nothing\n\(line)\n")
    let violations = ImportRules(files: Self.files).violations(in: file)
    #expect(violations.map(\.line) == [2])
  }

  @Test(arguments: [
    ("Sources/Framework/Headrace/A.swift", "import Synchronization"),
    ("Sources/Ethereum/EthereumCrypto/A.swift", "import CSecretCrypto"),
    ("Sources/Clients/NodeClientLive/A.swift", "import Foundation\nimport NodeClient"),
    ("Sources/Features/WalletApp/A.swift", "import SendFeature\nimport HomeFeature"),
    ("Examples/Wallet/A.swift", "import NodeClientLive\nimport ArgumentParser"),
  ])
  func allowedImportsAreNot(path: String, text: String) {
    let file = SourceFile(path: path, text: text)
    #expect(ImportRules(files: Self.files).violations(in: file) == [])
  }

  @Test(arguments: [
    "let x = try! f()", "let x = y as! Int", "let x = try? f()", "fatalError(\"no\")",
    "do { try f() } catch {}", "do { try f() } catch let error as MyError { }", "print(x)",
    "try await Task.sleep(for: .seconds(1))", "try await Task<Never, Never>.sleep(nanoseconds: 1)",
    "let now = Date()", "let id = UUID( )",
  ])
  func bannedConstructsAreFound(line: String) {
    let file = SourceFile(path: "Sources/Features/HomeFeature/A.swift", text: "\n\(line)\n")
    let violations: [Violation] = ConstructRules.bans.flatMap {
      ConstructRules.violations(of: $0, in: file)
    }
    #expect(violations.map(\.line) == [2])
  }

  @Test(arguments: [
    "// print(x), Date() and try! are banned", "let text = \"fatalError( as! UUID()\"",
    "/* a /* nested */ try? */ let x = 1", "let text = #\"print(\"x\")\"#", "sprint(x)",
    "let text = \"\"\"\n  try! \"quoted\" print(\n  \"\"\"", "Date(timeIntervalSince1970: 0)",
    "console.print(x)", "let text = \"\\(value + \")\" + \"try!\")\"",
  ])
  func commentsAndStringsAreNot(line: String) {
    let file = SourceFile(path: "Sources/Features/HomeFeature/A.swift", text: line)
    let violations: [Violation] = ConstructRules.bans.flatMap {
      ConstructRules.violations(of: $0, in: file)
    }
    #expect(violations == [])
  }

  @Test(arguments: [("print(x)", 0), ("let now = Date()", 0), ("let x = try? f()", 1)])
  func aHostMayPrintAndReadTheClockButNoMore(line: String, count: Int) {
    let file = SourceFile(path: "Examples/Counter/A.swift", text: line)
    let violations = ConstructRules.bans.flatMap { ban in
      ConstructRules.violations(of: ban, in: file)
    }
    #expect(violations.count == count)
  }

  @Test(arguments: [("Tests", 0), ("Examples/Wallet", 0), ("Sources/Framework/Headrace", 1)])
  func longStringsOccurOnlyInTestsAndTexts(folder: String, count: Int) {
    let text = "    let text = \"\(String(repeating: "x", count: 100))\""
    #expect(SizeRules.lineLength(SourceFile(path: "\(folder)/A.swift", text: text)).count == count)
  }

  @Test func anUnprovenPromiseIsFoundAndAProvenOneIsNot() {
    let promise = "final class Box: @unchecked Sendable {}"
    let bare = SourceFile(path: "Sources/A.swift", text: "/// A box.\n\(promise)")
    #expect(ConstructRules.unprovenPromises(bare).map(\.line) == [2])
    let proven = SourceFile(path: "Sources/A.swift", text: "// Unchecked: it is empty.\n\(promise)")
    #expect(ConstructRules.unprovenPromises(proven) == [])
  }

  @Test(arguments: [
    ("let memory: UnsafeMutablePointer<Int>", 1), ("var next: Unmanaged<Link>?", 1),
    ("@exclusivity(unchecked) var count = 0", 1), ("unowned(unsafe) let core: Core", 1),
    ("withUnsafePointer(to: state) { f($0) }", 1), ("unsafeDowncast(node, to: Leaf.self)", 1),
    ("let text = \"Unmanaged\"  // Unmanaged", 0), ("unowned let core: Core", 0),
  ])
  func aDeclarationWithUnsafeConstructsNeedsAProof(code: String, count: Int) {
    let bare = SourceFile(path: "Sources/Framework/Headrace/A.swift", text: "/// A link.\n\(code)")
    #expect(ConstructRules.unprovenConstructs(bare).map(\.line) == (count == 0 ? [] : [2]))
    for proof in ["/// Safe: it stays.", "// Unmanaged: it is retained.", "/// It is safe here."] {
      let proven = SourceFile(path: "Sources/Framework/Headrace/A.swift", text: "\(proof)\n\(code)")
      #expect(ConstructRules.unprovenConstructs(proven) == [])
      // A proof is about its own declaration, not about the next one.
      let next = SourceFile(
        path: "Sources/Framework/Headrace/A.swift", text: "struct A {\n\(proof)\n}\n\(code)")
      #expect(ConstructRules.unprovenConstructs(next).map(\.line) == (count == 0 ? [] : [4]))
    }
  }

  @Test(arguments: [
    "var phrase: Mnemonic", "var key: PrivateKey?", "var bytes: SecretBytes",
    "var passcode = \"\"; var passcodeText: String", "var phraseWords: [String]",
    "case passcodeChanged(String)", "case importButtonTapped(phrase: String)",
    "case passwordEntered(text: String)",
  ])
  func secretsInStateAreFound(member: String) {
    let text = "struct Unlock {\n  struct State: Equatable {\n    \(member)\n  }\n}"
    let file = SourceFile(path: "Sources/Features/AuthFeature/A.swift", text: text)
    #expect(SecrecyRules.violations(in: file).map(\.line) == [3])
  }

  @Test(arguments: ["var phrase: PhraseHandle", "var passcodeLength: Int", "var address: String"])
  func handlesAreNot(member: String) {
    let text = """
      struct Unlock {
        struct State {
          enum Phase { case typing }
          \(member)
        }
        func stretch(passcode: String) {}
      }
      """
    let file = SourceFile(path: "Sources/Features/AuthFeature/A.swift", text: text)
    #expect(SecrecyRules.violations(in: file) == [])
  }

  @Test func lengthsAreCountedOnBothSidesOfTheLimit() {
    func file(lines: Int) -> SourceFile {
      SourceFile(path: "Sources/A.swift", text: String(repeating: "x\n", count: lines))
    }
    #expect(SizeRules.fileLength(file(lines: 400)) == [])
    #expect(SizeRules.fileLength(file(lines: 401)).map(\.line) == [401])
    #expect(SizeRules.fileLength(file(lines: 600)).map(\.line) == [401])
    #expect(SizeRules.fileLength(file(lines: 601)).map(\.line) == [601])
    let wide = String(repeating: "ä", count: 100)
    #expect(SizeRules.lineLength(SourceFile(path: "A.swift", text: wide)) == [])
    #expect(
      SizeRules.lineLength(SourceFile(path: "A.swift", text: "\n\(wide)x")).map(\.line) == [2])
  }

  @Test(arguments: ["Helpers.swift", "Utils.swift", "String+Extensions.swift", "Helper.swift"])
  func namesThatSayNothingAreFound(name: String) {
    let file = SourceFile(path: "Sources/Framework/Headrace/\(name)", text: "")
    #expect(SizeRules.fileName(file).count == 1)
  }
}
