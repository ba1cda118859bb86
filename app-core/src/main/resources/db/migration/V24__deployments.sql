-- Where the releases of an app come from; the id is the app's.
CREATE TABLE app_source (
    id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    connection_id TEXT REFERENCES vcs_connection (id),
    -- The repository and what is done with it, as a JSON object.
    settings TEXT NOT NULL,
    -- In whose name pushes are deployed.
    actor_member_id TEXT NOT NULL,
    actor_key_id TEXT,
    actor_scopes TEXT,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL
);

CREATE INDEX app_source_by_connection ON app_source (connection_id);

CREATE TABLE deployment (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    app_id TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
    server_id TEXT NOT NULL,
    only_home TEXT,
    status TEXT NOT NULL,
    trigger_kind TEXT NOT NULL,
    actor_member_id TEXT NOT NULL,
    actor_key_id TEXT,
    actor_scopes TEXT,
    ref TEXT,
    commit_id TEXT,
    subject TEXT,
    author TEXT,
    -- The deployment whose release is taken again.
    rollback_to TEXT,
    -- The deployment whose release served before.
    replaced TEXT,
    -- Whether its release lies on the server.
    released BOOLEAN NOT NULL,
    -- Whether the switch began.
    switched BOOLEAN NOT NULL,
    restored BOOLEAN,
    -- Whether something of it is left to tidy up, since its console died.
    unfinished BOOLEAN NOT NULL,
    gap_millis BIGINT,
    error TEXT,
    log_bytes BIGINT NOT NULL,
    home_id TEXT NOT NULL,
    job_id TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT
);

CREATE INDEX deployment_by_app ON deployment (app_id, id);
CREATE INDEX deployment_by_organization ON deployment (organization_id, id);
CREATE INDEX deployment_open ON deployment (server_id, id) WHERE status IN ('queued', 'running') OR unfinished;

CREATE TABLE deployment_step (
    id TEXT PRIMARY KEY,
    deployment_id TEXT NOT NULL REFERENCES deployment (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT,
    -- How many bytes of the log came before it.
    log_place BIGINT,
    UNIQUE (deployment_id, ordinal)
);

-- The commit that a source's branch led to when it was looked at last, or when its provider told of it.
CREATE TABLE app_source_tip (
    id TEXT PRIMARY KEY REFERENCES app_source (id) ON DELETE CASCADE,
    branch TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    -- Counts every change, so that a look that began before one is discarded.
    revision BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
