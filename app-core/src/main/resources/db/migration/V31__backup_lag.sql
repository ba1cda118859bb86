-- Null while nobody is logged in to the cluster: what was known then says nothing of now.
ALTER TABLE backup_progress DROP COLUMN lag_bytes;
ALTER TABLE backup_progress ADD COLUMN lag_bytes BIGINT;
-- Whether it was said that changes reach the backups late, and not yet that they arrive again.
ALTER TABLE backup_progress ADD COLUMN is_late BOOLEAN NOT NULL DEFAULT FALSE;
