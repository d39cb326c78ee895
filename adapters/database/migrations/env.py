"""Called by Alembic: runs the migrations in the connection that was handed in."""

from alembic import context

from adapters.database.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
context.run_migrations()
