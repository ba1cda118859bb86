-- Whether the vault holds the key of the assistant's model.
ALTER TABLE organization_settings ADD COLUMN assistant_key BOOLEAN NOT NULL DEFAULT FALSE;
