-- When backups are restored on trial, and what is looked at then.
ALTER TABLE backup_config ADD COLUMN rehearsal_schedule TEXT;
ALTER TABLE backup_config ADD COLUMN rehearsal_sql TEXT;

-- Restores on trial.
CREATE TABLE backup_rehearsal (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    config_id TEXT NOT NULL REFERENCES backup_config (id) ON DELETE CASCADE,
    status TEXT NOT NULL,
    trigger_kind TEXT NOT NULL,
    job_id TEXT NOT NULL,
    -- Whose base was taken.
    run_id TEXT,
    started_at BIGINT NOT NULL,
    finished_at BIGINT,
    recovery_millis BIGINT,
    lag_millis BIGINT,
    table_count BIGINT,
    row_count BIGINT,
    error TEXT
);

CREATE INDEX backup_rehearsal_newest ON backup_rehearsal (config_id, id);
