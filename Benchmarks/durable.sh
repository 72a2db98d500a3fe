#!/usr/bin/env bash
# Measures durable stores, their databases alone, and DBOS in one run.
#
#   durable.sh [ROUNDS]     two and a half minutes for three rounds, after the first build; needs PostgreSQL
#
# Every round measures one after the other, so that other work of the machine disturbs all of them equally. The figures are the
# medians of the rounds. FILLED=1000000 is the number of entities in the large database. DBOS_VENV can name a Python environment
# with DBOS.
set -euo pipefail
cd "$(dirname "$0")"
SWIFT=${SWIFT:-swift}
rounds=${1:-3}
filled=${FILLED:-1000000}
seconds=2

programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$programs" ] || programs=$(dirname "$(command -v initdb || echo /missing/initdb)")
[ -x "$programs/postgres" ] || { echo "PostgreSQL is not installed (Debian: apt-get install postgresql)." >&2; exit 1; }
pgbench=$(command -v pgbench || echo "$programs/pgbench")

echo "Building (the first time takes minutes) …" >&2
"$SWIFT" build -c release --package-path AsWritten --product DurableBenchmarks >&2
bench=$("$SWIFT" build -c release --package-path AsWritten --show-bin-path)/DurableBenchmarks

# The server refuses to run as root.
as_server() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
results=$(mktemp -d)
folder=$(as_server mktemp -d /tmp/headrace-bench.XXXXXX)
end() {
  [ -f "$folder/data/postmaster.pid" ] && as_server "$programs/pg_ctl" -D "$folder/data" -m immediate -s stop || true
  rm -rf "$folder" "$results"
}
trap end EXIT

as_server "$programs/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >/dev/null
# In the same session as the programs of the comparison, because Linux shares the processor between sessions.
as_server "$programs/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= >"$results/log" 2>&1 &
until "$programs/pg_isready" -q -h "$folder"; do
  kill -0 $! || { cat "$results/log" >&2; exit 1; }
  sleep 0.1
done
sql() { "$programs/psql" -X -q -v ON_ERROR_STOP=1 -h "$folder" -U postgres "$@"; }

# fill DATABASE FEATURE COUNT: adds entities that have a checkpoint and no worker.
fill() {
  sql -d "$1" <<END
    INSERT INTO headrace_entity (id, feature, version, epoch, sequence, checkpoint, active, start, attempts, status)
    SELECT '$2/' || n, '$2', 1, 1, 1, 1, 0, 1, 0, 'ready' FROM generate_series(0, $3 - 1) n;
    INSERT INTO headrace_journal (entity, sequence, epoch, version, event)
    SELECT '$2/' || n, 1, 1, 1, '{"kind":"checkpoint","t":1,"effect":0,"p":{"title":"","changeCount":0}}'
    FROM generate_series(0, $3 - 1) n;
    VACUUM ANALYZE;
    CHECKPOINT;
END
}
for count in 1000 "$filled"; do
  sql -d postgres -c "CREATE DATABASE notes$count"
  "$bench" prepare "host=$folder user=postgres dbname=notes$count"
  fill "notes$count" note "$count"
done
fill notes1000 bare 16000
"$bench" prepare "$results/notes.sqlite"
"$bench" prepare "$results/bare.sqlite"
"$bench" fill "$results/notes.sqlite" 1000

# The bare transaction: the minimum of a committed action, on the same tables. `n` counts a client's transactions.
cat >"$results/bare.sql" <<'END'
\set id :client_id * 1000 + mod(:n, 1000)
\set sequence 1 + (:n / 1000)
\set n :n + 1
BEGIN;
UPDATE headrace_entity SET sequence = :sequence + 1 WHERE id = 'bare/' || (:id)::text AND epoch = 1 AND sequence = :sequence;
INSERT INTO headrace_journal (entity, sequence, epoch, version, event) VALUES ('bare/' || (:id)::text, :sequence + 1, 1, 1,
  '{"action":1,"t":410353,"p":{"titleChanged":{"_0":"A title that is too long for a string to hold in itself"}}}');
COMMIT;
END

# pgbench CLIENTS: prints the number of bare transactions per second, and their mean time in microseconds.
bare() {
  sql -d notes1000 -c "UPDATE headrace_entity SET sequence = 1 WHERE feature = 'bare'" \
    -c "DELETE FROM headrace_journal WHERE entity LIKE 'bare/%' AND sequence > 1"
  "$pgbench" -h "$folder" -U postgres -n -M prepared -c "$1" -j 2 -T $seconds -D n=0 -f "$results/bare.sql" notes1000 |
    awk '/^latency average/ { mean = $4 * 1000 } /^tps/ { printf "%d %d\n", $3, mean }'
}

