"""The speed accounts: what drafting costs and gains, by formula, on paper and on this machine."""
