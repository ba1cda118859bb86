-- The read-only connection that a restored cluster was opened as; it stays until that is deleted.
ALTER TABLE backup_restore ADD COLUMN connection_id TEXT;
