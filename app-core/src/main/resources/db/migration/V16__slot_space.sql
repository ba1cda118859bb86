-- The server gives the slot up when it would keep more than this; null for no limit, or unknown.
ALTER TABLE backup_progress ADD COLUMN retained_limit_bytes BIGINT;
-- On the disk that the WAL lies on; null where the server's machine cannot be asked.
ALTER TABLE backup_progress ADD COLUMN free_bytes BIGINT;
