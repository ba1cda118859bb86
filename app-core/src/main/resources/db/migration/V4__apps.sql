CREATE TABLE app (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    name TEXT NOT NULL,
    server_id TEXT NOT NULL REFERENCES server (id),
    runtime TEXT NOT NULL,
    restart TEXT NOT NULL,
    -- What the runtime needs, as a JSON object; of the environment only the names, the values are sealed.
    spec TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    UNIQUE (organization_id, name)
);

CREATE INDEX app_by_server ON app (server_id, runtime);

-- What people want of an app and how it was last seen, so that whatever happens is told once.
CREATE TABLE app_state (
    app_id TEXT PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    -- running or stopped; null while nobody said and nobody looked.
    wanted TEXT,
    -- From a crash that was told until it is well again.
    failed BOOLEAN NOT NULL,
    -- How often the console started it again since a person did.
    restarts BIGINT NOT NULL,
    -- The copies as last seen, as a JSON object by name; null before the first look.
    seen TEXT,
    revision BIGINT NOT NULL
);
