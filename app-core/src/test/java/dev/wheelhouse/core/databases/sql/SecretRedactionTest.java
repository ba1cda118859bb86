package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretRedactionTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER ROLE bob PASSWORD 's3cret'",
                "CREATE USER bob WITH ENCRYPTED PASSWORD E's3cret'",
                "create role bob password $$s3cret$$",
                "CREATE USER MAPPING FOR bob SERVER s OPTIONS (user 'bob', password 's3cret')",
                "CREATE SUBSCRIPTION s CONNECTION 'host=x password=s3cret user=y' PUBLICATION p",
                "SELECT dblink('password = s3cret')",
                "UPDATE users SET password = 's3cret' WHERE id = 1",
                "ALTER ROLE bob PASSWORD /* here */ 's3cret'",
                "ALTER ROLE bob PASSWORD 's3cret"
            })
    void blanksPasswords(String sql) {
        assertThat(SecretRedaction.redact(sql, Engine.POSTGRESQL))
                .doesNotContain("s3cret")
                .contains("***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 's3cret'", "SELECT password, 'x' FROM users", "ALTER ROLE bob PASSWORD NULL"})
    void leavesOtherTextAlone(String sql) {
        assertThat(SecretRedaction.redact(sql, Engine.POSTGRESQL)).isEqualTo(sql);
    }
}
