import DevServers

/// The executable `devchain`; everything it does is in `DevServers`.
@main
struct DevServersProgram {
  static func main() {
    DevServers.run()
  }
}
