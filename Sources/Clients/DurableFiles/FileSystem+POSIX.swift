#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileSystem {
  /// The file system of the machine.
  package static let posix = FileSystem(
    read: { path, byteCountMax throws(FileFailure) in
      try POSIXFile.read(path, byteCountMax: byteCountMax)
    },
    create: { path, mode throws(FileFailure) in
      // O_NOFOLLOW and O_EXCL: a planted link must not decide where secrets are written.
      try POSIXFile.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    },
    write: { descriptor, bytes throws(FileFailure) in
      try POSIXFile.write(descriptor, bytes)
    },
    synchronize: { descriptor throws(FileFailure) in
      try POSIXFile.repeating(descriptor) { POSIXFile.flush(descriptor) }
    },
    close: { descriptor in
      // Data was synced before, so an error here loses nothing; and on Linux the descriptor is
      // closed whatever 'close' returns.
      _ = POSIXFile.closeDescriptor(descriptor)
    },
    rename: { from, to throws(FileFailure) in
      guard POSIXFile.renameFile(from, to) == 0 else { throw POSIXFile.failure(path: to) }
    },
    renameNew: { from, to throws(FileFailure) in
      if link(from, to) == 0 {
        guard unlink(from) == 0 else { throw POSIXFile.failure(path: from) }
        return
      }
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else {
        throw POSIXFile.failure(path: to)
      }
      // A file system without links, such as on a USB stick: check first, then rename.
      guard access(to, F_OK) != 0 else { throw POSIXFile.failure(EEXIST, path: to) }
      guard POSIXFile.renameFile(from, to) == 0 else { throw POSIXFile.failure(path: to) }
    },
    remove: { path throws(FileFailure) in
      if unlink(path) == 0 { return true }
      if errno == ENOENT { return false }
      throw POSIXFile.failure(path: path)
    },
    synchronizeFolder: { path throws(FileFailure) in
      let descriptor = try POSIXFile.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
      defer { _ = POSIXFile.closeDescriptor(descriptor) }
      guard fsync(descriptor) == 0 else { throw POSIXFile.failure(path: path) }
    },
    makeFolder: { path throws(FileFailure) in
      try POSIXFile.createFolder(path)
    },
    names: { path throws(FileFailure) in try POSIXFile.names(path) },
    removeFolder: { path throws(FileFailure) in
      guard rmdir(path) == 0 || errno == ENOENT else { throw POSIXFile.failure(path: path) }
    },
    mode: { path throws(FileFailure) in
      var information = stat()
      if lstat(path, &information) == 0 {
        switch information.st_mode & S_IFMT {
        case S_IFREG, S_IFDIR: return UInt16(information.st_mode & 0o7777)
        // The mode of a link says nothing about its target.
        case S_IFLNK: throw POSIXFile.failure(ELOOP, path: path)
        case _: throw FileFailure(.notAFile, path: path)
        }
      }
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw POSIXFile.failure(path: path)
    },
    owner: { path throws(FileFailure) in
      var information = stat()
      if lstat(path, &information) == 0 {
        if information.st_uid == geteuid() { return .user }
        return information.st_uid == 0 ? .administrator : .other
      }
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw POSIXFile.failure(path: path)
    },
    tryLock: { path throws(FileFailure) in
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
      let descriptor = try POSIXFile.open(path, flags, 0o600)
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      let number = errno
      _ = POSIXFile.closeDescriptor(descriptor)
      if number == EWOULDBLOCK || number == EINTR { return nil }
      throw POSIXFile.failure(number, path: path)
    },
    pause: { usleep(10_000) }
  )
}

/// System calls whose error numbers are converted into failures.
enum POSIXFile {
  static func open(_ path: String, _ flags: Int32, _ mode: UInt16) throws(FileFailure) -> Int32 {
    while true {
      let descriptor = openDescriptor(path, flags, mode)
      if descriptor >= 0 { return descriptor }
      if errno != EINTR { throw failure(path: path) }
    }
  }

