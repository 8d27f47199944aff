"""Games as data: decisions and games as Parquet files, with a card that says what is in them."""

from .card import Card, read_card
from .export import Export, export_games
from .source import from_bots, from_records, from_results

__all__ = ["Card", "Export", "export_games", "from_bots", "from_records", "from_results", "read_card"]
