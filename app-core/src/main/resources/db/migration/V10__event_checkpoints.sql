-- Where an organization's log begins now: the last event that was removed. Its successor's hash covers its hash, and
-- chained covers the checkpoint before, so that neither can be moved unseen.
CREATE TABLE event_checkpoint (
    organization_id TEXT PRIMARY KEY REFERENCES organization (id),
    ordinal BIGINT NOT NULL,
    hash TEXT NOT NULL,
    chained TEXT NOT NULL,
    removed_at BIGINT NOT NULL
);