  static func read(_ path: String, byteCountMax: Int) throws(FileFailure) -> [UInt8]? {
    let descriptor: Int32
    do {
      descriptor = try open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0)
    } catch {
      if error.reason == .system(errorNumber: ENOENT) { return nil }
      throw error
    }
    defer { _ = closeDescriptor(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw failure(path: path) }
    // Someone may have planted a pipe, socket or device: reading it could block for ever.
    guard information.st_mode & S_IFMT == S_IFREG else {
      throw FileFailure(.notAFile, path: path)
    }
    guard information.st_size <= byteCountMax else {
      throw FileFailure(.tooLarge(byteCountMax: byteCountMax), path: path)
    }
    // One buffer, filled in place: growing one would leave copies of a key in freed memory. Files
    // such as those in '/proc' have a size of 0, whatever they contain.
    let count = max(Int(information.st_size), min(byteCountMax, 4_096))
    var bytes = [UInt8](repeating: 0, count: count + 1)
    let end = try fill(&bytes, path: path, byteCountMax: byteCountMax) {
      readDescriptor(descriptor, $0)
    }
    bytes.removeLast(bytes.count - end)
    return bytes
  }

  /// Reads a whole file into a buffer that is one byte longer; after an error the buffer is zeroed,
  /// because the bytes read so far may be a secret.
  ///
  /// - Returns: The number of bytes in the file.
  static func fill(
    _ bytes: inout [UInt8], path: String, byteCountMax: Int,
    reading: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(FileFailure) -> Int {
    do throws(FileFailure) {
      return try filled(&bytes, path: path, byteCountMax: byteCountMax, reading: reading)
    } catch {
      bytes.wipe()
      throw error
    }
  }

  private static func filled(
    _ bytes: inout [UInt8], path: String, byteCountMax: Int,
    reading: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(FileFailure) -> Int {
    var end = 0
    while end < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        reading(UnsafeMutableRawBufferPointer(rebasing: $0[end...]))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path: path)
      }
      if count == 0 { break }
      end += count
    }
    // Files are replaced, not written to: one that has grown in the meantime is not the wallet's.
    guard end < bytes.count else { throw failure(EAGAIN, path: path) }
    guard end <= byteCountMax else {
      throw FileFailure(.tooLarge(byteCountMax: byteCountMax), path: path)
    }
    return end
  }

  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(FileFailure) -> Int {
    while true {
      let count = bytes.withUnsafeBytes { writeDescriptor(descriptor, $0) }
      if count >= 0 { return count }
      if errno != EINTR { throw failure(path: "") }
    }
  }

  static func names(_ path: String) throws(FileFailure) -> [String]? {
    let descriptor: Int32
    do throws(FileFailure) {
      // If the folder was replaced by a link, the link leads to someone else's files.
      descriptor = try open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0)
    } catch {
      guard case .system(let number) = error.reason, [ENOENT, ENOTDIR, ELOOP].contains(number)
      else { throw error }
      return nil
    }
    guard let stream = fdopendir(descriptor) else {
      let number = errno
      _ = closeDescriptor(descriptor)
      throw failure(number, path: path)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The system ends the name with a zero within its 256 bytes, and keeps the entry until the
      // next call of 'readdir', so the name is copied here.
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func createFolder(_ path: String) throws(FileFailure) -> [String] {
    var missing: [String] = []
    var folder = path
    while folder.count > 1, access(folder, F_OK) != 0 {
      missing.append(folder)
      guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { break }
      folder = String(folder[..<slash])
    }
    for folder in missing.reversed() where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw failure(path: folder)
    }
    return missing.reversed()
  }

  static func repeating(
    _ descriptor: Int32,
    _ operation: () -> Int32
  ) throws(FileFailure) {
    while operation() != 0 {
      if errno != EINTR { throw failure(path: "") }
    }
  }

  static func failure(_ number: Int32 = errno, path: String) -> FileFailure {
    switch number {
    case ENOSPC, EDQUOT: FileFailure(.diskFull, path: path)
    case EACCES, EPERM, EROFS: FileFailure(.permissionDenied, path: path)
    default: FileFailure(.system(errorNumber: number), path: path)
    }
  }

  // MARK: - The system's own names

  static func openDescriptor(_ path: String, _ flags: Int32, _ mode: UInt16) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags, mode_t(mode))
    #elseif canImport(Glibc)
      Glibc.open(path, flags, mode_t(mode))
    #else
      Musl.open(path, flags, mode_t(mode))
    #endif
  }

  static func readDescriptor(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  static func writeDescriptor(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  static func closeDescriptor(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #elseif canImport(Glibc)
      Glibc.close(descriptor)
    #else
      Musl.close(descriptor)
    #endif
  }

  static func renameFile(_ from: String, _ to: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.rename(from, to)
    #elseif canImport(Glibc)
      Glibc.rename(from, to)
    #else
      Musl.rename(from, to)
    #endif
  }

  static func flush(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      // fsync on Darwin stops at the drive's own cache.
      fcntl(descriptor, F_FULLFSYNC)
    #else
      fsync(descriptor)
    #endif
  }
}
