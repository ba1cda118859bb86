-- The consoles that share the state, each with its sign of life.
CREATE TABLE console (
    home_id TEXT PRIMARY KEY,
    -- Grows while the console is at work, and is negative once it has ended. Not a time: the clocks of two machines may
    -- disagree.
    beat BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

DROP TABLE console_lease;

-- Named work that one console does at a time. The number grows with each new holder.
CREATE TABLE lease (
    name TEXT PRIMARY KEY,
    -- Null while nobody holds it.
    home_id TEXT,
    number BIGINT NOT NULL
);

-- When which subject of which feature is due next.
CREATE TABLE timer (
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    -- The only console that may handle it; null for any.
    only_home TEXT,
    due_at BIGINT NOT NULL,
    PRIMARY KEY (kind, subject_id)
);

CREATE INDEX timer_due ON timer (only_home, due_at);

-- Due at once: the schedule's own row says what is to be done, and when it is due next.
INSERT INTO timer (kind, subject_id, only_home, due_at)
SELECT 'schedule', s.id, CASE WHEN v.kind = 'local' THEN v.id END, 0
FROM schedule s JOIN server v ON v.id = s.server_id
WHERE s.enabled;

DROP TABLE schedule_due;

-- Who began it, whose own it is to cancel; null when it was due.
ALTER TABLE job ADD COLUMN starter TEXT;
-- Why it shall stop; the console that works on it looks here.
ALTER TABLE job ADD COLUMN stop_reason TEXT;
-- The command of a server that it waits for: the server, the process number and what tells that process from others of that number.
ALTER TABLE job ADD COLUMN server_id TEXT;
ALTER TABLE job ADD COLUMN process_id BIGINT;
ALTER TABLE job ADD COLUMN process_mark TEXT;
-- The process, when the console died while it waited for it; null once it is known to have ended.
ALTER TABLE job ADD COLUMN left_process_id BIGINT;

CREATE INDEX job_unfinished ON job (home_id) WHERE status IN ('queued', 'running');
CREATE INDEX job_left ON job (home_id) WHERE left_process_id IS NOT NULL;

ALTER TABLE schedule_run DROP COLUMN stop_reason;
