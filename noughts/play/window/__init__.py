"""
The full window: an event changes the state, and the state is drawn.

`state` holds all that is shown and the changes to it, `controls` the keys and buttons,
`thinking` the opponent's moves, `layout` the places of things in a window of any size,
`drawing` the picture, and `events` the loop.
"""
