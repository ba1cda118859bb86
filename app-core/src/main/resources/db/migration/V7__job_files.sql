-- What a job made for somebody to fetch. The file itself lies in the home that made it.
CREATE TABLE job_file (
    job_id TEXT PRIMARY KEY REFERENCES job (id) ON DELETE CASCADE,
    home_id TEXT NOT NULL,
    member_id TEXT NOT NULL,
    key_id TEXT,
    others_scope TEXT NOT NULL,
    stored_as TEXT NOT NULL,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    kept_until BIGINT NOT NULL
);
