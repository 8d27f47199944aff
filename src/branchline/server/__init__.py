"""The server: people, programs and bots play at its tables, over HTTP and WebSocket.

From the inside out: `table` (events, commands, the state of a table), `wire` (messages, and what each viewer may see),
`storage` (the event log in a database), `live` (tables in memory, automation, bots), `web` (endpoints, sockets, page).
`app` puts them together, and `run` is what the command `branchline serve` does.
"""
