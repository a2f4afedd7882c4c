"""Games made of what other programs wrote, each in a folder of its own."""
