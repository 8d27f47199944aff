"""Tables in the memory of one process: the hub, automation, the bot pool, fan-out, replays."""
