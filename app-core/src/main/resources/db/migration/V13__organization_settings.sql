-- What an organization's owner set; defaults hold for one without a row and for what the JSON leaves out.
CREATE TABLE organization_settings (
    organization_id TEXT PRIMARY KEY REFERENCES organization (id),
    settings TEXT NOT NULL,
    -- Whether the vault holds the mail server's password.
    smtp_password BOOLEAN NOT NULL,
    revision BIGINT NOT NULL
);
