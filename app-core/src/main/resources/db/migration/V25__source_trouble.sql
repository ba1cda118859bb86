-- Why the branch of a source could not be looked at the last time; nothing when it could.
ALTER TABLE app_source ADD COLUMN trouble TEXT;
