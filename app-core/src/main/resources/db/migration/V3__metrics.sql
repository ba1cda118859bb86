-- A server whose metrics are read elsewhere; the console then collects none of it.
CREATE TABLE metric_source (
    server_id TEXT PRIMARY KEY REFERENCES server (id) ON DELETE CASCADE,
    organization_id TEXT NOT NULL REFERENCES organization (id),
    base_url TEXT NOT NULL,
    -- What chooses the server at the source: a JSON object of texts.
    labels TEXT NOT NULL,
    revision BIGINT NOT NULL
);
