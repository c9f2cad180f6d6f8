"""What a run shows, for its contributor and for the pull request that brings it: as Markdown and as one HTML file."""
