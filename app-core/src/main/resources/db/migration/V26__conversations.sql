-- What of a database assistants may be told: nothing, names, rows.
ALTER TABLE database_connection ADD COLUMN assistant_sharing TEXT NOT NULL DEFAULT 'rows';
UPDATE database_connection SET assistant_sharing = 'names' WHERE environment = 'production';

-- What a member and the assistant said to each other.
CREATE TABLE conversation (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    member_id TEXT NOT NULL,
    -- The credential whose outside assistant files its plans here; null for one that a person began.
    outside_key TEXT,
    title TEXT NOT NULL,
    -- The job that answers now; null for none.
    job_id TEXT,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL
);

CREATE INDEX conversation_by_member ON conversation (organization_id, member_id, id);
CREATE UNIQUE INDEX conversation_of_outside ON conversation (organization_id, member_id, outside_key);

CREATE TABLE conversation_message (
    id TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    role TEXT NOT NULL,
    content TEXT NOT NULL,
    -- A JSON array; null for what a person wrote.
    tool_events TEXT,
    -- The plan that was filed with it; null for none.
    plan_id TEXT,
    created_at BIGINT NOT NULL,
    UNIQUE (conversation_id, ordinal)
);

-- What an assistant proposes to do, step by step.
CREATE TABLE conversation_plan (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    -- The key that filed it; null for the window.
    key_id TEXT,
    -- A JSON array.
    steps TEXT NOT NULL,
    -- SHA-256 of what the steps do, in hex.
    digest TEXT NOT NULL,
    status TEXT NOT NULL,
    job_id TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    decided_at BIGINT
);

CREATE INDEX conversation_plan_by_conversation ON conversation_plan (conversation_id, id);
