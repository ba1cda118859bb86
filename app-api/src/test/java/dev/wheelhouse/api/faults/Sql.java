package dev.wheelhouse.api.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Statements that the tests send. */
final class Sql {

    /** Runs until it is stopped, on both products. */
    static final String ENDLESS =
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT max(n) FROM numbers";

    private static final ObjectMapper JSON = new ObjectMapper();

    private Sql() {}

    /** @param more further members of the body, each with a comma before it */
    static String body(String sql, String more) {
        try {
            return "{\"sql\": " + JSON.writeValueAsString(sql) + ", \"confirm\": true" + more + "}";
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
