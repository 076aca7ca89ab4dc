"""The first start: engine, target, draft or none, each chosen already, and one button to try it."""
