package dev.wheelhouse.core.databases.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.SslMode;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionUrlTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        jdbc:postgresql://db.example.com:6543/shop?user=ada&password=s3cret     | db.example.com | 6543 | shop | ada | s3cret
        jdbc:postgresql://db.example.com/shop                                    | db.example.com | 5432 | shop | - | -
        jdbc:postgresql:shop                                                     | localhost | 5432 | shop | - | -
        jdbc:postgresql:/                                                        | localhost | 5432 | - | - | -
        jdbc:postgresql://[::1]:5433/shop                                        | ::1 | 5433 | shop | - | -
        JDBC:PostgreSQL://h/d                                                    | h | 5432 | d | - | -
        jdbc:postgresql://first:1,second:2/d                                     | first | 1 | d | - | -
        jdbc:postgresql://h/my%20db?user=a%40b&password=p%26q%3D%25              | h | 5432 | my db | a@b | p&q=%
        postgresql://ada:s3cret@db:6543/shop                                     | db | 6543 | shop | ada | s3cret
        postgres://ada@db                                                        | db | 5432 | ada | ada | -
        postgresql://                                                            | localhost | 5432 | - | - | -
        postgresql:///shop?host=db&port=7000&user=ada                            | db | 7000 | shop | ada | -
        postgres://ada:p%40ss%2Fw%3Aord@db/shop                                  | db | 5432 | shop | ada | p@ss/w:ord
        postgres://ada:un@esc@ped@db/shop                                        | db | 5432 | shop | ada | un@esc@ped
        postgres://ada:100%@db/shop                                              | db | 5432 | shop | ada | 100%
        postgres://ada:a+b@db/shop                                               | db | 5432 | shop | ada | a+b
        postgres://ada:@db/shop                                                  | db | 5432 | shop | ada | ''
        postgresql://%C3%A4da:p%C3%A4ss@db/sh%C3%B6p                             | db | 5432 | shöp | äda | päss
        host=db port=7000 dbname=shop user=ada password=s3cret                   | db | 7000 | shop | ada | s3cret
        host = db dbname = shop                                                  | db | 5432 | shop | - | -
        user=ada hostaddr=192.0.2.7                                              | 192.0.2.7 | 5432 | ada | ada | -
        host=a,b port=1,2 dbname=d                                               | a | 1 | d | - | -
        DATABASE_URL=postgres://ada:s3cret@db/shop                               | db | 5432 | shop | ada | s3cret
        export DATABASE_URL="postgres://ada@db/shop"                             | db | 5432 | shop | ada | -
        """)
    void readsEveryFormOfAPostgresAddress(
            String text, String host, int port, String database, String user, String password) {
        ConnectionUrl url = ConnectionUrl.parse(text);
        assertThat(url.engine()).isEqualTo(Engine.POSTGRESQL);
        assertThat(url.host()).isEqualTo(host);
        assertThat(url.port()).isEqualTo(port);
        assertThat(url.database()).isEqualTo(database);
        assertThat(url.user()).isEqualTo(user);
        assertThat(url.password()).isEqualTo(password);
        assertThat(url.path()).isNull();
        assertThat(ConnectionUrl.isLikely(text)).isTrue();
    }

    @Test
    void readsQuotedValuesOfKeywords() {
        ConnectionUrl url = ConnectionUrl.parse("host=db dbname='my db' user='o\\'neil' password='a\\\\b = c' port=''");
        assertThat(url.database()).isEqualTo("my db");
        assertThat(url.user()).isEqualTo("o'neil");
        assertThat(url.password()).isEqualTo("a\\b = c");
        assertThat(url.port()).isEqualTo(5432);
    }

    @ParameterizedTest
    @CsvSource({
        "sslmode=disable, DISABLE",
        "sslmode=allow, PREFER",
        "sslmode=prefer, PREFER",
        "sslmode=REQUIRE, REQUIRE",
        "sslmode=verify-ca, VERIFY_CA",
        "sslmode=verify-full, VERIFY_FULL",
        "ssl=true, VERIFY_FULL",
        "ssl, VERIFY_FULL",
        "ssl=false,",
        "x=1,"
    })
    void readsHowItIsEncrypted(String option, SslMode expected) {
        assertThat(ConnectionUrl.parse("jdbc:postgresql://h/d?" + option).ssl()).isEqualTo(expected);
    }

    @Test
    void namesWhatItLeavesOut() {
        ConnectionUrl url = ConnectionUrl.parse(
                "jdbc:postgresql://a,b/d?user=u&currentSchema=s&sslrootcert=/etc/ca.pem&ApplicationName=x");
        assertThat(url.ignored()).containsExactly("further hosts", "currentschema", "sslrootcert", "applicationname");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:sqlite:/srv/shop.db, /srv/shop.db, false",
        "jdbc:sqlite:shop.db, shop.db, false",
        "sqlite:///srv/shop.db, /srv/shop.db, false",
        "jdbc:sqlite:file:/srv/my%20shop.db?mode=ro, /srv/my shop.db, true",
        "file:///srv/shop.db, /srv/shop.db, false",
        "file://localhost/srv/shop.db, /srv/shop.db, false",
        "jdbc:sqlite:C:\\data\\shop.db, C:\\data\\shop.db, false",
        "jdbc:sqlite:/srv/100%.db, /srv/100%.db, false"
    })
    void readsEveryFormOfASqliteAddress(String text, String path, boolean readOnly) {
        ConnectionUrl url = ConnectionUrl.parse(text);
        assertThat(url.engine()).isEqualTo(Engine.SQLITE);
        assertThat(url.path()).isEqualTo(path);
        assertThat(url.readOnly()).isEqualTo(readOnly);
        assertThat(url.host()).isNull();
        assertThat(url.draft("shop", Environment.STAGING).path()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "shop",
                "SELECT 1 WHERE user = 'x'",
                "jdbc:mysql://h/d",
                "https://example.com/postgresql://x",
                "jdbc:sqlite:",
                "jdbc:sqlite::memory:",
                "jdbc:sqlite:file:x?mode=memory",
                "jdbc:postgresql://h:0/d",
                "jdbc:postgresql://h:65536/d",
                "postgres://ada:sec/ret@db/shop",
                "postgres://h/%00",
                "postgres://h/d\0",
                "postgres://h/%ff%fe",
                "postgresql://[::1/d",
                "postgresql:///d?host=/var/run/postgresql",
                "postgresql://%2Fvar%2Frun/d",
                "postgresql://h/d?sslmode=perhaps",
                "host=h dbname='unclosed",
                "host=h dbname=d loose",
                "host=h = d"
            })
    void refusesWithASentenceWhatItCannotRead(String text) {
        assertThatThrownBy(() -> ConnectionUrl.parse(text))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED))
                .hasMessageStartingWith("url: ")
                .hasMessageEndingWith(".");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://ada:hunter2/x@db/shop",
                "postgres://ada:hunter2?x@db:y/shop",
                "postgres://ada:hunter2@[db/shop",
                "host=db password=hunter2 sslmode=hunter2",
                "host=db password='hunter2",
                "hunter2"
            })
    void saysNothingOfThePasswordWhenItRefuses(String text) {
        assertThatThrownBy(() -> ConnectionUrl.parse(text)).hasMessageNotContaining("hunter2");
    }

    @Test
    void showsNoPasswordAsText() {
        ConnectionUrl url = ConnectionUrl.parse("postgres://ada:hunter2@db/shop");
        assertThat(url.toString()).doesNotContain("hunter2");
        assertThat(url.draft("shop", Environment.STAGING).toString()).doesNotContain("hunter2");
    }

    @Test
    void isLikelyOnlyForAddresses() {
        assertThat(ConnectionUrl.isLikely("db.example.com")).isFalse();
        assertThat(ConnectionUrl.isLikely("localhost:5432")).isFalse();
        assertThat(ConnectionUrl.isLikely("my shop")).isFalse();
        assertThat(ConnectionUrl.isLikely("p=assword")).isFalse();
        assertThat(ConnectionUrl.isLikely("postgres://" + "x".repeat(9_000))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://ada:sec/ret@db/shop",
                "postgres://ada:12/ret@db/shop",
                "postgres://ada:12?ret@db/shop",
                "postgres://ada:12?ret=1@db/shop",
                "postgres://ada:12?ret&more@db/shop",
                "host=db dbname=shop password=12 ret=1"
            })
    void showsNoPieceOfAPasswordThatWasNotEscaped(String text) {
        try {
            ConnectionUrl url = ConnectionUrl.parse(text);
            assertThat(url.toString().replace(String.valueOf(url.password()), ""))
                    .doesNotContain("ret");
            assertThat(url.ignored()).containsOnly("an unknown option");
            assertThat(url.database())
                    .satisfiesAnyOf(
                            name -> assertThat(name).isNull(),
                            name -> assertThat(name).doesNotContain("ret"));
        } catch (AppException refused) {
            assertThat(refused.getMessage() + refused.details())
                    .doesNotContain("ret@")
                    .doesNotContain("sec/");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        sqlite:///C:/data/shop.db     | C:/data/shop.db
        file:///C:/data/shop.db       | C:/data/shop.db
        jdbc:sqlite:C:/data/shop.db   | C:/data/shop.db
        sqlite:////srv/shop.db        | //srv/shop.db
        """)
    void readsThePathsOfWindows(String text, String path) {
        assertThat(ConnectionUrl.parse(text).path()).isEqualTo(path);
    }
}
