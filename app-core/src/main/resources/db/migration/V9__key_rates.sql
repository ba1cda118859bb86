-- How many calls a minute a key may make; null for a local token, which has no limit.
ALTER TABLE api_key ADD COLUMN requests_per_minute INTEGER;

UPDATE api_key SET requests_per_minute = 600 WHERE home_id IS NULL;
