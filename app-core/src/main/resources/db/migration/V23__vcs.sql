-- Where repositories are kept. The tokens are in the vault.
CREATE TABLE vcs_connection (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    UNIQUE (organization_id, name)
);

-- Webhooks at providers, by which these tell of pushes. What proves that they do is in the vault.
CREATE TABLE vcs_hook (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    connection_id TEXT NOT NULL REFERENCES vcs_connection (id),
    -- Whom pushes concern; an id of another feature.
    subject_id TEXT NOT NULL,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    -- A JSON array.
    events TEXT NOT NULL,
    active BOOLEAN NOT NULL,
    -- Whether what comes is signed, and not only has a token with it.
    signed BOOLEAN NOT NULL,
    -- The provider's own id; null until it has made the webhook.
    remote_id TEXT,
    created_at BIGINT NOT NULL,
    UNIQUE (connection_id, subject_id, owner, name)
);

CREATE INDEX vcs_hook_by_subject ON vcs_hook (organization_id, subject_id);

-- What a webhook has brought already, so that it counts once.
CREATE TABLE vcs_delivery (
    hook_id TEXT NOT NULL REFERENCES vcs_hook (id) ON DELETE CASCADE,
    -- SHA-256, in hex, of the provider's id or of what was signed.
    mark TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (hook_id, mark)
);

CREATE INDEX vcs_delivery_by_age ON vcs_delivery (received_at);
