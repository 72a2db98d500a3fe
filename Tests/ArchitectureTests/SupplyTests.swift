import Foundation
import Testing

/// The components of a build: minimum versions, bounds, and the list of them.
struct SupplyTests {
  /// Puts a folder with a 'pkg-config' that knows only old libraries before the others in the path.
  private static func withPkgConfig(
    version: String, libcrypto: String = "3.0.2", _ body: (_ path: String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-supply-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appending(path: "pkg-config")
    let script = """
      #!/bin/sh
      case "$1" in
      --exists) exit 0 ;;
      --modversion) case "$2" in libcrypto) echo \(libcrypto) ;; *) echo \(version) ;; esac ;;
      --atleast-version=*)
        [ "$2" = libsecp256k1 ] || exit 0
        least=${1#*=}
        [ "$(printf '%s\\n' "$least" \(version) | sort -V | head -1)" = "$least" ] ;;
      esac
      """
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    try body(folder.path)
  }

  @Test(arguments: [("0.1.9", false), ("0.2.0", true), ("0.6.0", true), ("1.0.0", true)])
  func anOldLibraryOfSignaturesEndsTheBuild(version: String, isTaken: Bool) throws {
    let script = Project.root.appending(path: "Scripts/prepare.sh").path
    try Self.withPkgConfig(version: version) { folder in
      let output = try Command.run(
        "sh", "-c", "PATH=\"\(folder):$PATH\" exec \"\(script)\"")
      #expect((output.status == 0) == isTaken)
      guard !isTaken else { return }
      #expect(
        output.stderr == """
          headrace: libsecp256k1 0.2.0 or later is needed, found \(version): it makes the
          headrace: signatures. Install a newer one, such as that of Debian 12 (libsecp256k1-dev).

          """)
    }
  }

