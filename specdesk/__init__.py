"""SpecDesk: is speculative decoding worth it on this machine, with these models, for this text?"""

__version__ = "0.1.0"
