"""Reviews: what a finished game turned on, by win chances, errors and luck."""

from .result import Review

__all__ = ["Review"]
