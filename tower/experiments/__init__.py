"""What is run many times to learn something: timings, tallies."""
