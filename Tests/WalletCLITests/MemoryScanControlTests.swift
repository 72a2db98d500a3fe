#if os(Linux)
  import Foundation
  import Glibc
  import ProcessScanning
  import Testing

  /// Checks that the scans of memory would find the secrets, and are not skipped silently.
  @Suite struct MemoryScanControlTests {
    private static let python = "/usr/bin/python3"
    private static let hasPython = access(python, X_OK) == 0

    /// Uses the system's libcrypto as the wallet does, with the key 100, 101, … 131.
    private static let script = """
      import ctypes, sys
      crypto = ctypes.CDLL("libcrypto.so.3")
      crypto.EVP_CIPHER_CTX_new.restype = ctypes.c_void_p
      crypto.EVP_aes_256_gcm.restype = ctypes.c_void_p
      context = ctypes.c_void_p(crypto.EVP_CIPHER_CTX_new())
      cipher = ctypes.c_void_p(crypto.EVP_aes_256_gcm())
      key = bytes(range(100, 132))
      if crypto.EVP_EncryptInit_ex(context, cipher, None, key, bytes(12)) != 1: sys.exit(1)
      print("planted", flush=True)
      sys.stdin.readline()
      crypto.EVP_CIPHER_CTX_free(context)
      print("freed", flush=True)
      sys.stdin.readline()
      """

    /// The needle has the form in which the cipher keeps its round keys: a context in use is found,
    /// and a freed one is not.
    @Test(
      .enabled(
        if: ProcessMemory.isReadable && hasPython,
        "the scanner must be root, and needs /usr/bin/python3"))
    func aKeyScheduleOfLibcryptoIsFoundWhileItIsThere() throws {
      let schedule = AESKeySchedule.derivedPart(of: [UInt8](100..<132))
      let needles = ["key schedule": Array(schedule.prefix(64))]
      let process = Process()
      process.executableURL = URL(filePath: Self.python)
      process.arguments = ["-c", Self.script]
      let (input, output) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let moments: [(String, [String: Set<ProcessMemory.Place>])] = [
        ("planted\n", ["key schedule": [.unlocked]]), ("freed\n", [:]),
      ]
      for (word, places) in moments {
        let said = try output.fileHandleForReading.read(upToCount: word.utf8.count)
        try #require(said == Data(word.utf8))
        let found = try ProcessMemory(of: process.processIdentifier).places(of: needles)
        #expect(found == places, "\(word)")
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
      }
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }

    /// Without root the scans skip themselves, and report it.
    @Test func theScansAreNotSkippedUnseen() {
      guard !ProcessMemory.isReadable else { return }
      print("SKIPPED: the tests that scan memory; they need root")
    }
  }
#endif
