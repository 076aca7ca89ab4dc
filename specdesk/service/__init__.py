"""The asyncio thread that owns processes and streams and hands frozen events out."""
