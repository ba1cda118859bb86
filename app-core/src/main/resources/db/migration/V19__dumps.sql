-- What is made of the database: continuous backups of its cluster, dumps, or copies of a file.
ALTER TABLE backup_config ADD COLUMN type TEXT NOT NULL DEFAULT 'pitr';

-- What is restored. The directory of a dump is the name of the new database, that of a file the new file's path.
ALTER TABLE backup_restore ADD COLUMN type TEXT NOT NULL DEFAULT 'pitr';
-- The connection to the server that a new database is on; null for a cluster.
ALTER TABLE backup_restore ADD COLUMN database_id TEXT;
