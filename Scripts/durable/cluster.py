"""A cluster of etcd, PostgreSQL under Patroni, and workers, each on a host of its own: a network namespace, with a
cable to a bridge that leads to no other machine."""
import json
import os
import pathlib
import signal
import subprocess
import time
import urllib.error
import urllib.request

from durable import postgres


class ClusterFailure(Exception):
    """The database can't be brought back, so nothing is known of the workers."""


def run(*command, isChecked=True):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and isChecked:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}{done.stdout}")
    return done.stdout


class Network:
    """A bridge, and the hosts on it."""

    def __init__(self):
        used = run("ip", "-o", "link")
        self.number = next(number for number in range(250) if f"hrp{number}:" not in used)
        self.bridge = f"hrp{self.number}"
        self.hosts = {}
        run("ip", "link", "add", self.bridge, "type", "bridge")
        run("ip", "address", "add", f"{self.address(254)}/24", "dev", self.bridge)
        run("ip", "link", "set", self.bridge, "up")

    def address(self, number):
        return f"10.77.{self.number}.{number}"

    def add(self, name):
        self.hosts[name] = Host(self, name, len(self.hosts) + 1)
        return self.hosts[name]

    def remove(self):
        for host in self.hosts.values():
            host.signal(signal.SIGKILL)
        time.sleep(0.5)
        for host in self.hosts.values():
            run("ip", "netns", "delete", host.namespace, isChecked=False)
        run("ip", "link", "delete", self.bridge, isChecked=False)


class Host:
    def __init__(self, network, name, number):
        self.name = name
        self.address = network.address(number)
        self.namespace = f"{network.bridge}-{name}"
        self.cable = f"{network.bridge}v{number}"
        run("ip", "netns", "add", self.namespace)
        run("ip", "link", "add", self.cable, "type", "veth", "peer", "name", "eth0", "netns", self.namespace)
        run("ip", "link", "set", self.cable, "master", network.bridge, "up")
        self.ip("address", "add", f"{self.address}/24", "dev", "eth0")
        self.ip("link", "set", "eth0", "up")
        self.ip("link", "set", "lo", "up")

    def ip(self, *arguments, isChecked=True):
        run("ip", "-n", self.namespace, *arguments, isChecked=isChecked)

    def begin(self, command, log, **options):
        return subprocess.Popen(["ip", "netns", "exec", self.namespace, *command], stderr=log,
                                start_new_session=True, **options)

    def signal(self, number):
        """Sends a signal to all processes of this host."""
        for process in run("ip", "netns", "pids", self.namespace, isChecked=False).split():
            try:
                os.kill(int(process), number)
            except ProcessLookupError:
                pass

    def cut(self):
        run("ip", "link", "set", self.cable, "down")

    def mend(self):
        run("ip", "link", "set", self.cable, "up")

    def block(self, others):
        """Cuts it from some hosts only."""
        for one, other in [(self, other) for other in others] + [(other, self) for other in others]:
            one.ip("route", "replace", "blackhole", other.address)

    def unblock(self):
        self.ip("route", "flush", "type", "blackhole", isChecked=False)


