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
  private var folderModes: [String: UInt16] = [:]
  private var foreign: Set<String> = []
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
      // A file goes with its folder, however well it was synced itself.
      names = durableNames.filter { hasFolder($0.key) }
      loseContents { _ in 0 }
    case .namesOnly:
      loseContents { _ in 0 }
    case .namesAndHalfContents:
      loseContents { $0 / 2 }
    }
    durableNames = names
    durableFolders = folders
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

  mutating func rename(_ from: String, _ to: String) throws(FileFailure) {
    guard let number = names.removeValue(forKey: from) else {
      throw FileFailure(.system(errorNumber: 2), path: from)
    }
    names[to] = number
  }

  mutating func remove(_ path: String) -> Bool {
    names.removeValue(forKey: path) != nil
  }

  mutating func synchronizeFolder(_ folder: String) {
    for path in Set(names.keys).union(durableNames.keys) where path.parentFolder == folder {
      durableNames[path] = names[path]
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

  func isForeign(_ path: String) -> Bool { foreign.contains(path) }

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

  mutating func setMode(_ mode: UInt16, of path: String, isForeign: Bool) {
    if let number = names[path] { contents[number]?.mode = mode } else { folderModes[path] = mode }
    if isForeign { foreign.insert(path) } else { foreign.remove(path) }
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
