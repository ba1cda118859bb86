-- What an administrator may have made: code that lifts the mode and writes, behind every place that calls code.
CREATE SCHEMA shop;
SET search_path TO shop, public;
CREATE TABLE precious (id int PRIMARY KEY, a text) WITH (autovacuum_enabled = off);
INSERT INTO precious VALUES (1, 'a'), (2, 'b'), (3, 'c');
CREATE SEQUENCE numbers;
CREATE TYPE kind AS ENUM ('one', 'two');

CREATE FUNCTION gone() RETURNS int LANGUAGE sql AS 'DELETE FROM shop.precious; SELECT 1';
CREATE FUNCTION lift_null() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('transaction_read_only', NULL, false); DELETE FROM shop.precious; RETURN 1; END $$;
CREATE FUNCTION lift_reset() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    EXECUTE 'RESET transaction_read_only'; DELETE FROM shop.precious; RETURN 1; END $$;
CREATE FUNCTION lift_default() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    SET transaction_read_only TO DEFAULT; TRUNCATE shop.precious; RETURN 1; END $$;
CREATE FUNCTION lift_all() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    RESET ALL; UPDATE shop.precious SET a = 'gone'; RETURN 1; END $$;
CREATE FUNCTION lift_and_hide() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('transaction_read_only', NULL, false);
    DELETE FROM shop.precious;
    PERFORM set_config('transaction_read_only', 'on', false);
    RETURN 1; END $$;
CREATE FUNCTION swallow() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('transaction_read_only', NULL, false); DELETE FROM shop.precious; RETURN 1;
    EXCEPTION WHEN OTHERS THEN RETURN 0; END $$;
CREATE FUNCTION stable_one(int DEFAULT 1) RETURNS int STABLE LANGUAGE plpgsql AS
    'BEGIN PERFORM shop.lift_null(); RETURN $1; END';
