-- Homes that may open the vault. Public keys are base64url without padding.
CREATE TABLE vault_home (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    public_key TEXT NOT NULL,
    signing_key TEXT NOT NULL,
    joined_at BIGINT NOT NULL
);

-- Versions of the data key that seals secrets.
CREATE TABLE vault_key (
    version INTEGER PRIMARY KEY,
    created_at BIGINT NOT NULL,
    -- When every secret had been sealed with it; null while a rotation is under way.
    completed_at BIGINT
);

-- Each version, wrapped for the public key of each home.
CREATE TABLE vault_wrapping (
    version INTEGER NOT NULL REFERENCES vault_key (version) ON DELETE CASCADE,
    home_id TEXT NOT NULL REFERENCES vault_home (id) ON DELETE CASCADE,
    wrapped TEXT NOT NULL,
    -- The home's public keys, sealed with this version: a rotation trusts no others.
    vouched TEXT NOT NULL,
    PRIMARY KEY (version, home_id)
);

CREATE TABLE vault_invitation (
    id TEXT PRIMARY KEY,
    -- The part of the code that finds the row; the other part opens it.
    locator TEXT NOT NULL UNIQUE,
    salt TEXT NOT NULL,
    -- The versions of the data key, sealed under a key derived from the code; empty once it has expired.
    sealed TEXT NOT NULL,
    -- The newest of them: a later one makes the invitation useless.
    key_version INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Set when it is first found expired, so that a clock that goes back does not revive it.
    expired BOOLEAN NOT NULL,
    tries_left INTEGER NOT NULL
);

-- A data key of before stays in data_key until its home starts and wraps it anew.
INSERT INTO vault_key (version, created_at, completed_at)
SELECT 1, created_at, created_at FROM data_key ORDER BY created_at LIMIT 1;

-- The foreign key keeps a version for as long as a secret is sealed with it.
ALTER TABLE secret ADD COLUMN key_version INTEGER REFERENCES vault_key (version);
UPDATE secret SET key_version = 1 WHERE EXISTS (SELECT version FROM vault_key);
