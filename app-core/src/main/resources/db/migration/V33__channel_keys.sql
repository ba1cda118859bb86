-- The key that a channel was set up or changed last with; null at the window.
ALTER TABLE notification_channel ADD COLUMN key_id TEXT;
