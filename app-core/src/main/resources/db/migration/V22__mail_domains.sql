CREATE TABLE mail_instance (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    name TEXT NOT NULL,
    hostname TEXT NOT NULL,
    -- Addresses as JSON arrays.
    ipv4 TEXT NOT NULL,
    ipv6 TEXT NOT NULL,
    server_id TEXT REFERENCES server (id),
    dkim_key_type TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    UNIQUE (organization_id, name)
);

CREATE INDEX mail_instance_by_server ON mail_instance (server_id);

-- verification_status is what the last check left; the rest is what people set.
CREATE TABLE mail_domain (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    mail_instance_id TEXT NOT NULL REFERENCES mail_instance (id),
    fqdn TEXT NOT NULL,
    dns_mode TEXT NOT NULL,
    -- Where a managed domain's zone is kept, as a JSON object; its secret is in the vault.
    dns TEXT,
    dkim_selector TEXT NOT NULL,
    inbox_subdomain TEXT NOT NULL,
    verification_status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    UNIQUE (organization_id, fqdn)
);

CREATE INDEX mail_domain_by_instance ON mail_domain (mail_instance_id);

-- The private keys are in the vault.
CREATE TABLE mail_dkim_key (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    domain_id TEXT NOT NULL REFERENCES mail_domain (id) ON DELETE CASCADE,
    selector TEXT NOT NULL,
    type TEXT NOT NULL,
    public_key TEXT NOT NULL,
    state TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (domain_id, selector)
);

-- How far a domain is: its standing over all checks, and what the last one found.
CREATE TABLE mail_check (
    domain_id TEXT PRIMARY KEY REFERENCES mail_domain (id) ON DELETE CASCADE,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    bad_checks INTEGER NOT NULL,
    first_bad_at BIGINT,
    round INTEGER NOT NULL,
    since BIGINT NOT NULL,
    -- Null until the first check ended.
    checked_at BIGINT,
    -- JSON arrays: what is known of each record, and what the last check found.
    records TEXT NOT NULL,
    findings TEXT NOT NULL,
    -- SHA-256 of the public key that the host showed, in hex; null while none was seen.
    certificate TEXT,
    -- The host that showed it.
    certificate_host TEXT
);

-- The records of a managed domain that this organization's consoles made, as a JSON array.
CREATE TABLE mail_published (
    domain_id TEXT PRIMARY KEY REFERENCES mail_domain (id) ON DELETE CASCADE,
    records TEXT NOT NULL
);

-- What publishing would do, does and did to a zone. The revisions are those that the preview was made of.
CREATE TABLE mail_publication (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    domain_id TEXT NOT NULL REFERENCES mail_domain (id) ON DELETE CASCADE,
    status TEXT NOT NULL,
    plan TEXT NOT NULL,
    -- Null before it was applied; the update's name is no word of SQL.
    zone_update TEXT,
    detail TEXT NOT NULL,
    domain_revision BIGINT NOT NULL,
    instance_revision BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    applied_at BIGINT
);

CREATE INDEX mail_publication_by_domain ON mail_publication (domain_id, id);
