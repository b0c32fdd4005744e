"""How the embedded pair came to be: corpus, tokenizer, oracle, mogu, evaluation.

Nothing in the app imports this package; it runs as ``python -m tower.training``.
"""
