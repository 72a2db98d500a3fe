import Foundation
import Testing

@testable import DurableFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The machine's own file system, in a folder that is removed afterwards.
@Suite final class FileSystemPOSIXTests {
  private let folder = NSTemporaryDirectory() + "headrace-\(UUID().uuidString)"

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private var path: String { folder + "/deep/vault" }

  private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func filesAndFoldersAreForTheirOwnerAlone() throws {
    let file = DurableFile(path: path, files: .posix)
    try file.write([1, 2, 3])
    #expect(try permissions(path) == 0o600)
    #expect(try permissions(folder + "/deep") == 0o700)
    #expect(try permissions(folder) == 0o700)
    #expect(try FileSystem.posix.mode(path) == 0o600)
  }

  /// A key that was read, and then refused, stayed in freed memory.
  @Test(arguments: [EIO, 0, -1])
  func bytesRejectedAfterReadingAreWiped(errorNumber: Int32) {
    var bytes = [UInt8](repeating: 0, count: 9)
    var calls = 0
    // An error after four bytes; or nine bytes instead of the expected eight; or more than are
    // accepted.
    let failure = #expect(throws: FileFailure.self) {
      let byteCountMax = errorNumber < 0 ? 7 : 8
      _ = try POSIXFile.fill(&bytes, path: "/key", byteCountMax: byteCountMax) { buffer in
        calls += 1
        guard calls == 1 || errorNumber <= 0 else {
          errno = errorNumber
          return -1
        }
        guard errorNumber >= 0 || calls == 1 else { return 0 }
        let count = min(errorNumber == 0 ? 9 : errorNumber < 0 ? 8 : 4, buffer.count)
        for index in 0..<count { buffer[index] = 0xAB }
        return count
      }
    }
    #expect(bytes == [UInt8](repeating: 0, count: 9))
    let reason: FileFailure.Reason =
      switch errorNumber {
      case EIO: .system(errorNumber: EIO)
      case 0: .system(errorNumber: EAGAIN)
      default: .tooLarge(byteCountMax: 7)
      }
    #expect(failure?.reason == reason)
  }

  @Test func theOwnerOfAFileIsKnown() throws {
    try DurableFile(path: path, files: .posix).write([1])
    #expect(try FileSystem.posix.owner(path) == .user)
    #expect(try FileSystem.posix.owner(folder + "/none") == nil)
    #expect(try FileSystem.posix.owner("/") == (geteuid() == 0 ? .user : .administrator))
  }

  private static let canGiveAway = geteuid() == 0

  /// A file and a folder of another user, on the disk of the machine.
  @Test(.enabled(if: canGiveAway, "only root gives files away"))
  func filesOfAnotherUserAreRejected() throws {
    try DurableFile(path: path, files: .posix).write([1])
    for place in [path, folder + "/deep"] {
      #expect(chown(place, 65_534, 65_534) == 0)
      #expect(try FileSystem.posix.owner(place) == .other)
      #expect(throws: FileFailure(.foreign, path: place)) {
        try FileSystem.posix.requirePrivate(place)
      }
      #expect(throws: FileFailure(.foreign, path: place)) {
        try FileSystem.posix.requireUnwritableByOthers(place)
      }
      #expect(chown(place, 0, 0) == 0)
      try FileSystem.posix.requirePrivate(place)
    }
    // A link has its own owner, and its target is not checked.
    let link = folder + "/link"
    #expect(symlink(path, link) == 0)
    #expect(lchown(link, 65_534, 65_534) == 0)
    #expect(try FileSystem.posix.owner(link) == .other)
    #expect(try FileSystem.posix.owner(path) == .user)
  }

  @Test func aFileIsReplacedWhole() throws {
    let file = DurableFile(path: path, files: .posix)
    #expect(try file.read() == nil)
    try file.write([1, 2, 3])
    try file.write([])
    #expect(try file.read() == [])
    let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    try file.write(large)
    #expect(try file.read() == large)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/deep") == ["vault"])
    #expect(try file.setAside() == path + ".unreadable-1")
    #expect(try file.read() == nil)
  }

  @Test func aLinkIsNotFollowed() throws {
    let target = folder + "/target"
    let file = DurableFile(path: path, files: .posix)
    try file.write([1])
    try Data([9]).write(to: URL(fileURLWithPath: target))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    #expect(throws: FileFailure.self) { try file.read() }
    #expect(throws: FileFailure.self) { try file.write([2]) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data([9]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/deep") == ["vault"])
  }

  @Test func aLockHasOneHolder() throws {
    var files = FileSystem.posix
    files.pause = {}
    let lock = FolderLock(folder: folder, files: files)
    let other = FolderLock(folder: folder, files: files)
    try lock.withLock(refusal: { $0 }) { () throws(FileFailure) in
      let failure = #expect(throws: FileFailure.self) {
        try other.withLock(refusal: { $0 }) { () throws(FileFailure) in }
      }
      #expect(failure == FileFailure(.busy, path: folder + "/lock"))
    }
    try other.withLock(refusal: { $0 }) { () throws(FileFailure) in }
  }

  @Test func aFolderThatIsAFileIsRefused() throws {
    let file = DurableFile(path: path, files: .posix)
    try file.write([1])
    let below = DurableFile(path: path + "/vault", files: .posix)
    #expect(throws: FileFailure.self) { try below.write([1]) }
    #expect(try file.read() == [1])
  }
}
