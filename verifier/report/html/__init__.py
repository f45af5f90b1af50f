"""The page: judged chains as one HTML file that needs no network."""
