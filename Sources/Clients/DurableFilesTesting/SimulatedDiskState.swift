import DurableFiles

/// The files of a simulated disk: as the running machine sees them, and as they would survive.
struct SimulatedDiskState {
  private struct File {
    var bytes: [UInt8]
    var durableBytes: [UInt8]
    var mode: UInt16
  }

  private struct OpenFile {
    var number: Int
    var lockedPath: String?
  }

  var faults: [Int: SimulatedDisk.Fault] = [:]
  var capacity: Int
  private(set) var stepCount = 0
  private(set) var isStopped = false
  private(set) var names: [String: Int] = [:]

  private let writeByteCountMax: Int
  private var stop = SimulatedDisk.Stop.processKilled
  private var durableNames: [String: Int] = [:]
  private var contents: [Int: File] = [:]
  private var folders: Set<String> = ["/"]
  private var durableFolders: Set<String> = ["/"]
  /// Folders that were renamed, until their parent folder is synced.
  private var movedFolders: [(from: String, to: String)] = []
  private var folderModes: [String: UInt16] = [:]
  private var owners: [String: FileOwner] = [:]
  private var isSpoiling = false
  private var openFiles: [Int32: OpenFile] = [:]
  private var lastDescriptor: Int32 = 100
  private var lastNumber = 0

  init(writeByteCountMax: Int, capacity: Int) {
    self.writeByteCountMax = writeByteCountMax
    self.capacity = capacity
  }

  // MARK: - Steps

  mutating func takeStep() throws(FileFailure) {
    guard !isStopped else { throw Self.stopped }
    stepCount += 1
    isSpoiling = false
    switch faults[stepCount] {
    case nil:
      break
    case .spoil:
      isSpoiling = true
    case .refuse(let reason):
      throw FileFailure(reason, path: "step \(stepCount)")
    case .stop(let stop):
      isStopped = true
      self.stop = stop
      throw Self.stopped
    }
  }

  mutating func restart() {
    switch isStopped ? stop : .processKilled {
    case .processKilled:
      break
    case .nothingUnsynced:
      folders = durableFolders
      // A file is lost with its folder, even if the file itself was synced.
      names = durableNames.filter { hasFolder($0.key) }
      loseContents { _ in 0 }
    case .namesOnly:
      loseContents { _ in 0 }
    case .namesAndHalfContents:
      loseContents { $0 / 2 }
    }
    durableNames = names
    durableFolders = folders
    movedFolders = []
    openFiles = [:]
    faults = [:]
    stepCount = 0
    isStopped = false
  }

  private mutating func loseContents(keeping count: (Int) -> Int) {
    for (number, file) in contents {
      var survivor = file.durableBytes
      if file.bytes.starts(with: survivor) {
        let unsynced = file.bytes.dropFirst(survivor.count)
        survivor += unsynced.prefix(count(unsynced.count))
      }
      contents[number]?.bytes = survivor
      contents[number]?.durableBytes = survivor
    }
  }

  private static let stopped = FileFailure(.system(errorNumber: -1), path: "stopped machine")

  // MARK: - Operations

  func read(_ path: String, _ byteCountMax: Int) throws(FileFailure) -> [UInt8]? {
    guard let bytes = contents(path) else { return nil }
    guard bytes.count <= byteCountMax else {
      throw FileFailure(.tooLarge(byteCountMax: byteCountMax), path: path)
    }
    if isSpoiling, let last = bytes.last { return bytes.dropLast() + [last ^ 1] }
    return bytes
  }

  mutating func create(_ path: String, mode: UInt16) throws(FileFailure) -> Int32 {
    guard names[path] == nil else { throw FileFailure(.system(errorNumber: 17), path: path) }
    return open(newFile(path, mode: mode))
  }

  mutating func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(FileFailure) -> Int {
    guard let number = openFiles[descriptor]?.number else { throw Self.badDescriptor }
    let used = contents.values.reduce(0) { $0 + $1.bytes.count }
    let count = min(bytes.count, writeByteCountMax, max(0, capacity - used))
    guard count > 0 else { throw FileFailure(.diskFull, path: "") }
    contents[number]?.bytes += bytes.prefix(count)
    return count
  }

  mutating func synchronize(_ descriptor: Int32) {
    guard let number = openFiles[descriptor]?.number, let file = contents[number] else { return }
    contents[number]?.durableBytes = file.bytes
  }

  mutating func close(_ descriptor: Int32) {
    openFiles[descriptor] = nil
  }

  mutating func renameNew(_ from: String, _ to: String) throws(FileFailure) {
    guard names[to] == nil, !folders.contains(to) else {
      throw FileFailure(.system(errorNumber: 17), path: to)
    }
    try rename(from, to)
  }

  mutating func rename(_ from: String, _ to: String) throws(FileFailure) {
    if folders.contains(from) { return try renameFolder(from, to) }
    guard let number = names.removeValue(forKey: from) else {
      throw FileFailure(.system(errorNumber: 2), path: from)
    }
    names[to] = number
  }

