"""The rules: one state, and functions that change it as docs/rules.md says."""
