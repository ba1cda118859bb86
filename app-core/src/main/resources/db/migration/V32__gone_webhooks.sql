-- Of a webhook that is removed here and maybe not yet at its provider; its subject is itself from then on.
ALTER TABLE vcs_hook ADD COLUMN gone_at BIGINT;
