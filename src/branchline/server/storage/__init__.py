"""The event log in a database: the store, its writer thread, its schema and its migrations."""
