"""The YAML of a variant of a field: what it says otherwise than the field that it extends.

Made from the declaration of an airfield: the same keys with nothing needed, `extends`, and
`without` for what the variant has not.
"""

from __future__ import annotations

from typing import Any

from engine.profile.kind_airfield import AIRFIELD
from engine.profile.schema_terms import Schema, many, text

__all__ = ["OVERLAY", "OVERLAY_KEYS"]

OVERLAY_KEYS = ("extends", "without")
"""What only a variant says."""


def _eased(schema: Any) -> Any:
    """Return a schema without anything that must be written."""
    if isinstance(schema, dict):
        unit = "x-unit" in schema
        return {
            key: _eased(value)
            for key, value in schema.items()
            if unit or key not in ("required", "minProperties")
        }
    return [_eased(item) for item in schema] if isinstance(schema, list) else schema


def _overlay() -> Schema:
    eased: Schema = _eased(AIRFIELD)
    own = {
        "extends": text("the field that it is a variant of, by its key", example="batumi"),
        "without": many(
            text(
                "what it has not, by its keys with dots between",
                example="approaches.ils-13",
                pattern=r"^[^.\s]+(\.[^.\s]+)*$",
                wanted="keys with dots between, like `approaches.ils-13`",
            ),
            "what the field has and this variant has not",
            distinct=True,
        ),
    }
    return eased | {
        "$id": "https://marshall.example/schemas/overlay.schema.json",
        "title": "Variant: what a variant of a field has otherwise",
        "properties": own | eased["properties"],
        "required": ["extends"],
    }


OVERLAY: Schema = _overlay()
