"""Writes edge-cases.json: the inputs that break SRP clients, with the answers of reference.py.

    python3 generate.py

Nothing is random: every run writes the same bytes. Most of its ten seconds go into the search for values with leading
zero bytes.
"""

import json
import pathlib

import edge_claims
import edge_others

FOLDER = pathlib.Path(__file__).parent
PARTS = [
    edge_claims.salts,
    edge_claims.ephemerals,
    edge_claims.public_values,
    edge_claims.bases,
    edge_claims.digests,
    edge_claims.texts,
    edge_claims.signed_parts,
    edge_claims.refusals,
    edge_others.devices,
    edge_others.secret_hashes,
    edge_others.timestamps,
]


def main():
    vectors = [{**vector, "source": "generate.py"} for part in PARTS for vector in part()]
    about = "Made by generate.py with reference.py; nothing of the library took part. A text may be {repeat, times}."
    text = json.dumps({"about": about, "vectors": vectors}, indent=1, ensure_ascii=True)
    (FOLDER / "edge-cases.json").write_text(text + "\n", encoding="ascii")
    print(f"edge-cases.json: {len(vectors)} vectors")


if __name__ == "__main__":
    main()
