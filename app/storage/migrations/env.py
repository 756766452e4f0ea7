"""What Alembic runs for every command: it works on the connection it is given, within that connection's transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], target_metadata=None)
context.run_migrations()
