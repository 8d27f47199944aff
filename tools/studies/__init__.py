"""The studies in docs/studies. `make studies` makes them anew: python -m tools.studies [NAME …]."""