CREATE FUNCTION immutable_one(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS
    'BEGIN PERFORM shop.lift_reset(); RETURN $1; END';
CREATE FUNCTION definer() RETURNS int SECURITY DEFINER SET search_path = shop LANGUAGE plpgsql AS
    'BEGIN PERFORM lift_null(); RETURN 1; END';
CREATE FUNCTION by_clause() RETURNS int LANGUAGE sql SET default_transaction_read_only = off
    AS 'DELETE FROM shop.precious; SELECT 1';
CREATE FUNCTION many() RETURNS SETOF int LANGUAGE plpgsql AS
    'BEGIN RETURN NEXT shop.lift_null(); RETURN NEXT shop.lift_default(); END';
CREATE FUNCTION makes_table() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('transaction_read_only', NULL, false); CREATE TABLE shop.made (a int); RETURN 1; END $$;
CREATE FUNCTION makes_temporary() RETURNS int LANGUAGE plpgsql AS
    'BEGIN CREATE TEMP TABLE precious_temp (a int); INSERT INTO precious_temp VALUES (1); RETURN 1; END';
CREATE FUNCTION makes_object() RETURNS oid LANGUAGE sql AS 'SELECT pg_catalog.lo_from_bytea(0, ''x'')';
CREATE FUNCTION grants() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('transaction_read_only', NULL, false); GRANT ALL ON shop.precious TO PUBLIC; RETURN 1; END $$;
CREATE FUNCTION counts() RETURNS bigint LANGUAGE sql AS 'SELECT nextval(''shop.numbers'')';
CREATE FUNCTION holds() RETURNS int LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_lock(77); RETURN 1; END';
CREATE FUNCTION session_default() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('default_transaction_read_only', 'off', false); PERFORM shop.lift_null(); RETURN 1; END $$;
CREATE FUNCTION prepares() RETURNS int LANGUAGE plpgsql AS
    'BEGIN EXECUTE ''PREPARE left_behind AS DELETE FROM shop.precious''; RETURN 1; END';
CREATE FUNCTION remakes() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    PERFORM set_config('transaction_read_only', NULL, false);
    CREATE OR REPLACE FUNCTION shop.made() RETURNS int LANGUAGE sql AS 'SELECT 1'; RETURN 1; END $$;
CREATE FUNCTION nested() RETURNS int LANGUAGE plpgsql AS $$ BEGIN
    BEGIN PERFORM 1 / 0; EXCEPTION WHEN OTHERS THEN PERFORM shop.lift_null(); END; RETURN 1; END $$;
CREATE PROCEDURE commits() LANGUAGE plpgsql AS $$ BEGIN
    COMMIT; DELETE FROM shop.precious; COMMIT; END $$;

CREATE VIEW seen AS SELECT shop.lift_null() AS a;
CREATE VIEW lazily AS SELECT id, CASE WHEN id > 2 THEN shop.lift_reset() END AS a FROM shop.precious;
CREATE RULE "_seen_insert" AS ON INSERT TO seen DO INSTEAD DELETE FROM shop.precious;
CREATE FUNCTION instead() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN DELETE FROM shop.precious; RETURN NEW; END';
CREATE VIEW guarded AS SELECT id FROM shop.precious;
CREATE TRIGGER instead INSTEAD OF INSERT OR UPDATE OR DELETE ON guarded FOR EACH ROW EXECUTE FUNCTION instead();
CREATE MATERIALIZED VIEW kept AS SELECT id FROM shop.precious;

CREATE FUNCTION checks(int) RETURNS boolean LANGUAGE plpgsql AS
    'BEGIN PERFORM shop.lift_null(); RETURN true; END';
CREATE DOMAIN checked AS int CHECK (shop.checks(VALUE));
CREATE TYPE pair AS (a int, b int);
CREATE FUNCTION pair_to_text(pair) RETURNS text LANGUAGE plpgsql AS
    'BEGIN PERFORM shop.lift_null(); RETURN ''x''; END';
CREATE FUNCTION pair_to_json(pair) RETURNS json LANGUAGE plpgsql AS
    'BEGIN PERFORM shop.lift_null(); RETURN ''{}''; END';
CREATE CAST (pair AS text) WITH FUNCTION pair_to_text(pair) AS IMPLICIT;
CREATE CAST (pair AS json) WITH FUNCTION pair_to_json(pair);
CREATE FUNCTION operates(int, int) RETURNS int LANGUAGE plpgsql AS
    'BEGIN PERFORM shop.lift_null(); RETURN $1; END';
CREATE FUNCTION prefix(int) RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM shop.lift_null(); RETURN $1; END';
CREATE FUNCTION same(pair, pair) RETURNS boolean LANGUAGE plpgsql AS
    'BEGIN PERFORM shop.lift_null(); RETURN true; END';
CREATE OPERATOR <~> (FUNCTION = operates, LEFTARG = int, RIGHTARG = int);
CREATE OPERATOR !~~> (FUNCTION = prefix, RIGHTARG = int);
CREATE OPERATOR === (FUNCTION = same, LEFTARG = pair, RIGHTARG = pair);
CREATE AGGREGATE totals (int) (SFUNC = operates, STYPE = int, INITCOND = '0');
CREATE AGGREGATE finals (int) (SFUNC = int4pl, STYPE = int, FINALFUNC = immutable_one, INITCOND = '0');
CREATE FUNCTION differs(int, int) RETURNS double precision IMMUTABLE LANGUAGE plpgsql AS
    'BEGIN PERFORM shop.lift_null(); RETURN 1; END';
CREATE TYPE span AS RANGE (subtype = int, subtype_diff = differs);
CREATE TABLE walled (id int DEFAULT lift_null());
INSERT INTO walled VALUES (1), (2);
ALTER TABLE walled ENABLE ROW LEVEL SECURITY;
ALTER TABLE walled FORCE ROW LEVEL SECURITY;
CREATE POLICY wall ON walled USING (shop.checks(id));
SELECT lo_create(424242);
RESET search_path;
