package dev.wheelhouse.core.databases.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.catalog.CatalogSnapshot;
import dev.wheelhouse.core.databases.catalog.ForeignKeyDescription;
import dev.wheelhouse.core.databases.catalog.SnapshotTable;
import dev.wheelhouse.core.databases.catalog.SnapshotTable.SnapshotColumn;
import dev.wheelhouse.core.testing.Property;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionTest {

    private static final CatalogSnapshot SHOP = new CatalogSnapshot(
            Engine.POSTGRESQL,
            List.of(
                    table("public", "customers", true, "customer_id", "name", "city"),
                    new SnapshotTable(
                            "public",
                            "orders",
                            false,
                            true,
                            columns("order_id", "customer_id", "total", "placed_at"),
                            List.of(new ForeignKeyDescription(
                                    "fk", List.of("customer_id"), "public", "customers", List.of("customer_id")))),
                    table("public", "order_items", true, "order_id", "line", "sku", "Quantity"),
                    table("public", "odd \"name", true, "a\"b;c"),
                    table("audit", "events", false, "event_id", "what")),
            List.of("count", "coalesce", "lower", "sum"));

    private static SnapshotTable table(String schema, String name, boolean reachable, String... columns) {
        return new SnapshotTable(schema, name, false, reachable, columns(columns), List.of());
    }

    private static List<SnapshotColumn> columns(String... names) {
        return Arrays.stream(names)
                .map(name -> new SnapshotColumn(name, "text"))
                .toList();
    }

    /** @param marked SQL with | where the caret stands */
    private static List<String> proposed(String marked) {
        int caret = marked.indexOf('|');
        String text = marked.substring(0, caret) + marked.substring(caret + 1);
        return Completion.propose(text, caret, SHOP).items().stream()
                .map(Proposal::text)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            SELECT * FROM cu|                                            ~ customers
            SELECT * FROM orders o JOIN cus|                             ~ customers
            SELECT * FROM ord|                                           ~ orders
            SELECT * FROM oi|                                            ~ order_items
            SELECT * FROM orders, ord|                                   ~ orders
            SELECT * FROM ev|                                            ~ audit.events
            SELECT * FROM audit.|                                        ~ events
            SELECT * FROM "odd|                                          ~ "odd ""name"
            SELECT o.| FROM orders o                                     ~ order_id
            SELECT o.to| FROM orders AS o                                ~ total
            SELECT orders.pl| FROM orders                                ~ placed_at
            SELECT cit| FROM customers                                   ~ city
            SELECT quan| FROM order_items                                ~ "Quantity"
            SELECT * FROM orders WHERE tot|                              ~ total
            SELECT * FROM orders GROUP BY pla|                           ~ placed_at
            SELECT * FROM orders ORDER BY tot|                           ~ total
            SELECT sum(tot|) FROM orders                                 ~ total
            SELECT customer| FROM orders o, customers c                  ~ o.customer_id
            SELECT * FROM orders o JOIN customers c ON |                 ~ c.customer_id = o.customer_id
            SELECT * FROM customers c JOIN orders o ON |                 ~ c.customer_id = o.customer_id
            SELECT * FROM customers c LEFT JOIN orders o ON c.customer_id = o.cus|  ~ customer_id
            SELECT * FROM customers c JOIN orders o USING (cus|)         ~ c.customer_id
            INSERT INTO cust|                                            ~ customers
            INSERT INTO customers (na|                                   ~ name
            INSERT INTO customers (name, ci|) VALUES ('x', 'y')          ~ city
            INSERT INTO customers (name) VALUES ('x') RETURNING cust|    ~ customer_id
            UPDATE cu|                                                   ~ customers
            UPDATE customers SET na|                                     ~ name
            UPDATE customers SET name = 'x', ci|                         ~ city
            UPDATE customers c SET name = lower(c.na|)                   ~ name
            UPDATE customers SET name = 'x' WHERE ci|                    ~ city
            DELETE FROM ord|                                             ~ orders
            DELETE FROM orders WHERE tot|                                ~ total
            WITH big AS (SELECT order_id, total AS amount FROM orders) SELECT amo| FROM big  ~ amount
            WITH big AS (SELECT * FROM orders) SELECT b.pla| FROM big b  ~ placed_at
            WITH big (a1, b2) AS (SELECT 1, 2) SELECT * FROM big WHERE b2|  ~ b2
            WITH big AS (SELECT 1) SELECT * FROM bi|                     ~ big
            WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT t.| FROM t) SELECT 1  ~ n
            SELECT s.am| FROM (SELECT total AS amount FROM orders) s     ~ amount
            SELECT * FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.cus|)  ~ customer_id
            SELECT * FROM orders WHERE order_id IN (SELECT ord| FROM order_items)  ~ order_items.order_id
            SELECT name FROM customers UNION SELECT sk| FROM order_items ~ sku
            SELECT coal|                                                 ~ coalesce(
            sel|                                                         ~ select
            SEL|                                                         ~ SELECT
            SELECT * FROM orders LEF|                                    ~ LEFT JOIN
            SELECT * FROM orders wh|                                     ~ where
            EXPLAIN ANALYZE SELECT tot| FROM orders                      ~ total
            SELECT * FROM orders o JOIN (SELECT sku AS code FROM order_items) i ON i.co|  ~ code
            SELECT * FROM orders o CROSS JOIN LATERAL (SELECT o.to| ) x  ~ total
            """)
    void proposesFirst(String marked, String expected) {
        assertThat(proposed(marked)).startsWith(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'cu|",
                "SELECT 'cu|s'",
                "-- cu|",
                "SELECT 1 /* cu| */",
                "SELECT $$cu|$$",
                "SELECT E'a\\'cu|'"
            })
    void proposesNothingInTexts(String marked) {
        assertThat(proposed(marked)).isEmpty();
    }

    @Test
    void replacesWhatWasTyped() {
        Proposals proposals = Completion.propose("SELECT o.to FROM orders o", 11, SHOP);
        assertThat(proposals.from()).isEqualTo(9);
        assertThat(proposals.to()).isEqualTo(11);
    }

    @Test
    void doesNotOfferTheSourcesOfAnotherQuery() {
        assertThat(proposed("SELECT tot| FROM customers UNION SELECT total FROM orders"))
                .doesNotContain("total");
        assertThat(proposed("SELECT sku| FROM customers WHERE 1 IN (SELECT 1 FROM order_items)"))
                .doesNotContain("sku");
    }

    @Test
    void answersForAnyTextAtAnyPlace() {
        String[] parts = {
            "SELECT",
            " ",
            "(",
            ")",
            "FROM",
            ",",
            "o",
            ".",
            "*",
            "WITH",
            "AS",
            "JOIN",
            "ON",
            "'",
            "\"",
            "--",
            "\n",
            ";",
            "orders",
            "UPDATE",
            "SET",
            "INSERT INTO",
            "VALUES",
            "UNION",
            "$$",
            "/*",
            "*/",
            "=",
            "1",
            "é",
            "😀",
            "[",
            "]"
        };
        Property.holds(3000, random -> {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(25); i >= 0; i--) {
                text.append(parts[random.nextInt(parts.length)]).append(random.nextBoolean() ? " " : "");
            }
            int caret = random.nextInt(text.length() + 1);
            Proposals proposals = Completion.propose(text.toString(), caret, SHOP);
            assertThat(proposals.from()).isBetween(0, proposals.to());
            assertThat(proposals.to()).isEqualTo(caret);
        });
    }
}
