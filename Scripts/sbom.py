#!/usr/bin/env python3
"""Writes what a build of Headrace is made of, as CycloneDX 1.5 in JSON.

Reads `swift package show-dependencies --format json` from standard input; the versions of the system's libraries come
from dpkg-query, where there is one, and from pkg-config elsewhere. The same input gives the same bytes.
"""
import hashlib
import json
import os
import subprocess
import sys

# What is taken from the system, by the names of Debian and of pkg-config, and what for.
SYSTEM = [
    ("libsecp256k1-dev", "libsecp256k1", "signatures"),
    ("libssl-dev", "libcrypto", "ciphers, hashes and the derivation of keys"),
    ("libsqlite3-dev", "sqlite3", "the journal of payments"),
    ("libqrencode-dev", "libqrencode", "QR codes"),
    ("libpq-dev", "libpq", "PostgreSQL for durable entities"),
    ("libicu-dev", "icu-i18n", "names that look alike"),
]


def output(*command):
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return result.stdout.strip() if result.returncode == 0 else ""


def package(node):
    """The component of a Swift package."""
    host_and_path = node["url"].removeprefix("https://").removesuffix(".git")
    reference = f"pkg:swift/{host_and_path}@{node['version']}"
    return {
        "type": "library",
        "bom-ref": reference,
        "name": node["name"],
        "version": node["version"],
        "purl": reference,
        "externalReferences": [{"type": "vcs", "url": node["url"]}],
    }


def system_library(debian, pkg_config, purpose):
    """The component of a library of the system; None where it is not installed."""
    version = output("dpkg-query", "-W", "-f=${Version}", debian)
    if version:
        name, reference = debian, f"pkg:deb/debian/{debian}@{version}"
    else:
        version = output(os.environ.get("PKG_CONFIG", "pkg-config"), "--modversion", pkg_config)
        name, reference = pkg_config, f"pkg:generic/{pkg_config}@{version}"
    if not version:
        return None
    return {
        "type": "library",
        "bom-ref": reference,
        "name": name,
        "version": version,
        "description": purpose,
        "purl": reference,
    }


def main():
    root = json.load(sys.stdin)
    components, depends = {}, {}

    def visit(node, reference):
        needed = []
        for child in node.get("dependencies", []):
            component = package(child)
            components[component["bom-ref"]] = component
            needed.append(component["bom-ref"])
            visit(child, component["bom-ref"])
        depends[reference] = sorted(set(depends.get(reference, []) + needed))

    top = {"type": "application", "bom-ref": "headrace", "name": "headrace"}
    visit(root, top["bom-ref"])
    for library in (system_library(*entry) for entry in SYSTEM):
        if library is None:
            continue
        components[library["bom-ref"]] = library
        depends[top["bom-ref"]] = sorted(depends[top["bom-ref"]] + [library["bom-ref"]])
        depends[library["bom-ref"]] = []

    listed = [components[reference] for reference in sorted(components)]
    digest = hashlib.sha256(json.dumps([listed, depends], sort_keys=True).encode()).hexdigest()
    serial = "-".join([digest[:8], digest[8:12], "5" + digest[13:16], "8" + digest[17:20], digest[20:32]])
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": top},
        "components": listed,
        "dependencies": [
            {"ref": reference, "dependsOn": depends[reference]} for reference in sorted(depends)
        ],
    }
    json.dump(document, sys.stdout, indent=2, sort_keys=True)
    print()


if __name__ == "__main__":
    main()