has_dbos=
venv=${DBOS_VENV:-$results/venv}
if [ -x "$venv/bin/python" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install -q dbos==3.4.0; } >"$results/pip" 2>&1; then
  has_dbos=1
  sql -d postgres -c "CREATE DATABASE dbos"
else
  echo "DBOS is left out, because it can't be installed: $(tail -1 "$results/pip")" >&2
fi

for round in $(seq "$rounds"); do
  echo "Round $round of $rounds …" >&2
  {
    echo "pgbench-1 $(bare 1)"
    echo "pgbench-16 $(bare 16)"
    "$bench" load "host=$folder user=postgres dbname=notes1000" 1000 | sed 's/^/postgres-/'
    "$bench" load "host=$folder user=postgres dbname=notes$filled" "$filled" | sed 's/^/large-/'
    "$bench" bare "$results/bare.sqlite" | sed 's/^/sqlite-/'
    "$bench" load "$results/notes.sqlite" 1000 | sed 's/^/sqlite-/'
    if [ "$has_dbos" ]; then "$venv/bin/python" durable-dbos.py "postgresql://postgres@/dbos?host=$folder" $seconds; fi
  } >>"$results/figures"
done

# The medians of the rounds, and their ratios.
python3 - "$results/figures" "$filled" <<'END'
import statistics
import sys

rounds = {}
for line in open(sys.argv[1]):
    name, *figures = line.split()
    rounds.setdefault(name, []).append([int(figure) for figure in figures])
found = {name: [int(statistics.median(column)) for column in zip(*rows)] for name, rows in rounds.items()}


def row(text, name, beside="", floor=None, goal=None, is_met=None):
    if name not in found:
        return
    rate, *times = found[name]
    rates = [figures[0] for figures in rounds[name]]
    times = [f"{time:,}" for time in times] + [""] * (2 - len(times))
    ratio = f"{rate / found[floor][0]:.2f} × {beside}" if floor in found else ""
    verdict = "" if is_met is None or (floor and floor not in found) else "met" if is_met(rate, found) else "MISSED"
    cells = [text, f"{rate:,}", f"{min(rates):,} – {max(rates):,}", *times, ratio, goal or "", verdict]
    print("| " + " | ".join(cells) + " |")


def faster(floor, factor):
    return lambda rate, found: rate >= factor * found[floor][0]


print("| what | a second | least – most | p50 µs | p99 µs | beside | goal | |")
print("|---|---:|---:|---:|---:|---|---|---|")
row("bare transaction, pgbench, 1 client", "pgbench-1")
row("bare transaction, pgbench, 16 clients", "pgbench-16")
row("PostgreSQL: actions, 1 sender", "postgres-one", "pgbench", "pgbench-1")
row("PostgreSQL: actions, 16 senders", "postgres-actions", "pgbench", "pgbench-16", "≥ 0.67 ×", faster("pgbench-16", 2 / 3))
row("PostgreSQL: actions, 1,024 senders to 64 entities", "postgres-turns", "", None, "≥ 15,000", lambda rate, _: rate >= 15_000)
row("PostgreSQL: cold entities opened, 1 sender", "postgres-cold", "", None, "p50 ≤ 1 ms", lambda _, f: f["postgres-cold"][1] <= 1_000)
many = f"{int(sys.argv[2]):,} entities"
row(f"{many}: actions, 16 senders", "large-actions", "1,000", "postgres-actions", "≥ 0.8 ×", faster("postgres-actions", 0.8))
row(f"{many}: cold ones opened", "large-cold", "1,000", "postgres-cold", "p50 ≤ 1 ms", lambda _, f: f["large-cold"][1] <= 1_000)
row("DBOS: workflows of one step, 16 threads", "dbos-workflows")
row("PostgreSQL: actions beside DBOS's workflows", "postgres-actions", "DBOS", "dbos-workflows", "≥ 10 ×", faster("dbos-workflows", 10))
row("DBOS: steps, 16 workflows", "dbos-steps")
row("PostgreSQL: actions beside DBOS's steps", "postgres-actions", "DBOS", "dbos-steps", "≥ 10 ×", faster("dbos-steps", 10))
row("bare transaction, SQLite's C interface", "sqlite-bare")
row("SQLite: actions, 1 sender", "sqlite-one", "bare", "sqlite-bare", "≥ 0.67 ×", faster("sqlite-bare", 2 / 3))
row("SQLite: actions, 16 senders", "sqlite-actions", "bare", "sqlite-bare", "≥ 0.67 ×", faster("sqlite-bare", 2 / 3))
row("SQLite: actions, 1,024 senders to 64 entities", "sqlite-turns", "", None, "≥ 15,000", lambda rate, _: rate >= 15_000)
row("SQLite: cold entities opened, 1 sender", "sqlite-cold", "", None, "p50 ≤ 1 ms", lambda _, f: f["sqlite-cold"][1] <= 1_000)
END
