-- A removed member stays for the record: what they did names them.
ALTER TABLE member ADD COLUMN removed_at BIGINT;
-- When a key of theirs was first used, or a home became theirs; null until then.
ALTER TABLE member ADD COLUMN used_at BIGINT;

UPDATE member SET used_at = created_at;

-- Addresses lie in lower case.
CREATE UNIQUE INDEX member_by_email ON member (organization_id, email) WHERE removed_at IS NULL;

-- Set when a key is first found expired, so that a clock that goes back does not revive it.
ALTER TABLE api_key ADD COLUMN expired BOOLEAN NOT NULL DEFAULT FALSE;
-- How many days before its end that was last told; null while it was not.
ALTER TABLE api_key ADD COLUMN expiry_told INTEGER;

CREATE INDEX api_key_by_member ON api_key (member_id);

CREATE TABLE member_invite (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    invited_by TEXT NOT NULL REFERENCES member (id),
    -- The key that made it, and with which it ends; null for the window and a local token.
    key_id TEXT,
    -- Whether it is for a member who was here and has no key that works any more.
    again BOOLEAN NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Set when it is first found expired, as that of a key.
    expired BOOLEAN NOT NULL,
    used_at BIGINT
);

CREATE INDEX member_invite_by_organization ON member_invite (organization_id, id);
