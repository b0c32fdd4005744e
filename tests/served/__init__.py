"""Targets behind a server: a small one of the tests' own, and a real vLLM where one was started."""
