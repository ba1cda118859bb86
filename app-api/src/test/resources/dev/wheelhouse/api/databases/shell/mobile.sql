PRAGMA journal_mode = WAL;
PRAGMA user_version = 7;
CREATE TABLE android_metadata (locale TEXT);
INSERT INTO android_metadata VALUES ('de_DE');
CREATE TABLE room_master_table (id INTEGER PRIMARY KEY, identity_hash TEXT);
INSERT INTO room_master_table VALUES (42, '0123456789abcdef0123456789abcdef');
CREATE TABLE `note` (`uid` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `title` TEXT NOT NULL, `body` TEXT, `edited` INTEGER NOT NULL,
  `starred` INTEGER NOT NULL DEFAULT 0);
CREATE INDEX `index_note_edited` ON `note` (`edited`);
INSERT INTO note (title, body, edited) VALUES ('first', 'some words', 1790000000000), ('second', NULL, 1790000000001);
CREATE VIRTUAL TABLE note_words USING fts4 (content=`note`, `title`, `body`);
INSERT INTO note_words (note_words) VALUES ('rebuild');
CREATE VIRTUAL TABLE note_search USING fts5 (title, body, content='note', content_rowid='uid');
INSERT INTO note_search (note_search) VALUES ('rebuild');
CREATE TRIGGER note_words_before BEFORE UPDATE ON note BEGIN DELETE FROM note_words WHERE docid = old.uid; END;
CREATE TRIGGER note_words_after AFTER UPDATE ON note
  BEGIN INSERT INTO note_words (docid, title, body) VALUES (new.uid, new.title, new.body); END;
CREATE TRIGGER note_search_after AFTER UPDATE ON note BEGIN
  INSERT INTO note_search (note_search, rowid, title, body) VALUES ('delete', old.uid, old.title, old.body);
  INSERT INTO note_search (rowid, title, body) VALUES (new.uid, new.title, new.body);
END;
