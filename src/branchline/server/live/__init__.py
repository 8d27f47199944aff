"""Live tables of one process: the hub, automation, bots in their processes, replays."""