  private mutating func renameFolder(_ from: String, _ to: String) throws(FileFailure) {
    guard names[to] == nil else { throw FileFailure(.system(errorNumber: 20), path: to) }
    guard children(of: to)?.isEmpty ?? true else {
      throw FileFailure(.system(errorNumber: 39), path: to)
    }
    names = Self.moved(names, from, to)
    folders = Self.moved(folders, from, to)
    for (descriptor, file) in openFiles where file.lockedPath?.hasPrefix(from + "/") == true {
      openFiles[descriptor]?.lockedPath = file.lockedPath.map { Self.moved($0, from, to) }
    }
    movedFolders.append((from, to))
  }

  private static func moved(_ path: String, _ from: String, _ to: String) -> String {
    path == from || path.hasPrefix(from + "/") ? to + path.dropFirst(from.count) : path
  }

  private static func moved(
    _ names: [String: Int], _ from: String, _ to: String
  ) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: names.map { (moved($0.key, from, to), $0.value) })
  }

  private static func moved(_ paths: Set<String>, _ from: String, _ to: String) -> Set<String> {
    Set(paths.map { moved($0, from, to) })
  }

  func children(of folder: String) -> [String]? {
    guard folders.contains(folder) else { return nil }
    return Array(names.keys).filter { $0.parentFolder == folder }
      .map { String($0.dropFirst(folder.count + 1)) }.sorted()
      + folders.filter { $0 != "/" && $0.parentFolder == folder }
      .map { String($0.dropFirst(folder.count + 1)) }.sorted()
  }

  mutating func removeFolder(_ path: String) throws(FileFailure) {
    guard children(of: path)?.isEmpty ?? true else {
      throw FileFailure(.system(errorNumber: 39), path: path)
    }
    folders.remove(path)
  }

  mutating func remove(_ path: String) -> Bool {
    names.removeValue(forKey: path) != nil
  }

  mutating func synchronizeFolder(_ folder: String) {
    // A folder's content moves with it, if the content itself is durable.
    for (from, to) in movedFolders where to.parentFolder == folder {
      // An empty folder was replaced, together with all names in it that were still durable.
      durableNames = durableNames.filter { !$0.key.hasPrefix(to + "/") }
      durableFolders = durableFolders.filter { !$0.hasPrefix(to + "/") }
      durableNames = Self.moved(durableNames, from, to)
      durableFolders = Self.moved(durableFolders, from, to)
    }
    movedFolders.removeAll { $0.to.parentFolder == folder }
    for path in Set(names.keys).union(durableNames.keys) where path.parentFolder == folder {
      durableNames[path] = names[path]
    }
    durableFolders = durableFolders.filter {
      $0 == "/" || $0.parentFolder != folder || folders.contains($0)
    }
    durableFolders.formUnion(folders.filter { $0 != "/" && $0.parentFolder == folder })
  }

  mutating func makeFolder(_ path: String) -> [String] {
    var missing: [String] = []
    var folder = path
    while !folders.contains(folder) {
      missing.insert(folder, at: 0)
      folder = folder.parentFolder
    }
    folders.formUnion(missing)
    return missing
  }

  func mode(_ path: String) -> UInt16? {
    if let number = names[path] { return contents[number]?.mode }
    return folders.contains(path) ? folderModes[path] ?? (path == "/" ? 0o755 : 0o700) : nil
  }

  func owner(_ path: String) -> FileOwner? {
    mode(path) == nil ? nil : owners[path] ?? .user
  }

  private func hasFolder(_ path: String) -> Bool {
    path == "/" || folders.contains(path.parentFolder) && hasFolder(path.parentFolder)
  }

  mutating func tryLock(_ path: String) -> Int32? {
    guard !openFiles.values.contains(where: { $0.lockedPath == path }) else { return nil }
    let descriptor = open(-1)
    openFiles[descriptor]?.lockedPath = path
    return descriptor
  }

  // MARK: - From outside

  func contents(_ path: String) -> [UInt8]? {
    names[path].flatMap { contents[$0]?.bytes }
  }

  mutating func put(_ bytes: [UInt8], at path: String, mode: UInt16) {
    let number = newFile(path, mode: mode)
    contents[number]?.bytes = bytes
    contents[number]?.durableBytes = bytes
    durableNames[path] = number
    durableFolders.formUnion(makeFolder(path.parentFolder))
  }

  mutating func setMode(_ mode: UInt16, of path: String, owner: FileOwner) {
    if let number = names[path] { contents[number]?.mode = mode } else { folderModes[path] = mode }
    owners[path] = owner
  }

  mutating func delete(_ path: String) {
    names[path] = nil
    durableNames[path] = nil
  }

  private mutating func newFile(_ path: String, mode: UInt16) -> Int {
    lastNumber += 1
    contents[lastNumber] = File(bytes: [], durableBytes: [], mode: mode)
    names[path] = lastNumber
    return lastNumber
  }

  private mutating func open(_ number: Int) -> Int32 {
    lastDescriptor += 1
    openFiles[lastDescriptor] = OpenFile(number: number)
    return lastDescriptor
  }

  private static let badDescriptor = FileFailure(.system(errorNumber: 9), path: "")
}
