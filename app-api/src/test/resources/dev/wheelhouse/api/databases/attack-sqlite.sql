CREATE TABLE precious (id INTEGER PRIMARY KEY, a TEXT, b AS (upper(a)));;
INSERT INTO precious (id, a) VALUES (1, 'a'), (2, 'b'), (3, 'c');;
CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, n DEFAULT (random()));;
INSERT INTO counted DEFAULT VALUES;;
CREATE VIEW seen AS SELECT id, a FROM precious;;
CREATE TRIGGER instead INSTEAD OF DELETE ON seen BEGIN DELETE FROM precious; END;;
CREATE VIRTUAL TABLE words USING fts5(a);;
INSERT INTO words VALUES ('one two');;
CREATE VIRTUAL TABLE boxes USING rtree(id, low, high)
