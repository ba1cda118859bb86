-- What is backed up, where to, and what is kept.
CREATE TABLE backup_config (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    -- Where restores are made.
    server_id TEXT NOT NULL REFERENCES server (id),
    -- The connection that leads to the cluster.
    database_id TEXT NOT NULL REFERENCES database_connection (id),
    -- The only console that may work it; null for any.
    only_home TEXT,
    -- Who logs in for replication; null for the connection's own login.
    login_user TEXT,
    system_identifier TEXT NOT NULL,
    segment_bytes BIGINT NOT NULL,
    rehearsal_directory TEXT,
    provider TEXT NOT NULL,
    bucket TEXT NOT NULL,
    region TEXT,
    endpoint TEXT,
    prefix TEXT NOT NULL,
    schedule TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    wal_schedule TEXT,
    keep_newest INTEGER NOT NULL,
    retention_days INTEGER NOT NULL,
    enabled BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    -- Who set it up.
    actor_member_id TEXT NOT NULL,
    actor_key_id TEXT
);

CREATE INDEX backup_config_by_server ON backup_config (server_id);
CREATE INDEX backup_config_by_database ON backup_config (database_id);

-- How far the WAL of each is, as its console wrote it down last.
CREATE TABLE backup_progress (
    config_id TEXT PRIMARY KEY REFERENCES backup_config (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    detail TEXT,
    -- Whether the cluster may have a slot of ours.
    has_slot BOOLEAN NOT NULL,
    -- Up to where WAL is stored, and the server's time that this reaches.
    timeline INTEGER,
    position TEXT,
    last_wal_at BIGINT,
    lag_bytes BIGINT NOT NULL,
    retained_bytes BIGINT,
    seen_at BIGINT NOT NULL
);

CREATE TABLE backup_run (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    config_id TEXT NOT NULL REFERENCES backup_config (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    trigger_kind TEXT NOT NULL,
    job_id TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT,
    size_bytes BIGINT,
    verification TEXT NOT NULL,
    error TEXT,
    -- Stays whatever its age.
    keep BOOLEAN NOT NULL,
    -- Before which place its WAL does not begin.
    start_timeline INTEGER,
    start_position TEXT,
    -- Whether its base goes; it is no longer restored from.
    removing BOOLEAN NOT NULL
);

CREATE INDEX backup_run_newest ON backup_run (config_id, id);
CREATE UNIQUE INDEX backup_run_waiting ON backup_run (config_id) WHERE status = 'queued';
CREATE UNIQUE INDEX backup_run_alone ON backup_run (config_id) WHERE status = 'running';

-- WAL that was never received.
CREATE TABLE backup_gap (
    config_id TEXT NOT NULL REFERENCES backup_config (id) ON DELETE CASCADE,
    timeline INTEGER NOT NULL,
    from_position TEXT NOT NULL,
    to_position TEXT NOT NULL,
    last_time BIGINT,
    noticed_at BIGINT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (config_id, timeline, from_position)
);

-- What deleted configurations left: a slot, and objects where those go too.
CREATE TABLE backup_leftover (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    database_id TEXT NOT NULL,
    only_home TEXT,
    login_user TEXT,
    system_identifier TEXT NOT NULL,
    provider TEXT NOT NULL,
    bucket TEXT NOT NULL,
    region TEXT,
    endpoint TEXT,
    prefix TEXT NOT NULL,
    deletes_objects BOOLEAN NOT NULL,
    since BIGINT NOT NULL
);

-- Restores that are under way, and those whose directory has still to be removed.
CREATE TABLE backup_restore (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    config_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    server_id TEXT NOT NULL REFERENCES server (id),
    home_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    directory TEXT NOT NULL,
    -- As whom the cluster runs there; null for the console's own user.
    run_as TEXT,
    programs TEXT NOT NULL,
    -- Whether nobody restores any more, so that its directory is to be removed.
    abandoned BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX backup_restore_by_config ON backup_restore (config_id);
