"""At least one test for every numbered rule, named after its id, one file for each letter."""
