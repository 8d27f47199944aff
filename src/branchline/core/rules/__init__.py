"""The rules: one state, and the functions that change it. They cite the rules of docs/rules.md by their ids."""
