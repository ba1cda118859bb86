-- Calls that may be sent again under the same key. Stored with the first change that a call makes.
CREATE TABLE idempotency_key (
    -- Hash of organization, credential, operation and key.
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    -- Hash of the body.
    content TEXT,
    home_id TEXT NOT NULL,
    console_run TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Of the answer; null while there is none, 0 for one that was too large to keep.
    status INTEGER,
    headers TEXT,
    media_type TEXT,
    body TEXT
);

CREATE INDEX idempotency_key_by_age ON idempotency_key (created_at);
