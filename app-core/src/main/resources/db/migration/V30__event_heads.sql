-- The newest event of each log as each home last signed it.
CREATE TABLE event_head (
    organization_id TEXT NOT NULL REFERENCES organization (id),
    -- The oldest event that was kept then, and the newest.
    oldest BIGINT NOT NULL,
    ordinal BIGINT NOT NULL,
    hash TEXT NOT NULL,
    signed_at BIGINT NOT NULL,
    home_id TEXT NOT NULL,
    signing_key TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (organization_id, home_id)
);
