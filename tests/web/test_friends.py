"""Friends at one table, each with a browser."""

from .conftest import Drive


def test_two_browsers_play_one_game_by_link_see_the_same_score_and_play_again(drive: Drive) -> None:
    assert len(drive("two_players")["totals"]) == 2


def test_two_people_at_one_device_play_a_game_with_a_curtain_in_between(drive: Drive) -> None:
    assert len(drive("hotseat")["totals"]) == 3
