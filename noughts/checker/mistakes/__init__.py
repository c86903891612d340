"""
What students get wrong: one catalogue of wrong and right code, used both ways.

Forwards a row repairs a file, so that asking it again can prove the mistake. Backwards
the same row makes that mistake in a correct engine. `mistakes.toml` says how to write a
row; `models` has what cannot be found in the source: what such a file answers.
"""
