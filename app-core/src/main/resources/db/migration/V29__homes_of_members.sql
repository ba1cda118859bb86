-- Whose a home is: who sits at its window, and whom its local token stands for.
CREATE TABLE home_member (
    home_id TEXT PRIMARY KEY,
    member_id TEXT NOT NULL REFERENCES member (id),
    bound_at BIGINT NOT NULL
);

INSERT INTO home_member (home_id, member_id, bound_at)
SELECT home_id, min(member_id), min(created_at) FROM api_key WHERE home_id IS NOT NULL GROUP BY home_id;

-- Who made it, and whose a home becomes that joins with it and is nobody's yet; with which key, null for the window and a
-- local token.
ALTER TABLE vault_invitation ADD COLUMN member_id TEXT;
ALTER TABLE vault_invitation ADD COLUMN key_id TEXT;
