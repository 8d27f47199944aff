"""Names and chat: every script can be written, and nothing is invisible or runs over its line."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from branchline.server.errors import RequestError
from branchline.server.table.text import (
    CHAT_LENGTH,
    MARKS,
    NAME_LENGTH,
    chat_text,
    clean,
    player_name,
)

from .running import Server

ZALGO = "Z\u0301\u0302\u0303\u0304\u0305a"
ANY_TEXT = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\u200c\u200d\ufe0f\u3164\u2800\u0301\u0302\u094d\u0915\u0633🧑🌾\U0001f3fd1# "),
    ),
    max_size=60,
)


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "Zoë", "Nguyễn Thị Ánh", "Đặng", "Łukasz", "O'Neil", "Jean-Luc", "R2-D2", "3"),
        *("李小龍", "さくら", "김민준", "Αλέξανδρος", "ᾄδω", "Владимир", "דָּוִד", "مُحَمَّد", "می\u200cخواهم"),
        *("สมชาย น้ำ", "क्\u200dष", "हिन्दी", "தமிழ்", "བསྒྲུབས", "မြွှေ", "ខ្មែរ", "አበበ"),
        *("🦊", "🧑\u200d🌾 Ann", "👩🏽\u200d🚀", "❤️", "🏴\u200d☠️", "1️⃣", "🇵🇹"),
    ],
)
def test_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    assert player_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            " ",
            "\u200b",
            "\u200d",
            "\u200c\u200d",
            "\u00ad",
            "\u2060",
            "\ufeff",
            "\u202e",
            "\u2066\u2069",
        ),
        *("\u3164", "\uffa0", "\u115f\u1160", "\u2800\u2800", "\u17b4\u17b5", "\u034f", "\ufe0f"),
        *("\U000e0100", "\u0301", "\u0301\u0302", "\u20dd", "...", "-", "\u0e47\u0e47", "\ue000"),
        *("\U000e0041", "\x00\x07", ZALGO, "A" + "\u0301" * 4, "ก" + "\u0e47" * 6, "e" + "\u0489" * 9),
    ],
)
def test_names_that_show_nothing_or_pile_up_are_refused(name: str) -> None:
    with pytest.raises(RequestError, match="bad_name"):
        player_name(name)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("A\u3164nn", "Ann"),
        ("An\u200dn", "Ann"),
        ("A\u200cnn", "Ann"),
        ("  A \n\t nn ", "A nn"),
        ("\u0301Ann", "Ann"),
        ("Ann \u0301B", "Ann B"),
        ("Ann\u200d", "Ann"),
        ("A\ufe0fnn", "Ann"),
        ("\u202ennA", "nnA"),
    ],
)
def test_what_shows_nothing_is_left_out_of_a_name(typed: str, stored: str) -> None:
    assert player_name(typed) == stored


def test_of_a_pile_in_chat_a_few_marks_are_kept() -> None:
    assert chat_text(f"look: {ZALGO}") == "look: \u0179\u0302\u0303a"
    with pytest.raises(RequestError, match="bad_text"):
        chat_text("\u3164\u200b")


@given(ANY_TEXT)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text, NAME_LENGTH)
    assert clean(once, NAME_LENGTH) == once
    assert len(once) <= NAME_LENGTH
    assert once == once.strip()


@given(ANY_TEXT)
def test_a_name_that_is_taken_has_something_to_see_and_no_pile(text: str) -> None:
    try:
        name = player_name(text)
    except RequestError:
        return
    assert any(unicodedata.category(char)[0] in "LNS" for char in name)
    assert longest_pile(name) <= MARKS
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn") for char in name)
    assert player_name(name) == name


@given(ANY_TEXT)
def test_chat_has_no_pile_and_nothing_that_turns_the_text_around(text: str) -> None:
    try:
        words = chat_text(text)
    except RequestError:
        return
    assert len(words) <= CHAT_LENGTH
    assert longest_pile(words) <= MARKS
    assert {char for char in words if unicodedata.category(char)[0] == "C"} <= {"\u200c", "\u200d"}


def longest_pile(text: str) -> int:
    """How many marks stand one after the other at most; what chooses a picture's form is none."""
    longest = count = 0
    for char in unicodedata.normalize("NFD", text):
        count = count + 1 if unicodedata.category(char) in ("Mn", "Me") and char not in "\ufe0e\ufe0f" else 0
        longest = max(longest, count)
    return longest


def test_the_server_refuses_such_names_wherever_they_are_given(server: Server) -> None:
    form = {"board": "london", "seats": [{"kind": "me"}, {}], "name": ZALGO}
    assert server.post("/api/tables", form).json() == {
        "code": "bad_name",
        "data": {"field": "name", "limit": NAME_LENGTH},
    }
    opening = server.open(public=True)
    join = f"/api/tables/{opening['table']['id']}/join"
    refused = server.post(join, {"name": "\u3164"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_name")
    watcher = server.player(opening["table"]["id"], None)
    watcher.hello()
    assert watcher.ask(type="chat", text="hi", name=ZALGO)["type"] == "ack"
    assert watcher.hear("said")["name"] == ""
