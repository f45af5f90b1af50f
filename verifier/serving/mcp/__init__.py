"""The judge as tools of a language model that reasons, over the Model Context Protocol (extra ``mcp``)."""
