"""The pipeline: a text is read, decided, estimated, and becomes a judged chain; alone, or with its translations."""