class Cluster:
    """etcd, and two nodes of PostgreSQL of which one is the synchronous standby of the other."""

    # Seconds. Patroni allows no fewer than loop_wait + 2 * retry_timeout.
    TTL, LOOP_WAIT, RETRY_TIMEOUT = 8, 1, 3

    def __init__(self, folder, isSynchronous):
        self.folder = pathlib.Path(folder)
        self.isSynchronous = isSynchronous
        self.programs = postgres.programs()
        self.rebuilt_count = 0
        self.network = Network()
        self.etcd = self.network.add("etcd")
        self.nodes = [self.network.add(name) for name in ("node1", "node2")]
        self.url = (f"postgres://postgres@{','.join(node.address for node in self.nodes)}/postgres"
                    "?target_session_attrs=read-write&connect_timeout=2")

    def start(self):
        client = f"http://{self.etcd.address}:2379"
        peer = f"http://{self.etcd.address}:2380"
        self.etcd.begin(
            ["etcd", "--data-dir", f"{self.folder}/etcd", "--listen-client-urls", client, "--advertise-client-urls",
             client, "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster",
             f"default={peer}", "--auto-compaction-retention", "1"],
            open(self.folder / "etcd.log", "w"), stdout=subprocess.DEVNULL)
        for node in self.nodes:
            home = self.folder / node.name
            home.mkdir()
            postgres.give_to_server(home)
            (self.folder / f"{node.name}.yml").write_text(json.dumps(self.configuration(node, home)))
            self.start_node(node)
        self.wait_until_healthy()

    def configuration(self, node, home):
        subnet = f"{node.address.rsplit('.', 1)[0]}.0/24"
        parameters = {
            # What is killed here are processes, so nothing is lost that was written to a file.
            "fsync": "off", "wal_log_hints": "on", "max_connections": 200, "shared_buffers": "32MB",
            "wal_keep_size": "256MB", "wal_sender_timeout": "4s", "wal_receiver_timeout": "4s",
        }
        return {
            "scope": "proof", "name": node.name,
            "restapi": {"listen": f"{node.address}:8008", "connect_address": f"{node.address}:8008"},
            "etcd3": {"host": f"{self.etcd.address}:2379"},
            "bootstrap": {
                "dcs": {
                    "ttl": self.TTL, "loop_wait": self.LOOP_WAIT, "retry_timeout": self.RETRY_TIMEOUT,
                    "maximum_lag_on_failover": 1 << 30, "synchronous_mode": self.isSynchronous,
                    # Otherwise a primary that has lost its standby commits without one: so may a second leader.
                    "synchronous_mode_strict": self.isSynchronous,
                    "postgresql": {"use_pg_rewind": True, "parameters": parameters},
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}],
            },
            "postgresql": {
                "listen": f"{node.address}:5432", "connect_address": f"{node.address}:5432",
                "parameters": {"unix_socket_directories": str(home)}, "data_dir": f"{home}/data",
                "bin_dir": self.programs, "pgpass": f"{home}/pgpass",
                "authentication": {"superuser": {"username": "postgres"}, "replication": {"username": "postgres"}},
                "pg_hba": ["local all all trust", f"host all all {subnet} trust",
                           f"host replication all {subnet} trust"],
                "basebackup": [{"checkpoint": "fast"}], "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True,
            },
        }

    def start_node(self, node):
        node.begin(postgres.as_server(["/usr/bin/patroni", f"{self.folder}/{node.name}.yml"]),
                   open(self.folder / f"{node.name}.log", "a"), stdout=subprocess.DEVNULL, cwd="/")

    def status(self, node):
        """What Patroni says of a node; None if it doesn't."""
        try:
            with urllib.request.urlopen(f"http://{node.address}:8008/patroni", timeout=1) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            try:
                return json.load(error)
            except (OSError, ValueError):
                return None
        except (OSError, ValueError):
            return None

    def primary(self):
        for node in self.nodes:
            status = self.status(node)
            if status and status.get("role") in ("master", "primary") and status.get("state") == "running":
                return node
        return None

    def standby(self):
        primary = self.primary()
        return next((node for node in self.nodes if node is not primary), None) if primary else None

    def switch_over(self):
        primary, standby = self.primary(), self.standby()
        if not primary:
            return
        self.post(primary, "switchover", {"leader": primary.name, "candidate": standby.name})

    def post(self, node, path, content):
        """Asks Patroni for something; it may refuse, such as a switchover without a standby."""
        try:
            urllib.request.urlopen(f"http://{node.address}:8008/{path}", json.dumps(content).encode(), timeout=30).close()
        except OSError as error:
            print(f"  {node.name} refused to {path}: {error}", flush=True)

    def is_healthy(self):
        primary = self.primary()
        if not primary:
            return False
        streams = self.status(primary).get("replication") or []
        expected = "sync" if self.isSynchronous else "async"
        return any(stream["state"] == "streaming" and stream["sync_state"] == expected for stream in streams)

    def wait_until_healthy(self, seconds=240):
        """Waits for a primary with a standby. One that can't follow is made anew, as an operator would."""
        began = time.monotonic()
        rebuild_at = 45
        while not self.is_healthy():
            passed = time.monotonic() - began
            if passed > seconds:
                raise ClusterFailure("the cluster had no primary with a standby again")
            if passed > rebuild_at and (standby := self.standby()):
                rebuild_at = passed + 45
                self.rebuilt_count += 1
                self.post(standby, "reinitialize", {"force": True})
            time.sleep(0.3)

    def query(self, sql):
        """The rows of a query at the primary, as texts."""
        done = subprocess.run([f"{self.programs}/psql", "-XAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-d", self.url,
                               "-c", sql], capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr.strip())
        return [row.split("\t") for row in done.stdout.split("\n") if row]