  @Test(arguments: [
    ("1.1.1w", false), ("2.9.0", false), ("3.0.0", true), ("3.5.4", true), ("4.0.0", false),
    ("30.0.0", false),
  ])
  func anotherLibraryOfCiphersEndsTheBuild(version: String, isTaken: Bool) throws {
    let script = Project.root.appending(path: "Scripts/prepare.sh").path
    try Self.withPkgConfig(version: "0.6.0", libcrypto: version) { folder in
      let output = try Command.run(
        "sh", "-c", "PATH=\"\(folder):$PATH\" exec \"\(script)\"")
      #expect((output.status == 0) == isTaken)
      guard !isTaken else { return }
      #expect(
        output.stderr == """
          headrace: libcrypto 3 (OpenSSL) is needed, found \(version): it encrypts the wallet. Install \
          it, such as Debian's
          headrace: libssl-dev.

          """)
    }
  }

  /// The versions were checked only if nothing was missing: the first build on a new machine
  /// accepted any.
  ///
  /// Here the first run lacks sqlite, and installs it with a program of the test.
  @Test(arguments: [("0.1.9", false), ("0.6.0", true)])
  func versionsAreCheckedAfterAnInstallToo(version: String, isTaken: Bool) throws {
    let script = Project.root.appending(path: "Scripts/prepare.sh").path
    try Self.withPkgConfig(version: version) { folder in
      let programs = [
        "uname": "#!/bin/sh\necho Linux\n", "id": "#!/bin/sh\necho 0\n",
        "apt-get": "#!/bin/sh\n[ \"$1\" != install ] || : > \"\(folder)/installed\"\n",
      ]
      for (name, text) in programs {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      let pkgConfig = URL(filePath: "\(folder)/pkg-config")
      let ordinary = try String(contentsOf: pkgConfig, encoding: .utf8)
      let missing = ordinary.replacing(
        "--exists) exit 0 ;;",
        with: "--exists) [ \"$2\" != sqlite3 ] || [ -e \"\(folder)/installed\" ] ;;")
      try Data(missing.utf8).write(to: pkgConfig)
      for name in programs.keys.sorted() + ["pkg-config"] {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(name)")
      }
      let output = try Command.run(
        "sh", "-c", "PATH=\"\(folder):$PATH\" exec \"\(script)\"")
      #expect((output.status == 0) == isTaken, "\(output)")
      #expect(output.stdout.contains("Installing libsqlite3-dev"))
      #expect(output.stderr.contains("libsecp256k1 0.2.0 or later is needed") == !isTaken)
    }
  }

  /// A machine without the programs that tests compare the wallet with skips these tests.
  ///
  /// It reports which are missing and how to get them; CI, which requires them, fails.
  @Test(arguments: [false, true])
  func aMissingProgramOfTheTestsIsReported(isRequired: Bool) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-tools-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = Project.root.appending(path: "Scripts/test-tools.sh").path
    let output = try Command.run(
      "sh", "-c",
      "PATH=\"\(folder.path)\" PYTHON=none HEADRACE_TOOLS=\(isRequired ? "required" : "")"
        + " exec /bin/sh \"\(script)\"")
    #expect(output.status == (isRequired ? 1 : 0))
    let remedy =
      "install them, such as with: sudo apt-get update && sudo apt-get install tmux qrencode chromium"
      + " fonts-dejavu-core chromium-driver postgresql python3-venv"
    #expect(
      output.stderr
        == (isRequired
          ? "test-tools: these are missing, and HEADRACE_TOOLS says that they are required:"
            + " tmux qrencode chromium fonts-dejavu-core chromium-driver postgresql python3-venv; \(remedy)\n"
          : "SKIPPED: the tests that need tmux qrencode chromium fonts-dejavu-core chromium-driver postgresql python3-venv;"
            + " \(remedy)\n"))
  }

  /// Keys, hashes and curves come from the system's libraries, whose versions Debian keeps.
  @Test(arguments: ["attaswift/BigInt"])
  func signingDependenciesAreBoundedToPatchReleases(package: String) throws {
    let manifest = try Project.text(of: "Package.swift")
    let lines = manifest.split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.contains("github.com/\(package)\"") })
    #expect(lines[place].contains(".upToNextMinor(from: "))
    // With the reason above it.
    let reason = lines[..<place].reversed().prefix { $0.contains("    // ") }
    #expect(reason.contains { $0.contains("because it decides what is signed") })
  }

  // MARK: - The list

  private struct Document: Decodable {
    struct Component: Decodable {
      enum CodingKeys: String, CodingKey {
        case type, name, version, purl
        case reference = "bom-ref"
      }
      let type: String
      let reference: String
      let name: String
      let version: String?
      let purl: String?
    }
    struct Metadata: Decodable { let component: Component }
    struct Dependency: Decodable {
      let ref: String
      let dependsOn: [String]
    }
    let bomFormat: String
    let specVersion: String
    let serialNumber: String
    let version: Int
    let metadata: Metadata
    let components: [Component]
    let dependencies: [Dependency]
  }

  private static let packages = """
    {"name":"main","url":"/","version":"unspecified","dependencies":[
      {"name":"swift-crypto","url":"https://github.com/apple/swift-crypto","version":"4.5.2",
       "dependencies":[
         {"name":"swift-asn1","url":"https://github.com/apple/swift-asn1","version":"1.7.1",
          "dependencies":[]}]},
      {"name":"BigInt","url":"https://github.com/attaswift/BigInt.git","version":"6.0.1",
       "dependencies":[]}]}
    """

  private static func list() throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "headrace-packages-\(UUID().uuidString).json")
    try Data(packages.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let script = Project.root.appending(path: "Scripts/sbom.py").path
    let output = try Command.run("sh", "-c", "exec python3 \"\(script)\" < \"\(file.path)\"")
    #expect(output.status == 0, "\(output.stderr)")
    return output.stdout
  }

  /// The required members of CycloneDX 1.5, its patterns, and valid references.
  @Test func theListIsCycloneDX() throws {
    let text = try Self.list()
    let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    #expect(document.bomFormat == "CycloneDX")
    #expect(document.specVersion == "1.5")
    #expect(document.version == 1)
    let uuid =
      /urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/
    #expect(document.serialNumber.wholeMatch(of: uuid) != nil)
    let all = [document.metadata.component] + document.components
    let references = all.map(\.reference)
    #expect(Set(references).count == references.count)
    #expect(all.allSatisfy { !$0.name.isEmpty })
    #expect(document.components.allSatisfy { $0.type == "library" && $0.purl == $0.reference })
    #expect(Set(document.dependencies.map(\.ref)) == Set(references))
    for dependency in document.dependencies {
      #expect(Set(dependency.dependsOn).isSubset(of: references))
    }
  }

  @Test func theListNamesPackagesOfPackagesAndTheSystemsLibraries() throws {
    let text = try Self.list()
    let document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    let references = document.components.map(\.reference)
    for expected in [
      "pkg:swift/github.com/apple/swift-crypto@4.5.2",
      "pkg:swift/github.com/apple/swift-asn1@1.7.1",
      "pkg:swift/github.com/attaswift/BigInt@6.0.1",
    ] {
      #expect(references.contains(expected))
    }
    let manifest = try Project.text(of: "Package.swift")
    let libraries = manifest.matches(
      of: /"C\w+": \("([^"]*)", apt: "([^"]*)"/)
    #expect(libraries.count == 5)
    for library in libraries {
      #expect(
        references.contains { $0.contains("/\(library.1)@") || $0.contains("/\(library.2)@") },
        "\(library.2) is not on the list of Scripts/sbom.py")
    }
    #expect(try Self.list() == text, "the same input gives the same bytes")
  }
}
