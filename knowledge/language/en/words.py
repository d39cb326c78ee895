"""English words: their stems, and those that say nothing about the subject."""

import threading
from functools import lru_cache

import snowballstemmer

STOP_WORDS = frozenset(
    """a about after all also am an and any are as at be been before being but by can could did do
    does doing don for from get gets got had has have having he her here him his how i if in into is
    it its just let ll long many may me might much must my need no nor not of off on one or our out
    over please she should so some tell than that the their them then there these they this those to
    too under until up us ve want was we were what when where which while who whom why will with
    would you your yes hi hello thanks thank know someone somebody anyone
    give often far soon big biggest ok okay allowed possible t s m d re really actually just still
    already something anything thing things stuff want wants wanna gonna guy lady man
    woman""".split()
)
"""Question words, and words that say nothing about the subject."""
_STEMMER = snowballstemmer.stemmer("english")
_STEMMING = threading.Lock()
"""The stemmer stores its current word, so it is not thread-safe."""


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a word: refund for refunds."""
    with _STEMMING:
        stemmed: str = _STEMMER.stemWord(word)
    return stemmed
