import Foundation

/// The package's manifest, as SwiftPM reads it.
struct Manifest: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    /// The files and folders below the path that are compiled; nil for all of them.
    let sources: [String]?
    let dependencies: [Dependency]
  }

  /// A dependency: `{"byName": ["Headrace", null]}`, `{"target": […]}` or `{"product": […]}`.
  struct Dependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let kinds = try container.decode([String: [Part]].self)
      guard let parts = kinds.values.first, case .name(let name)? = parts.first else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "a dependency without a name")
      }
      self.name = name
    }
  }

  /// A part of a dependency; only the name is used.
  enum Part: Decodable {
    case name(String)
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if !container.decodeNil(), let name = try? container.decode(String.self) {
        self = .name(name)
      } else {
        self = .other
      }
    }
  }

  let targets: [Target]

  /// The manifest of the project, read once: that takes a second.
  static let ofProject = Result { try read() }

  /// Reads the manifest of the project, or of a package in one of its folders.
  static func read(of folder: String = "") throws -> Manifest {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "headrace-manifest-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let output = try Command.run(
      "swift", "package", "--package-path", Project.root.appending(path: folder).path,
      "--scratch-path", scratch.path,
      "--disable-sandbox", "dump-package")
    guard output.status == 0 else { throw CommandFailure(output: output) }
    return try JSONDecoder().decode(Manifest.self, from: Data(output.stdout.utf8))
  }
}

/// A command that did not end with 0.
struct CommandFailure: Error {
  let output: Command.Output
}
