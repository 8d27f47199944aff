"""The fuzz: views, set-ups, records, boards and moves as nobody should send them. `python -m tools.fuzz --help`"""
