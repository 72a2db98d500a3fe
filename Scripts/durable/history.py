"""A history: what workers were asked to do and what they answered, while faults hit them; and its check."""
import collections
import json
import random


class Record:
    """What the senders of a history printed."""

    def __init__(self):
        self.sent = {}  # the entities, by the names of actions
        self.outcomes = {}  # 'acknowledged', 'refused' or 'unknown', by the names of actions

    def note(self, words):
        if words[0] == "sent":
            self.sent[words[1]] = words[2]
        else:
            self.outcomes[words[1]] = words[0]

    def names(self, outcome):
        # A worker that is stuck may print while this is read.
        return {name for name, found in list(self.outcomes.items()) if found == outcome}

    @property
    def unknown_count(self):
        return len(self.sent) - len(self.names("acknowledged")) - len(self.names("refused"))


# Which faults, and how long each lasts, in seconds. A worker's lease is 3 s, that of the primary 8 s.
FAULTS = {
    "kill worker": (0.2, 4), "stop worker": (1, 7), "cut worker": (1, 7),
    "switch over": (0, 0),
    "kill primary": (0.2, 10), "stop primary": (1, 14), "cut primary": (1, 14), "cut primary with worker": (4, 14),
    "kill standby": (0.2, 5), "stop standby": (1, 8), "cut standby": (1, 8),
    "cut etcd": (1, 12),
}


class Fault:
    def __init__(self, choice, start):
        self.name = choice.choice(sorted(FAULTS))
        self.start = start
        self.seconds = choice.uniform(*FAULTS[self.name])
        self.worker = choice.randrange(3)

    def __str__(self):
        name = self.name.replace("worker", f"worker {self.worker + 1}")
        return f"{self.start:.1f} s {name}" + (f" for {self.seconds:.1f} s" if self.seconds else "")


def plan(seed):
    """The faults of a history, in order."""
    choice = random.Random(seed)
    faults = []
    start = choice.uniform(0.5, 2)
    for _ in range(choice.randint(2, 4)):
        faults.append(Fault(choice, start))
        start += choice.uniform(0.2, 4)
    return faults


def applied(events):
    """The names of actions in an entity's journal, in order, by kinds of actions."""
    names = collections.defaultdict(list)
    for event in events:
        # Only actions have no kind.
        if "kind" not in event:
            kind, values = next(iter(event["p"].items()))
            names[kind].append(values["_0"])
    return names


def is_in_order(names):
    """Whether the actions of each sender are in the order in which it sent them."""
    last = {}
    for name in names:
        sender, number = name.rsplit(".", 1)
        if last.get(sender, 0) >= int(number):
            return False
        last[sender] = int(number)
    return True


def check(history, record, rows, entities, states):
    """What is wrong: a list of sentences, empty if everything holds.

    'rows' are those of the journal (entity, sequence, epoch, event); 'entities' are the sequence and the status of
    each entity; 'states' are what a worker said of each entity at the end.
    """
    problems = []
    journal = collections.defaultdict(list)
    for entity, sequence, epoch, event in rows:
        journal[entity].append((int(sequence), int(epoch), json.loads(event)))
    mirror = f"ledger/{history}-mirror"
    where = collections.defaultdict(list)
    for entity, events in sorted(journal.items()):
        sequences = [sequence for sequence, _, _ in events]
        if sequences != list(range(1, len(events) + 1)):
            problems.append(f"{entity}: its events are not numbered from 1 to {len(events)}")
        epochs = [epoch for _, epoch, _ in events]
        if epochs != sorted(epochs):
            problems.append(f"{entity}: a former owner has appended: the epochs are {epochs}")
        if entities.get(entity) != (len(events), "ready"):
            problems.append(f"{entity}: it has {len(events)} events and is ready, but its row says {entities.get(entity)}")
        names = applied(event for _, _, event in events)
        state = states.get(entity, {})
        for kind, list_name in (("add", "added"), ("answer", "answered"), ("receive", "received")):
            if state.get(list_name) != names[kind]:
                problems.append(f"{entity}: its state is not what its journal says of '{kind}'")
        for name in names["add"]:
            where[name].append(entity)
        if not is_in_order(names["add"]):
            problems.append(f"{entity}: a sender's actions are not in order")
        if sorted(names["answer"]) != sorted(names["add"]):
            problems.append(f"{entity}: not each effect was answered once")
        if entity != mirror:
            received = applied(event for _, _, event in journal[mirror])["receive"]
            own = set(names["add"])
            if [name for name in received if name in own] != names["add"]:
                problems.append(f"{entity}: its messages did not arrive once and in order")
    for name in sorted(where):
        if len(where[name]) != 1:
            problems.append(f"{name} was applied {len(where[name])} times")
        if name not in record.sent:
            problems.append(f"{name} was applied, and never sent")
        elif where[name][0] != record.sent[name]:
            problems.append(f"{name} was sent to {record.sent[name]}, and applied by {where[name][0]}")
    lost = sorted(name for name in record.names("acknowledged") if name not in where)
    if lost:
        problems.append(f"{len(lost)} acknowledged actions are lost, such as {lost[0]} to {record.sent[lost[0]]}")
    for name in sorted(record.names("refused")):
        if name in where:
            problems.append(f"{name} was refused, and applied")
    return problems
