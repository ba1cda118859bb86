-- Who set a schedule up: the member, the key, and the scopes that it might use then; null for all of the member's role.
ALTER TABLE schedule ADD COLUMN actor_member_id TEXT;
ALTER TABLE schedule ADD COLUMN actor_key_id TEXT;
ALTER TABLE schedule ADD COLUMN actor_scopes TEXT;

UPDATE schedule SET actor_member_id = (
    SELECT m.id FROM member m
    WHERE m.organization_id = schedule.organization_id AND m.role = 'owner'
    ORDER BY m.created_at, m.id LIMIT 1);
