"""Whatever the server may refuse, the page has words for it."""

import re
from pathlib import Path

from branchline.server.errors import STATUS

ROOT = Path(__file__).parents[2]
#: Refusals that only programs meet: the page never sends what earns them.
PROGRAMS = {
    "not_json",
    "wrong_origin",
    "wrong_host",
    "no_length",
    "no_such_page",
    "wrong_method",
    "seats_open",
    "not_away",
    "too_large",
    "wrong_type",
    "bad_seats",
    "bad_first",
    "bad_subscription",
    "no_push",
}


#: What the page itself puts into a text.
VOCABULARY = {"wild", "wilds", "a_wild", "cars"}


def test_every_refusal_has_words_that_need_no_more_than_its_code() -> None:
    texts = (ROOT / "web/src/i18n/en.ts").read_text(encoding="utf-8")
    words = dict(re.findall(r'"((?:refused|why)\.\w+)":\s+"(.*)"', texts))
    reasons = (ROOT / "src/branchline/game/reasons.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'Reason\(\s*"(\w+)"', reasons)) | (set(STATUS) - PROGRAMS)
    for code in sorted(codes):
        text = words.get(f"refused.{code}") or words.get(f"why.{code}")
        assert text is not None, code
        assert set(re.findall(r"{(\w+)}", text)) <= VOCABULARY, text
