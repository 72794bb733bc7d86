"""What is said to people: messages, which stay keys until somebody asks for them in a language, and the catalogues."""
