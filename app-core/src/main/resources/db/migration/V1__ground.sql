CREATE TABLE organization (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE member (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    name TEXT NOT NULL,
    email TEXT,
    role TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    member_id TEXT NOT NULL REFERENCES member (id),
    -- The home whose local-token file holds this key; null for created keys.
    home_id TEXT,
    name TEXT NOT NULL,
    -- Scope names as a JSON list; ["*"] for all of the creator's.
    scopes TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    token_prefix TEXT NOT NULL,
    token_last4 TEXT NOT NULL,
    expires_at BIGINT,
    last_used_at BIGINT,
    created_at BIGINT NOT NULL
);

CREATE INDEX api_key_by_organization ON api_key (organization_id, id);

-- The key that seals the secrets below, wrapped by the master key of each home that may open them.
CREATE TABLE data_key (
    home_id TEXT PRIMARY KEY,
    wrapped TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE secret (
    record_table TEXT NOT NULL,
    record_id TEXT NOT NULL,
    field TEXT NOT NULL,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    sealed TEXT NOT NULL,
    PRIMARY KEY (record_table, record_id, field)
);

-- The head of each organization's chain; writing it first makes appends queue.
CREATE TABLE event_chain (
    organization_id TEXT PRIMARY KEY REFERENCES organization (id),
    ordinal BIGINT NOT NULL,
    hash TEXT NOT NULL
);

CREATE TABLE event (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    ordinal BIGINT NOT NULL,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    occurred_at BIGINT NOT NULL,
    actor TEXT NOT NULL,
    data TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (organization_id, ordinal)
);

CREATE INDEX event_by_subject ON event (organization_id, subject_id, ordinal);

-- What was begun and has no outcome yet. A row left by a console that died reads "outcome unknown".
CREATE TABLE intent (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    home_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    actor TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE job (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    home_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    status TEXT NOT NULL,
    progress_done BIGINT,
    progress_total BIGINT,
    message TEXT,
    error TEXT,
    created_at BIGINT NOT NULL,
    started_at BIGINT,
    finished_at BIGINT
);

CREATE INDEX job_by_organization ON job (organization_id, id);

CREATE TABLE database_connection (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    home_id TEXT NOT NULL,
    name TEXT NOT NULL,
    engine TEXT NOT NULL,
    host TEXT,
    port INTEGER,
    database_name TEXT,
    user_name TEXT,
    path TEXT,
    environment TEXT NOT NULL,
    color TEXT,
    read_only BOOLEAN NOT NULL,
    ssl TEXT NOT NULL,
    ssl_root_certificate TEXT,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    UNIQUE (organization_id, name)
);

CREATE TABLE statement_history (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    connection_id TEXT NOT NULL,
    member_id TEXT NOT NULL,
    origin TEXT NOT NULL,
    kind TEXT NOT NULL,
    statement TEXT NOT NULL,
    outcome TEXT NOT NULL,
    error TEXT,
    row_count BIGINT,
    elapsed_millis BIGINT NOT NULL,
    started_at BIGINT NOT NULL
);

CREATE INDEX statement_history_by_connection ON statement_history (organization_id, connection_id, id);
CREATE INDEX statement_history_by_age ON statement_history (started_at);
