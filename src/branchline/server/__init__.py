"""The table: a service over HTTP and WebSocket at which friends, strangers and bots play.

From the inside out: `deeds` (what is stored), `table` (the game that they add up to), `news` and `telling` (what a
viewer hears of it), `store` and `writer` (the event log), `hub` (live tables), `keeper` (bots and clocks), `lobby`,
`archive`, `about` and `sockets` (what clients reach).
"""
