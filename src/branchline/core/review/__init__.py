"""What a review needs of positions: the chances of all seats, before and after what chance deals."""
