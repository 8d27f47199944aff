"""The rules a second time: slow, plain, and written without a look at the engine.

`table` follows a game move by move, `recount` scores a finished one with networkx, `scripts` plays random
games on a table for the engine to follow, and `compare` lays the two side by side.
"""
