-- The key that made this one, and with which it ends; null for those made at a window or with a local token.
ALTER TABLE api_key ADD COLUMN parent_id TEXT REFERENCES api_key (id) ON DELETE CASCADE;

CREATE INDEX api_key_by_parent ON api_key (parent_id);
