"""What everybody needs to know about Tic-Tac-Toe: the contract, rules and truth."""
