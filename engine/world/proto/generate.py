"""Write the protocol's Python code from its `.proto` files.

The generated code is committed so that nobody needs a compiler to run Marshall. Only messages are
generated: the calls are the table in `engine/world/dcs_rpc.py`, because the stubs that gRPC's own
plugin writes are untyped and refuse to import beside an older grpcio.
"""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["PROTO_FOLDER", "generate", "proto_files"]

PROTO_FOLDER = Path(__file__).resolve().parent
_ROOT = PROTO_FOLDER.parents[2]


def proto_files() -> tuple[str, ...]:
    """Return the protocol's `.proto` files, relative to the folder that holds `engine`."""
    return tuple(
        path.relative_to(_ROOT).as_posix() for path in sorted(PROTO_FOLDER.glob("*.proto"))
    )


def generate(target: Path) -> None:
    """Write `engine/world/proto/*_pb2.py` and `.pyi` under `target`.

    Raises:
        RuntimeError: the compiler refused a file; it has printed where and why.
    """
    from grpc_tools import protoc  # noqa: PLC0415 - a development tool, absent when installed

    arguments = ["protoc", f"-I{_ROOT}", f"--python_out={target}", f"--pyi_out={target}"]
    if protoc.main([*arguments, *proto_files()]) != 0:
        message = "the protocol compiler refused the .proto files; see its lines above"
        raise RuntimeError(message)


if __name__ == "__main__":
    generate(_ROOT)
    sys.stdout.write(f"wrote the code of {len(proto_files())} .proto files\n")
