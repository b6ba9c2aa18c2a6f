"""How recognition spells: number words, acronyms, contractions, and words without meaning.

Kept apart from the code that uses it because it grows with every sortie that is reviewed.
"""

from __future__ import annotations

__all__ = ["ACRONYMS", "CONTRACTIONS", "FILLERS", "HOMOPHONES", "RESPELT", "SPOKEN", "TENS"]


def _table(text: str) -> dict[str, str]:
    """Read "word=meaning; word=meaning"."""
    return {word: means for word, _, means in (one.partition("=") for one in text.split("; "))}


SPOKEN = _table(
    "zero=0; one=1; two=2; three=3; four=4; five=5; six=6; seven=7; eight=8; nine=9; niner=9; "
    "tree=3; fower=4; fife=5; wun=1; vun=1; sree=3; zree=3; dree=3; zeven=7; zix=6; ait=8; oh=0; "
    "ten=10; eleven=11; twelve=12; thirteen=13; "
    "fourteen=14; fifteen=15; sixteen=16; seventeen=17; eighteen=18; nineteen=19"
)
"""Number words and the digits that they are."""

TENS = {
    word: int(number)
    for word, number in _table(
        "twenty=20; thirty=30; forty=40; fourty=40; fifty=50; sixty=60; seventy=70; eighty=80; "
        "ninety=90"
    ).items()
}

HOMOPHONES = _table("to=2; too=2; for=4; won=1; ate=8; o=0; wants=1")
"""Words that are digits only beside digits, or after the name of a callsign."""

ACRONYMS = frozenset(
    [
        "asr",
        "atis",
        "dme",
        "efc",
        "gca",
        "gps",
        "ifr",
        "ils",
        "imc",
        "mda",
        "ndb",
        "pan",
        "par",
        "qfe",
        "qnh",
        "rnav",
        "vfr",
        "vmc",
        "vor",
    ]
)
"""Spelled out letter by letter ("Q N H"), they are one word."""

RESPELT = _table(
    "centre=center; term=turn; minor=niner; alright=okay; ok=okay; dont=do not; "
    "mum=mom; mums=mom; moms=mom; mother=mom; mothers=mom; delays=delay; gimme=give me; "
    "lemme=let me; soul=souls; persons=person; localiser=localizer; "
    "gonna=going to; wanna=want to; affirmative=affirm; takeoff=take off; standby=stand by; "
    "readback=read back; goaround=go around; cannot=unable; clearence=clearance; "
    "runways=runway; xray=x-ray; juliet=juliett; alpha=alfa; whisky=whiskey; startup=start up; "
    "pushback=push back; breakup=break up; mic=mike; miles=mile; knots=knot; degrees=degree; "
    "minutes=minute; seconds=second; vectors=vector; thousands=thousand; hundreds=hundred; "
    "angles=angels; angel=angels; marshall=marshal; hectopascals=hectopascal; "
    "day-see-mal=decimal; pounds=pound; lbs=pound; nm=mile; kts=knot; ft=feet; foot=feet; "
    "rwy=runway; fl=flight level; lefthand=left; thats=that is; till=until; "
    "til=until; decimals=decimal; "
    # accents, as a recogniser spells them
    "tousand=thousand; sousand=thousand; zousand=thousand; thousend=thousand; tausend=thousand; "
    "thousant=thousand; hundert=hundred; runvay=runway; runvey=runway; vind=wind; vith=with; "
    "vant=want; vants=wants; vector's=vector; dis=this; zis=this; ze=the; ve=we; dat=that; "
    "rekvest=request; rikvest=request; requesto=request; klimb=climb; ready's=ready"
)
"""One spelling for each word; units in the singular."""

CONTRACTIONS = _table(
    "i'm=; i've=have; i'd=would; i'll=; we're=; we've=have; we'd=would; we'll=; "
    "you're=you are; it's=; that's=that is; what's=what is; where's=where is; how's=how is; "
    "don't=do not; can't=unable; didn't=did not; there's=; couldn't=did not; haven't=not; "
    "isn't=not; won't=not; who's=who is; let's=; o'clock=oclock; mom's=mom; wasn't=not; "
    "doesn't=not; you've=you"
)

FILLERS = frozenset(
    [
        "a",
        "ah",
        "am",
        "an",
        "and",
        "are",
        "be",
        "eh",
        "er",
        "erm",
        "gentlemen",
        "good",
        "hello",
        "hey",
        "hi",
        "hmm",
        "i",
        "is",
        "it",
        "its",
        "just",
        "mm",
        "my",
        "now",
        "of",
        "our",
        "please",
        "sir",
        "so",
        "the",
        "then",
        "there",
        "this",
        "to",
        "uh",
        "um",
        "was",
        "we",
        "ya",
        "yeah",
    ]
)
"""Words without meaning here, dropped from calls and from patterns alike."""
