"""Reviews: what a finished game turned on, by win chances, errors and luck."""

from .result import Review
from .review import review
from .store import FileStore, Store

__all__ = ["FileStore", "Review", "Store", "review"]
