"""Speech markup for services that take it, written and escaped in this one place.

A callsign is chosen by a pilot and may hold anything, markup included. Text is escaped here and the
finished document is parsed before it leaves, so that no name can break it or add to it.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape, quoteattr

from engine.model.errors import SpeechError

__all__ = ["ssml"]

# Characters XML 1.0 cannot hold in any form, escaped or not.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def ssml(text: str, *, rate: float = 1.0, pitch: float | None = None) -> str:
    """Return a document that speaks exactly `text`.

    `pitch` is left out where None: neural voices refuse it.

    >>> ssml("Smith & Sons", rate=1.1)
    '<speak><prosody rate="110%">Smith &amp; Sons</prosody></speak>'
    """
    manner = f" rate={quoteattr(f'{round(rate * 100)}%')}"
    if pitch is not None:
        manner += f" pitch={quoteattr(f'{round((pitch - 1.0) * 100):+d}%')}"
    body = escape(_NOT_XML.sub(" ", text))
    document = f"<speak><prosody{manner}>{body}</prosody></speak>"
    try:
        ET.fromstring(document)  # noqa: S314  # our own document, no entities or DTD
    except ET.ParseError as error:
        message = "a text could not be written as speech markup"
        raise SpeechError(message) from error
    return document
