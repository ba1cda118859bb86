CREATE TABLE server (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    host TEXT,
    port INTEGER,
    user_name TEXT,
    auth TEXT,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    UNIQUE (organization_id, name)
);

ALTER TABLE database_connection ADD COLUMN server_id TEXT REFERENCES server (id);
