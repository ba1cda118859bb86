package dev.wheelhouse.core.bench;

import java.util.List;

/** What administrators type, from one word to a page. */
final class StatementCorpus {

    private StatementCorpus() {}

    static final List<String> STATEMENTS = List.of(
            "SELECT 1",
            "SELECT * FROM customers WHERE id = 42",
            "SELECT c.id, c.name, count(o.id) AS orders, sum(o.total) FROM customers c LEFT JOIN orders o ON"
                    + " o.customer_id = c.id WHERE c.created_at >= now() - interval '30 days' GROUP BY c.id, c.name"
                    + " HAVING count(o.id) > 3 ORDER BY orders DESC NULLS LAST LIMIT 100",
            "WITH RECURSIVE tree AS (SELECT id, parent_id, 1 AS depth FROM nodes WHERE parent_id IS NULL UNION ALL"
                    + " SELECT n.id, n.parent_id, t.depth + 1 FROM nodes n JOIN tree t ON t.id = n.parent_id) SELECT *"
                    + " FROM tree",
            "SELECT pid, usename, state, query_start, left(query, 80) FROM pg_stat_activity WHERE state <> 'idle'",
            "SELECT schemaname, relname, n_dead_tup, last_autovacuum FROM pg_stat_user_tables ORDER BY n_dead_tup DESC",
            "EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM orders WHERE status = 'open' AND total > 100",
            "INSERT INTO customers (name, email) VALUES ('O''Brien', 'o@example.org'), (E'a\\nb', NULL) ON CONFLICT"
                    + " (email) DO UPDATE SET name = EXCLUDED.name RETURNING id",
            "UPDATE orders SET status = 'paid', paid_at = now() WHERE id = 7 AND status = 'open'",
            "UPDATE accounts SET balance = 0",
            "DELETE FROM sessions WHERE expires_at < now()",
            "DELETE FROM sessions",
            "TRUNCATE audit_log",
            "CREATE TABLE invoice (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_id bigint NOT NULL"
                    + " REFERENCES customers ON UPDATE CASCADE ON DELETE RESTRICT, total numeric(12,2) CHECK (total >="
                    + " 0), note text DEFAULT '', created_at timestamptz NOT NULL DEFAULT now())",
            "CREATE INDEX CONCURRENTLY orders_open ON orders (created_at) WHERE status = 'open'",
            "ALTER TABLE customers ADD COLUMN vip boolean NOT NULL DEFAULT false",
            "ALTER TABLE customers DROP COLUMN fax",
            "DROP TABLE IF EXISTS staging.import_2024 CASCADE",
            "CREATE OR REPLACE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN NEW.updated_at ="
                    + " now(); IF TG_OP = 'DELETE' THEN DELETE FROM x; END IF; RETURN NEW; END $body$",
            "GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO reporting",
            "VACUUM (VERBOSE, ANALYZE) orders",
            "MERGE INTO stock s USING delivery d ON s.sku = d.sku WHEN MATCHED AND d.gone THEN DELETE WHEN MATCHED"
                    + " THEN UPDATE SET amount = s.amount + d.amount WHEN NOT MATCHED THEN INSERT VALUES (d.sku,"
                    + " d.amount)",
            "/* nightly /* nested */ report */ SELECT date_trunc('day', at) AS day, -- by day\n sum(amount) FROM sales"
                    + " GROUP BY 1",
            "SET search_path TO app, public",
            "COPY (SELECT * FROM orders) TO STDOUT WITH (FORMAT csv, HEADER)",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'batch'");
}
