import Foundation
import Testing

@testable import FeatureScaffold

/// A package of one target in its own folder, which is removed with it.
final class Bench {
  let folder: URL
  var context: PackageContext

  var sources: URL { folder.appending(path: "Sources/\(module)") }
  var tests: URL { folder.appending(path: "Tests/\(module)Tests") }
  private let module: String

  init(module: String = "Shop") throws {
    self.module = module
    folder = FileManager.default.temporaryDirectory.appending(path: "scaffold-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let all = ["Headrace", "HeadraceFlow", "HeadraceTesting"]
    context = PackageContext(
      directory: folder.path,
      targets: [
        .init(
          name: module, directory: folder.appending(path: "Sources/\(module)").path, isTest: false,
          dependencies: all),
        .init(
          name: "\(module)Tests", directory: folder.appending(path: "Tests/\(module)Tests").path,
          isTest: true, dependencies: all + [module]),
      ])
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func run(_ arguments: [String]) throws -> String {
    try NewFeatureCommand.run(arguments, in: context)
  }

  /// Returns why arguments are refused; nil if they are accepted.
  func refusal(_ arguments: [String]) -> String? {
    do {
      _ = try run(arguments)
      return nil
    } catch {
      return "\(error)"
    }
  }

  func write(_ path: String, _ text: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  /// The paths of all files.
  var files: [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)
    return (names?.compactMap { $0 as? String } ?? []).filter { name in
      var isFolder: ObjCBool = false
      let path = folder.appending(path: name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }
}
