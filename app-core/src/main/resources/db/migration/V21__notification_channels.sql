-- Where messages of events go. What they are sent to is in the vault; the hint is what others may see of it.
CREATE TABLE notification_channel (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    -- Names of events, groups such as deploy.*, or *, as a JSON array.
    events TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    hint TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    UNIQUE (organization_id, name)
);
