package dev.wheelhouse.core.databases.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.Engine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretRedactionTest {

    private static final int LONGEST = 10_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER ROLE bob PASSWORD 's3cret'",
                "CREATE USER bob WITH ENCRYPTED PASSWORD E's3cret'",
                "create role bob password $$s3cret$$",
                "create role bob password $a$s3cret$a$",
                "CREATE USER MAPPING FOR bob SERVER s OPTIONS (user 'bob', password 's3cret')",
                "CREATE USER MAPPING FOR bob SERVER s OPTIONS (user 'bob', \"passw\" 's3cret') -- password",
                "CREATE SUBSCRIPTION s CONNECTION 'host=x user=y' || 's3cret' PUBLICATION p",
                "SELECT dblink('password = s3cret')",
                "SELECT dblink('pass' || 'word = s3cret')",
                "SELECT dblink('pass'\n'word = s3cret')",
                "SELECT dblink('pass' /* a comment */ || 'word = s3cret')",
                "SELECT dblink('pass' -- a comment\n'word = s3cret')",
                "SELECT dblink(E'\\x70assword = s3cret')",
                "SELECT dblink(E'p\\141ssword = s3cret')",
                "SELECT dblink(E'p\\u0061ssword = s3cret')",
                "SELECT dblink(E'p\\U00000061ssword = s3cret')",
                "SELECT dblink(E'pa\\ssword = s3cret')",
                "SELECT dblink(U&'p\\0061ssword = s3cret')",
                "SELECT dblink(U&'p\\+000061ssword = s3cret')",
                "SELECT dblink(U&'p!0061ssword = s3cret' UESCAPE '!')",
                "UPDATE users SET password = 's3cret' WHERE id = 1",
                "INSERT INTO users (name, passwd) VALUES ('bob', 's3cret')",
                "INSERT INTO keys (name, api_token) VALUES ('s3cret', 's3cret')",
                "SELECT set_config('app.Secret', 's3cret', false)",
                "SELECT pgp_sym_encrypt('x', 's3cret') AS passphrase",
                "SELECT http_get('https://bob:s3cret@example.com/')",
                "SELECT http_get('https:' || '//bob:' || 's3cret@example.com/')",
                "SELECT http_get('redis://:s3cret@example.com/')",
                "\\connect postgres://bob:s3cret@localhost/x",
                "SELECT 1 -- postgres://bob:s3cret@localhost/x",
                "SELECT 1 /* the password is s3cret */",
                "ALTER ROLE bob PASSWORD /* here */ 's3cret'",
                "ALTER ROLE bob PASSWORD 's3cret"
            })
    void removesEveryLiteralOfATextThatNamesASecret(String sql) {
        assertThat(SecretRedaction.redact(sql, LONGEST, Engine.POSTGRESQL))
                .doesNotContainIgnoringCase("s3cret")
                .endsWith("literals removed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE users SET password = \"s3cret\"",
                "UPDATE users SET password = 's3cret'",
                "SELECT x's3cret' AS token",
                "ATTACH 'file:x?password=s3cret' AS y"
            })
    void removesWhatSqliteMayTakeForText(String sql) {
        assertThat(SecretRedaction.redact(sql, LONGEST, Engine.SQLITE))
                .doesNotContain("s3cret")
                .endsWith("literals removed");
    }

    @Test
    void removesNumbersToo() {
        assertThat(SecretRedaction.redact("UPDATE safe SET passwd = 4711", LONGEST, Engine.SQLITE))
                .isEqualTo("UPDATE safe SET passwd = '***'\n-- literals removed");
    }

    @Test
    void quotesNoneOfItInWhatTheDatabaseSaid() {
        String said = "syntax error at or near \"s3cret\"";
        assertThat(SecretRedaction.redactFailure("ALTER ROLE bob PASSWORD s3cret", said))
                .isEqualTo("syntax error at or near …");
        assertThat(SecretRedaction.redactFailure("SELECT s3cret", said)).isEqualTo(said);
    }

    @ParameterizedTest
    @EnumSource
    void readsAllOfWhatIsKeptInPart(Engine engine) {
        String sql = "INSERT INTO t VALUES ('s3cret')" + " ".repeat(LONGEST) + "RETURNING password";
        assertThat(SecretRedaction.redact(sql, LONGEST, engine))
                .doesNotContain("s3cret")
                .startsWith("INSERT INTO t VALUES (")
                .endsWith("literals removed");
        String cut = "INSERT INTO t (password) VALUES ('" + "s3cret".repeat(LONGEST) + "')";
        assertThat(SecretRedaction.redact(cut, LONGEST, engine)).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 's3cr3t'",
                "SELECT 'x', \"y\", $$z$$, 12 FROM users -- all of them",
                "SELECT 'https://example.com/a:b', a::text, 'bob' FROM t",
                "SELECT '12:30', 'bob@example.com'"
            })
    void leavesOtherTextAlone(String sql) {
        assertThat(SecretRedaction.redact(sql, LONGEST, Engine.POSTGRESQL)).isEqualTo(sql);
        assertThat(SecretRedaction.redact(sql, 8, Engine.POSTGRESQL)).isEqualTo(sql.substring(0, 8));
    }
}
