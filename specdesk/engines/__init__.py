"""What runs a model: finding, probing, speaking to, starting, watching and stopping engines."""
