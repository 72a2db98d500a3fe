import Foundation
import Testing

@Suite struct ImportTests {
  @Test func importsPointDownTheLayersAndNeverToASibling() throws {
    let files = try Project.swiftFiles(below: "Sources", "Examples")
    let rules = ImportRules(files: files)
    #expect(rules.modules.count > 10)
    expectNone(files.flatMap(rules.violations))
  }

  @Test func foundationExceptionsAreAllNeeded() throws {
    let file = "Sources/Framework/Headrace/Dependencies/Values/FoundationValues.swift"
    let source = SourceFile(path: file, text: try Project.text(of: file))
    #expect(
      source.imports.contains { $0.module.hasPrefix("Foundation") },
      "\(file) needs no exception any more: remove it from ImportRules.foundation.")
  }

  @Test func theManifestAgreesWithTheLayers() throws {
    let rules = ImportRules(files: try Project.swiftFiles(below: "Sources", "Examples"))
    let targets = try Manifest.ofProject.get().targets
    var modules: [(Module, Manifest.Target)] = []
    // Plugins have their own folder, and import nothing of ours.
    for target in targets where target.type != "test" && target.type != "plugin" {
      let path = target.path ?? ""
      // Targets there are for tests, and belong to no layer.
      guard !path.hasPrefix("Tests/") else { continue }
      guard let module = Module(path: "\(path)/File.swift") else {
        Issue.record("Package.swift: '\(target.name)' stands in '\(path)', outside every layer.")
        continue
      }
      #expect(
        module.name == target.name,
        "Package.swift: '\(target.name)' stands in '\(path)'. Call the folder like the target.")
      modules.append((module, target))
    }
    for (module, target) in modules {
      for dependency in target.dependencies {
        guard let other = modules.first(where: { $0.0.name == dependency.name })?.0 else {
          continue
        }
        let message = rules.message(module, other)
        #expect(message == nil, "Package.swift: \(message ?? "")")
      }
    }
    let order = modules.map { Layer.allCases.firstIndex(of: $0.0.layer) ?? 0 }
    #expect(order == order.sorted(), "Package.swift: put the targets in layer order.")
  }

  @Test func everyFolderOfSourcesIsATargetOfTheManifest() throws {
    let files = try Project.swiftFiles(below: "Sources", "Examples")
    let modules = Set(files.compactMap { Module(path: $0.path)?.name })
    let targets = Set(try Manifest.ofProject.get().targets.map(\.name))
    #expect(modules.subtracting(targets).sorted() == [], "Add the targets to Package.swift.")
  }

  /// The package of the fuzz targets names files of ours, and CI does not build it.
  @Test func sourcesOfTheFuzzTargetsExist() throws {
    let sources = try Manifest.read(of: "Fuzz").targets.flatMap { target in
      (target.sources ?? []).map { "Fuzz/\(target.path ?? "")/\($0)" }
    }
    #expect(sources.contains("Fuzz/Sources/Clients/VaultClientLive/Crypto"))
    let missing = sources.filter { source in
      !FileManager.default.fileExists(atPath: Project.root.appending(path: source).path)
    }
    #expect(missing == [], "Fuzz/Package.swift names what is not there.")
  }

  @Test func everyTestFolderIsATargetOfTheManifestOrAPackageThatIsRun() throws {
    let paths = try Project.paths(below: "Tests").filter { $0.hasSuffix("Tests.swift") }
    let folders = Set(
      paths.compactMap { $0.split(separator: "/").dropFirst().first.map(String.init) })
    let targets = Set(try Manifest.ofProject.get().targets.filter { $0.type == "test" }.map(\.name))
    let others = folders.subtracting(targets)
    let commands = try ["Makefile", "Scripts/macros-off.sh", "Scripts/modern-swift.sh"]
      .map(Project.text).joined()
    let isPackage = { (folder: String) in
      FileManager.default.fileExists(
        atPath: Project.root.appending(path: "Tests/\(folder)/Package.swift").path)
    }
    let unknown = others.filter { !isPackage($0) }
    #expect(unknown.sorted() == [], "These tests never run: add the targets.")
    let idle = others.filter { isPackage($0) && !commands.contains("Tests/\($0)") }
    #expect(idle.sorted() == [], "These packages are never run: add them to the Makefile.")
  }
}

/// Fails with each violation on its own line.
func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
  let list = violations.map(\.description).joined(separator: "\n")
  #expect(violations.isEmpty, "\n\(list)", sourceLocation: sourceLocation)
}
