"""Deal from a secret that was fixed beforehand, write the record, and let anyone check it.

python examples/verify_a_record.py [FILE]

docs/dealing.md says how the check works; `branchline verify FILE` does it for any record.
"""

import random
import secrets
import sys
from pathlib import Path

from branchline import CommittedDealer, Game, RecordError
from branchline.game.record import read_record
from branchline.game.verify import verify


def main(file: str = "game.record") -> None:
    secret = secrets.token_bytes(32)
    dealer = CommittedDealer(secret)
    print("published before the first card:", dealer.commitment)

    game = Game("london", seats=2, dealer=dealer)
    dice = random.Random(1)
    while game.actor is not None:
        game.play(dice.choice(game.legal()))
    text = game.record()
    Path(file).write_text(text, encoding="utf-8")

    again = Game.replay(text)  # plays every move by the rules
    print("replayed:", again, "won by", again.winners())
    for check in verify(read_record(text), dealer.commitment):
        print("ok   " if check.passed else "WRONG", check.text)

    try:
        Game.replay(text.replace("draw blind", "draw wild", 1))
    except RecordError as error:
        print("a changed record is found out:", error)


if __name__ == "__main__":
    main(*sys.argv[1:2])
