import DurableFiles
import Foundation
package import NetworksClient

extension NetworksClient {
  /// Returns a client of a file of networks.
  package static func live(_ file: NetworksFile) -> NetworksClient {
    NetworksClient(
      book: { () throws(NetworkRefusal) in try file.read() },
      add: { network throws(NetworkRefusal) in
        try file.change { book throws(NetworkRefusal) in try book.add(network) }
      },
      use: { name throws(NetworkRefusal) in
        try file.change { book throws(NetworkRefusal) in try book.use(name) }
      },
      remove: { name throws(NetworkRefusal) in
        try file.change { book throws(NetworkRefusal) in try book.remove(name) }
      })
  }
}

extension NetworkRefusal {
  /// Converts an error of the file.
  init(_ failure: RecordFailure) {
    switch failure {
    case .damaged(let path): self = .damaged(path: path)
    case .unsupportedVersion(let path, let found, let supported):
      self = .unsupportedVersion(path: path, found: found, supported: supported)
    case .file(let failure):
      switch failure.reason {
      case .diskFull: self = .diskFull(path: failure.path)
      case .permissionDenied, .exposed, .foreign: self = .permissionDenied(path: failure.path)
      case .tooLarge, .notAFile: self = .damaged(path: failure.path)
      case .notKept: self = .system(path: failure.path, errorNumber: EIO)
      case .busy: self = .busy
      case .system(let number): self = .system(path: failure.path, errorNumber: number)
      }
    }
  }
}
