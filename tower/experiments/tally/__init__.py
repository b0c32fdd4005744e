"""Counting what a decoder writes in thousands of independent runs, and comparing it with the target's exact law.

A run is the beginning of one decoding: its first one to three words. Runs are not decoded one by one. All of them
stand on a tree of beginnings, many on the same one, and move down it together: each beginning is scored once for all
runs that reach it, and each run's word there follows from the rule's own three pieces and the run's own addressed luck.
`tests/experiments/test_tally_runs.py` checks that the words are those of the decoder itself, run by run.

Knows no tokenizer and no screen.
"""
