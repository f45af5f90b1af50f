"""What is said of judged steps and chains: judgements, notes, reasons, and how results are shown."""
