"""The Chat page: messages that stream, what each reply cost, the composer, the list of chats."""
