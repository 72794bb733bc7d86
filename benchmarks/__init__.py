"""Speed and accuracy, measured as ratios within one run on one core."""
