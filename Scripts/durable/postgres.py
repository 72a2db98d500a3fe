"""PostgreSQL for scripts: its programs, and the user who runs them."""
import glob
import os
import pwd
import shutil
import subprocess
import sys


def programs():
    """The folder of PostgreSQL's programs; None if it isn't installed."""
    versions = glob.glob("/usr/lib/postgresql/*/bin")
    installed = sorted(versions, key=lambda path: int(path.split("/")[-2]), reverse=True)
    for folder in installed + os.environ["PATH"].split(":"):
        if os.access(f"{folder}/initdb", os.X_OK):
            return folder
    return None


def install(packages):
    """Installs Debian packages, each of which is there if its program is; ends the script if it can't.

    'packages' has the programs, by the names of packages; a program may be a function that finds it.
    """
    def missing():
        return [package for package, program in packages.items()
                if not (program() if callable(program) else shutil.which(program))]

    names = missing()
    if not names:
        return
    command = ["apt-get", "install", "-y", "--no-install-recommends", *names]
    remedy = f"Install them, such as with: sudo apt-get update && sudo {' '.join(command)}"
    sudo = [] if os.getuid() == 0 else ["sudo", "-n"]
    if not shutil.which("apt-get") or sudo and subprocess.run([*sudo, "true"], capture_output=True).returncode:
        sys.exit(f"These packages are missing: {', '.join(names)}. {remedy}")
    print(f"Installing {', '.join(names)} …", flush=True)
    for step in (["apt-get", "update"], command):
        done = subprocess.run([*sudo, *step], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{done.stdout}{done.stderr}These packages could not be installed: {', '.join(names)}.")
    if missing():
        sys.exit(f"These programs are still missing: {', '.join(missing())}.")


def as_server(command):
    """A command as the user who runs the server: it refuses to run as root."""
    if os.getuid() != 0:
        return command
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]


def give_to_server(folder):
    """Makes a folder the server's own."""
    if os.getuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
