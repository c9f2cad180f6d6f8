"""What must not be published: passwords, keys, tokens, addresses and names of people and hosts; found, and redacted."""
