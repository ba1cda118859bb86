package dev.wheelhouse.core.databases.catalog;

import java.util.List;
import java.util.stream.Stream;

/** Tables of PostgreSQL that differ in what a definition may leave out; one property each. */
final class TableCorpus {

    private TableCorpus() {}

    /**
     * @param since the major version that knows the property
     * @param around what the table needs and does not own, such as types and parents
     * @param sql makes the tables, which are called {@code t}, {@code t2}, …; run with the row's own schema as the path
     */
    record Row(String name, int since, String around, String sql) {

        String schema() {
            return name.replace(' ', '_');
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Row> rows(int version) {
        return ROWS.stream().filter(row -> row.since <= version);
    }

    private static final String NOTED =
            "CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'";

    private static final List<Row> ROWS = List.of(
            table(
                    "disabled trigger",
                    NOTED,
                    "CREATE TABLE t (a int); " + trigger("x") + "; ALTER TABLE t DISABLE TRIGGER x"),
            table(
                    "replica trigger",
                    NOTED,
                    "CREATE TABLE t (a int); " + trigger("x") + "; ALTER TABLE t ENABLE REPLICA TRIGGER x"),
            table(
                    "trigger always",
                    NOTED,
                    "CREATE TABLE t (a int); " + trigger("x")
                            + "; ALTER TABLE t ENABLE ALWAYS TRIGGER x; COMMENT ON TRIGGER x ON t IS 'why'"),
            table("constraint trigger", NOTED, """
                CREATE TABLE t (a int);
                CREATE CONSTRAINT TRIGGER x AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
                    FOR EACH ROW WHEN (NEW.a > 0) EXECUTE FUNCTION noted();
                ALTER TABLE t DISABLE TRIGGER x\
                """),
            new Row("trigger of a partition", 13, NOTED, """
                CREATE TABLE t (a int) PARTITION BY LIST (a);
                CREATE TABLE t2 PARTITION OF t FOR VALUES IN (1);
                CREATE TABLE t3 PARTITION OF t DEFAULT;
                CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION noted();
                CREATE TRIGGER y BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION noted();
                CREATE TRIGGER own BEFORE INSERT ON t2 FOR EACH ROW EXECUTE FUNCTION noted();
                ALTER TABLE t2 DISABLE TRIGGER x;
                ALTER TABLE t2 ENABLE REPLICA TRIGGER own;
                ALTER TABLE t DISABLE TRIGGER y;
                ALTER TABLE t3 ENABLE ALWAYS TRIGGER y\
                """),
            table("rules", "", """
                CREATE TABLE t (a int);
                CREATE RULE off AS ON INSERT TO t DO INSTEAD NOTHING;
                CREATE RULE replica AS ON UPDATE TO t DO INSTEAD NOTHING;
                CREATE RULE "Always" AS ON DELETE TO t DO ALSO NOTHING;
                ALTER TABLE t DISABLE RULE off, ENABLE REPLICA RULE replica, ENABLE ALWAYS RULE "Always";
                COMMENT ON RULE off ON t IS 'off'\
                """),
            table("check not inherited", "", "CREATE TABLE t (a int CHECK (a > 0) NO INHERIT)"),
            table("check not validated", "", """
                CREATE TABLE t (a int);
                INSERT INTO t VALUES (-1);
                ALTER TABLE t ADD CONSTRAINT positive CHECK (a > 0) NOT VALID;
                COMMENT ON CONSTRAINT positive ON t IS 'some day'\
                """),
            table("foreign key not validated", "CREATE TABLE other (id int PRIMARY KEY)", """
                CREATE TABLE t (a int);
                ALTER TABLE t ADD CONSTRAINT of_other FOREIGN KEY (a) REFERENCES other NOT VALID\
                """),
            table("foreign keys", "CREATE TABLE other (a int, b int, PRIMARY KEY (a, b))", """
                CREATE TABLE t (id int PRIMARY KEY, a int, b int, up int REFERENCES t ON DELETE SET NULL,
                    FOREIGN KEY (a, b) REFERENCES other MATCH FULL ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED)\
                """),
            table("typed", "CREATE TYPE kind AS (a int, b text, c text)", """
                CREATE TABLE t OF kind (a WITH OPTIONS PRIMARY KEY, b WITH OPTIONS DEFAULT 'x' CHECK (b <> ''));
                CREATE TABLE t2 OF kind\
                """),
            table("columns of a parent", """
                CREATE TABLE parent (a int NOT NULL, b int DEFAULT 1, c int DEFAULT 2, d int, e int,
                    CONSTRAINT positive CHECK (a > 0), CONSTRAINT shared CHECK (b > 0));
                CREATE TABLE parent2 (a int, f text)\
                """, """
                CREATE TABLE t (a int, z int, b int, CONSTRAINT shared CHECK (b > 0)) INHERITS (parent, parent2);
                ALTER TABLE t ALTER b DROP DEFAULT, ALTER c DROP DEFAULT, ALTER d SET DEFAULT 7, ALTER e SET NOT NULL;
                CREATE TABLE t2 () INHERITS (parent)\
                """),
            table("generated column of a parent", """
                CREATE TABLE parent (a int, b int GENERATED ALWAYS AS (a * 2) STORED)\
                """, """
                CREATE TABLE t (a int, b int) INHERITS (parent);
                CREATE TABLE t2 (c int GENERATED ALWAYS AS (a + 1) STORED) INHERITS (parent)\
                """),
            table("identity", "", """
                CREATE TABLE t (a bigint GENERATED BY DEFAULT AS IDENTITY
                        (SEQUENCE NAME "Numbers" START 7 INCREMENT -2 MINVALUE -100 MAXVALUE 50 CACHE 3 CYCLE),
                    b smallint GENERATED ALWAYS AS IDENTITY);
                COMMENT ON SEQUENCE "Numbers" IS 'down'\
                """),
            table(
                    "serial of an unlogged table",
                    "",
                    "CREATE UNLOGGED TABLE t (a serial, b int GENERATED ALWAYS AS IDENTITY)"),
            new Row("logged sequences of an unlogged table", 15, "", """
                CREATE UNLOGGED TABLE t (a serial, b int GENERATED ALWAYS AS IDENTITY);
                ALTER SEQUENCE t_a_seq SET LOGGED;
                ALTER SEQUENCE t_b_seq SET LOGGED\
                """),
            new Row("storage", 14, "", """
                CREATE TABLE t (a text COLLATE "C", b text, c text, d bytea);
                ALTER TABLE t ALTER b SET STORAGE EXTERNAL, ALTER c SET COMPRESSION pglz, ALTER d SET STORAGE PLAIN\
                """),
            table("column added behind rows", "", """
                CREATE TABLE t (a int);
                INSERT INTO t VALUES (1);
                ALTER TABLE t ADD b text DEFAULT 'x' NOT NULL\
                """),
            new Row("statistics", 14, "", """
                CREATE TABLE t (a int, b int, c text);
                ALTER TABLE t ALTER a SET STATISTICS 500, ALTER b SET (n_distinct = -0.5, n_distinct_inherited = 3);
                CREATE STATISTICS s (ndistinct, mcv) ON a, b, lower(c) FROM t;
                ALTER STATISTICS s SET STATISTICS 77;
                COMMENT ON STATISTICS s IS 'together';
                CREATE INDEX i ON t (a, lower(c));
                ALTER INDEX i ALTER COLUMN 2 SET STATISTICS 99\
                """),
            table("row security", "", """
                CREATE TABLE t (a int, b name);
                ALTER TABLE t ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
                CREATE POLICY p ON t AS RESTRICTIVE FOR UPDATE TO wheelhouse, CURRENT_USER USING (a > 0) WITH CHECK (a > 1);
                CREATE POLICY q ON t FOR INSERT WITH CHECK (b = current_user);
                COMMENT ON POLICY q ON t IS 'own'\
                """),
            table("replica identity", "", """
                CREATE TABLE t (a int NOT NULL, b int);
                CREATE UNIQUE INDEX i ON t (a);
                ALTER TABLE t REPLICA IDENTITY USING INDEX i;
                CREATE TABLE t2 (a int);
                ALTER TABLE t2 REPLICA IDENTITY FULL;
                CREATE TABLE t3 (a int PRIMARY KEY);
                ALTER TABLE t3 REPLICA IDENTITY NOTHING\
                """),
            table("clustered", "", "CREATE TABLE t (a int PRIMARY KEY); ALTER TABLE t CLUSTER ON t_pkey"),
            new Row("options", 13, "", """
                CREATE TABLE t (a int, b text, CONSTRAINT k UNIQUE (a) WITH (fillfactor = 60))
                    WITH (fillfactor = 70, autovacuum_vacuum_insert_threshold = -1, toast.autovacuum_enabled = off);
                CREATE INDEX i ON t (b) WITH (deduplicate_items = off)\
                """),
            table("partitions", "", """
                CREATE TABLE t (a int, b text COLLATE "C", c int DEFAULT 1, PRIMARY KEY (a, b), UNIQUE (b, a)) PARTITION BY RANGE (a, b);
                CREATE INDEX by_c ON t (c);
                CREATE TABLE t2 PARTITION OF t FOR VALUES FROM (1, MINVALUE) TO (2, 'x');
                CREATE TABLE t3 (c int, b text COLLATE "C" NOT NULL, a int NOT NULL, own int, CONSTRAINT "Key" PRIMARY KEY (a, b),
                    CONSTRAINT positive CHECK (a > 0));
                ALTER TABLE t3 DROP COLUMN own;
                CREATE INDEX "Own" ON t3 (c);
                ALTER TABLE t ADD CONSTRAINT positive CHECK (a > 0);
                ALTER TABLE t ATTACH PARTITION t3 FOR VALUES FROM (2, 'x') TO (MAXVALUE, MAXVALUE);
                ALTER TABLE t3 ALTER c SET DEFAULT 3, ADD CONSTRAINT own CHECK (c < 9);
                CREATE TABLE t4 PARTITION OF t DEFAULT PARTITION BY HASH (b);
                CREATE TABLE t5 PARTITION OF t4 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
                CREATE INDEX t5_own ON t5 (b, c)\
                """),
            table("foreign key of partitions", "CREATE TABLE other (id int PRIMARY KEY)", """
                CREATE TABLE t (a int CONSTRAINT of_other REFERENCES other) PARTITION BY LIST (a);
                CREATE TABLE t2 PARTITION OF t DEFAULT\
                """),
            table("keys", "", """
                CREATE TABLE t (a int, b int, c int4range, PRIMARY KEY (a) INCLUDE (b),
                    CONSTRAINT later UNIQUE (b) DEFERRABLE INITIALLY DEFERRED,
                    CONSTRAINT apart EXCLUDE USING gist (c WITH &&) WHERE (a > 0) DEFERRABLE);
                CREATE UNIQUE INDEX "Part" ON t (b DESC NULLS LAST) INCLUDE (c) WHERE a > 1;
                COMMENT ON INDEX "Part" IS 'some';
                COMMENT ON CONSTRAINT later ON t IS 'late'\
                """),
            new Row("nulls not distinct", 15, "", """
                CREATE TABLE t (a int UNIQUE NULLS NOT DISTINCT, b int);
                CREATE UNIQUE INDEX i ON t (b) NULLS NOT DISTINCT\
                """),
            table("rights", "", """
                CREATE TABLE t (a serial, b int);
                GRANT SELECT ON t TO PUBLIC;
                GRANT INSERT ON t TO pg_monitor WITH GRANT OPTION;
                GRANT UPDATE (a, b) ON t TO pg_monitor;
                GRANT USAGE ON SEQUENCE t_a_seq TO pg_monitor;
                CREATE TABLE t2 (a int);
                REVOKE DELETE ON t2 FROM CURRENT_USER;
                CREATE TABLE t3 (a serial);
                REVOKE ALL ON t3 FROM CURRENT_USER;
                REVOKE UPDATE ON SEQUENCE t3_a_seq FROM CURRENT_USER;
                ALTER TABLE t OWNER TO wheelhouse\
                """),
            table("foreign table", "CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w", """
                CREATE FOREIGN TABLE t (a int OPTIONS (column_name 'A', "b c" 'it''s') NOT NULL DEFAULT 1)
                    SERVER s OPTIONS (file 'x')\
                """),
            table("foreign child", """
                CREATE FOREIGN DATA WRAPPER w2;
                CREATE SERVER s2 FOREIGN DATA WRAPPER w2;
                CREATE TABLE parent (a int)\
                """, "CREATE FOREIGN TABLE t (b int) INHERITS (parent) SERVER s2"),
            table("views", NOTED + "; CREATE TABLE base (a int, b int)", """
                CREATE VIEW t (x, y) WITH (security_barrier = true) AS SELECT a, b FROM base WHERE a > 0 WITH CASCADED CHECK OPTION;
                ALTER VIEW t ALTER y SET DEFAULT 9;
                CREATE VIEW t2 AS SELECT a FROM base;
                CREATE TRIGGER instead INSTEAD OF INSERT ON t2 FOR EACH ROW EXECUTE FUNCTION noted();
                CREATE RULE none AS ON DELETE TO t2 DO INSTEAD NOTHING;
                CREATE MATERIALIZED VIEW t3 AS SELECT a, b FROM base WITH NO DATA;
                CREATE UNIQUE INDEX by_a ON t3 (a);
                ALTER MATERIALIZED VIEW t3 CLUSTER ON by_a;
                ALTER MATERIALIZED VIEW t3 ALTER a SET STATISTICS 5\
                """),
            new Row("not null constraints", 18, "", """
                CREATE TABLE t (a int CONSTRAINT has_a NOT NULL, b int NOT NULL NO INHERIT, c int PRIMARY KEY,
                    d int CONSTRAINT "has D" NOT NULL NO INHERIT, e int CONSTRAINT t_f_not_null NOT NULL, f int NOT NULL);
                COMMENT ON CONSTRAINT has_a ON t IS 'named'\
                """),
            new Row("not null not validated", 18, "", """
                CREATE TABLE t (a int, b int);
                INSERT INTO t VALUES (NULL, NULL);
                ALTER TABLE t ADD CONSTRAINT has_a NOT NULL a NOT VALID;
                ALTER TABLE t ADD CONSTRAINT has_b NOT NULL b NO INHERIT NOT VALID\
                """),
            new Row(
                    "not null of a parent",
                    18,
                    "CREATE TABLE parent (a int CONSTRAINT has_a NOT NULL, b int, c int NOT NULL NO INHERIT, d int NOT"
                            + " NULL)",
                    """
                    CREATE TABLE t (d int CONSTRAINT own_d NOT NULL) INHERITS (parent);
                    ALTER TABLE t ADD CONSTRAINT has_b NOT NULL b;
                    ALTER TABLE t ADD CONSTRAINT has_c NOT NULL c NO INHERIT\
                    """),
            new Row("not null of partitions", 18, "", """
                CREATE TABLE t (a int CONSTRAINT has_a NOT NULL, b int) PARTITION BY LIST (a);
                CREATE TABLE t2 PARTITION OF t DEFAULT;
                CREATE TABLE t3 (a int CONSTRAINT own_a NOT NULL, b int CONSTRAINT own_b NOT NULL);
                ALTER TABLE t ATTACH PARTITION t3 FOR VALUES IN (1)\
                """),
            new Row(
                    "typed not null",
                    18,
                    "CREATE TYPE kind AS (a int, b text)",
                    "CREATE TABLE t OF kind (a WITH OPTIONS CONSTRAINT has_a NOT NULL)"),
            new Row("not enforced", 18, "CREATE TABLE other (id int PRIMARY KEY)", """
                CREATE TABLE t (a int CHECK (a > 0) NOT ENFORCED, b int REFERENCES other NOT ENFORCED)\
                """),
            new Row("virtual", 18, "", """
                CREATE TABLE t (a int, b int GENERATED ALWAYS AS (a * 2) VIRTUAL, c int GENERATED ALWAYS AS (a * 3) STORED)\
                """),
            new Row(
                    "periods",
                    18,
                    "CREATE TABLE other (id int4range, at int4range, PRIMARY KEY (id, at WITHOUT OVERLAPS))",
                    """
                    CREATE TABLE t (id int4range, at int4range, PRIMARY KEY (id, at WITHOUT OVERLAPS),
                        FOREIGN KEY (id, PERIOD at) REFERENCES other (id, PERIOD at))\
                    """),
            new Row("identity of partitions", 17, "", """
                CREATE TABLE t (a int GENERATED ALWAYS AS IDENTITY, b int) PARTITION BY LIST (b);
                CREATE TABLE t2 PARTITION OF t DEFAULT\
                """));

    private static String trigger(String name) {
        return "CREATE TRIGGER " + name + " BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION noted()";
    }

    private static Row table(String name, String around, String sql) {
        return new Row(name, 12, around, sql);
    }
}
