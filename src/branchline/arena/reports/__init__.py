"""What results say: win rates with intervals, ratings, sequential tests, the ladder."""
