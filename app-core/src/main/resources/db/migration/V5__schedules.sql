-- What a job came to, as a JSON object, and what a caller needs to cancel it; null is what it takes to see it.
ALTER TABLE job ADD COLUMN result TEXT;
ALTER TABLE job ADD COLUMN cancel_scope TEXT;

CREATE TABLE schedule (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    server_id TEXT NOT NULL REFERENCES server (id),
    name TEXT NOT NULL,
    command TEXT NOT NULL,
    cron TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    timeout_seconds BIGINT NOT NULL,
    overlap TEXT NOT NULL,
    missed TEXT NOT NULL,
    -- Every due time up to here has had its run, its row or its reason.
    handled_until BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    UNIQUE (organization_id, name)
);

CREATE INDEX schedule_by_server ON schedule (server_id);

CREATE TABLE schedule_pause (
    organization_id TEXT PRIMARY KEY REFERENCES organization (id),
    paused_at BIGINT NOT NULL
);

CREATE TABLE schedule_run (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    schedule_id TEXT NOT NULL REFERENCES schedule (id) ON DELETE CASCADE,
    status TEXT NOT NULL,
    trigger_kind TEXT NOT NULL,
    -- Null for a run that no due time asked for.
    due_at BIGINT,
    -- The only console that may run it; null for any.
    only_home TEXT,
    -- The console that made it, and once it runs the one that runs it.
    home_id TEXT NOT NULL,
    job_id TEXT,
    -- Why it shall stop; what runs it looks here.
    stop_reason TEXT,
    exit_code INTEGER,
    output_tail TEXT,
    error TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT
);

CREATE UNIQUE INDEX schedule_run_once ON schedule_run (schedule_id, due_at);
CREATE INDEX schedule_run_newest ON schedule_run (schedule_id, id);
CREATE INDEX schedule_run_waiting ON schedule_run (schedule_id, id) WHERE status = 'queued';
CREATE UNIQUE INDEX schedule_run_alone ON schedule_run (schedule_id) WHERE status = 'running';

-- Until when a console is known to work its runs.
CREATE TABLE console_lease (
    home_id TEXT PRIMARY KEY,
    seen_at BIGINT NOT NULL
);

-- db-scheduler's own (its PostgreSQL schema).
CREATE TABLE schedule_due (
    task_name TEXT NOT NULL,
    task_instance TEXT NOT NULL,
    task_data BYTEA,
    execution_time TIMESTAMP WITH TIME ZONE NOT NULL,
    picked BOOLEAN NOT NULL,
    picked_by TEXT,
    last_success TIMESTAMP WITH TIME ZONE,
    last_failure TIMESTAMP WITH TIME ZONE,
    consecutive_failures INTEGER,
    last_heartbeat TIMESTAMP WITH TIME ZONE,
    version BIGINT NOT NULL,
    priority SMALLINT,
    PRIMARY KEY (task_name, task_instance)
);

CREATE INDEX schedule_due_execution_time ON schedule_due (execution_time);
CREATE INDEX schedule_due_last_heartbeat ON schedule_due (last_heartbeat);
