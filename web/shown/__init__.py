"""What is shown in more than one place: turns, verdicts, where a camera stands."""
