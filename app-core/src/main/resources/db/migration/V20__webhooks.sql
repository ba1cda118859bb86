-- What hears of events: how far it is in its organization's log, and for how long it has failed.
CREATE TABLE delivery_target (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    -- Grows each time that it begins anew; what was under way before counts no longer.
    epoch BIGINT NOT NULL,
    -- Of the last event that it was told of, or that it did not ask for.
    ordinal BIGINT NOT NULL,
    -- How long nothing has succeeded, as far as it was tried, and when it failed last; null after a success.
    failing_millis BIGINT NOT NULL,
    failed_at BIGINT,
    -- Whether it was said that it fails.
    failing_told BOOLEAN NOT NULL
);

-- What a target was told, and is to be told, of what repeats.
CREATE TABLE delivery_flood (
    target_id TEXT NOT NULL REFERENCES delivery_target (id) ON DELETE CASCADE,
    topic TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    -- How often it was told anew while it went on.
    step INTEGER NOT NULL,
    told_at BIGINT,
    resolved_at BIGINT,
    -- Whether it was told that something is wrong, and not that it is over.
    open BOOLEAN NOT NULL,
    -- How many events wait to be told, the places of the first and the newest in the log, and when they are due.
    held INTEGER NOT NULL,
    first_ordinal BIGINT NOT NULL,
    newest_ordinal BIGINT NOT NULL,
    newest_id TEXT,
    newest_opens BOOLEAN NOT NULL,
    since BIGINT,
    due_at BIGINT,
    PRIMARY KEY (target_id, topic, subject_id)
);

-- Events on their way to a target, and what became of those that have ended.
CREATE TABLE delivery (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    target_id TEXT NOT NULL REFERENCES delivery_target (id) ON DELETE CASCADE,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    -- Of all its events; null for one event, and for a digest.
    topic TEXT,
    -- The places in the log of the first and the newest event that it tells of, and how many they are.
    first_ordinal BIGINT NOT NULL,
    ordinal BIGINT NOT NULL,
    events INTEGER NOT NULL,
    -- What they happened to, as a JSON array; none for a digest, and where each event is a message.
    subjects TEXT NOT NULL,
    status TEXT NOT NULL,
    -- JSON; of the newest tries.
    attempts TEXT NOT NULL,
    -- How many tries of the plan have failed.
    failures INTEGER NOT NULL,
    -- Of the last try.
    request_headers TEXT NOT NULL,
    response_headers TEXT,
    response_body TEXT,
    -- When the next try is due, and when that was decided; null once it has ended.
    planned_at BIGINT,
    due_at BIGINT,
    created_at BIGINT NOT NULL,
    finished_at BIGINT
);

CREATE INDEX delivery_event ON delivery (organization_id, event_id);
CREATE INDEX delivery_newest ON delivery (target_id, id);
CREATE INDEX delivery_bundles ON delivery (organization_id, ordinal) WHERE events > 1;
CREATE INDEX delivery_due ON delivery (due_at) WHERE status = 'pending';
CREATE INDEX delivery_pending ON delivery (target_id, due_at) WHERE status = 'pending';
CREATE INDEX delivery_ended ON delivery (organization_id, finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE webhook (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    enabled BOOLEAN NOT NULL,
    disabled_reason TEXT,
    -- Until when the secret before signs too; null for no such secret.
    previous_secret_until BIGINT,
    -- The key that it was set up with; null at the window.
    key_id TEXT,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL
);

CREATE INDEX webhook_newest ON webhook (organization_id, id);
