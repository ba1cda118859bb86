package dev.wheelhouse.core.conversations.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "db_password=hunter2 next | db_password=*** next",
                "\"apiKey\": \"a b\", \"x\": 1 | \"apiKey\": ***, \"x\": 1",
                "MY-API-KEY : abc | MY-API-KEY : ***",
                "postgres://ada:geheim@db/shop | postgres://ada:***@db/shop",
                "Authorization: Bearer abcdefgh123 | Authorization: ***",
                "a Bearer abcdefgh123 of | a Bearer *** of",
                "Cookie: SESSION=abc; theme=dark | Cookie: ***",
                "Authorization: token abc | Authorization: ***",
                "passwordHash=abc x | passwordHash=*** x",
                "AccountKey=abc==;Suffix=x y | AccountKey=*** y",
                "the storageKey=abc and | the storageKey=*** and",
                "mysql -u root -phunter2 shop | mysql -u root -p*** shop",
                "sshpass -p hunter2 ssh db | sshpass -p *** ssh db",
                "curl -u ada:hunter2 https://x | curl -u ada:*** https://x",
                "password hunter2 of | password *** of",
                "mysql -h db -P 3306 -u root -phunter2 shop | mysql -h db -P 3306 -u root -p*** shop",
                "redis-cli -p 6379 -a hunter2 ping | redis-cli -p 6379 -a *** ping",
                "docker login -u ada -p hunter2 host | docker login -u ada -p *** host",
                "curl -uada:hunter2 https://x | curl -uada:*** https://x",
                "tool --api-key hunter2 x | tool --api-key *** x",
                "tool --client-secret=hunter2 x | tool --client-secret=*** x",
                "tool --db-auth-token hunter2 x | tool --db-auth-token *** x",
                "<password>hunter2</password> | <password>***</password>",
                "<db:password kind=\"a\">hunter2</db:password> | <db:password kind=\"a\">***</db:password>",
                "token=sk-ABCDEFGHIJKLMNOPQRSTUVWX-tail | token=***",
                "api_key: AKIAABCDEFGHIJKLMNOP/tail | api_key: ***",
                "password=***tail x | password=*** x",
                "{\"secrets\": [\"aaa\", \"b]\"], \"x\": 1} | {\"secrets\": ***, \"x\": 1}",
                "Unexpected token: { at 1 | Unexpected token: ***",
                "curl -U ada:hunter2 --proxy x | curl -U ada:*** --proxy x",
                "<password><![CDATA[a<b]]></password> | <password>***</password>",
                "{\"tokens\": {\"a\": {\"b\": \"x\"}, \"c\": \"y\"}, \"x\": 1} | {\"tokens\": ***, \"x\": 1}",
                "password: my secret words | password: ***",
                "db.password:   my secret words | db.password:   ***",
                "PASSWORD=\"abc\"'def'ghi x | PASSWORD=*** x",
                "the order token: a b | the order token: *** b",
                "ALTER ROLE ada PASSWORD 'a''b' VALID | ALTER ROLE ada PASSWORD *** VALID",
                "postgres://ada:a@b:c@db/shop | postgres://ada:***@db/shop",
                "the password is wrong | the password is wrong",
                "a primary key of | a primary key of",
                "jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln and | jwt *** and",
                "key whk_0123456789abcdefghij_123456 | key ***",
                "the token bucket is full | the token bucket is full"
            })
    void takesOutWhatIsSecretAndLeavesTheRest(String text, String clean) {
        assertThat(SecretText.redact(text)).isEqualTo(clean);
    }

    private static final List<String> NAMES = List.of(
            "password",
            "Password",
            "PGPASSWORD",
            "db_password",
            "passwd",
            "pwd",
            "passphrase",
            "passwordHash",
            "secret",
            "clientSecret",
            "client_secret",
            "SECRET_KEY",
            "token",
            "refresh_token",
            "accessToken",
            "api-key",
            "apiKey",
            "API_KEY",
            "private_key",
            "AccountKey",
            "SharedAccessKey",
            "storageKey",
            "aws_secret_access_key",
            "X-Auth-Token",
            "X-Api-Key");

    /** What a program writes of a name and its value, with the blanks and escapes that each form has. */
    private static final List<BiFunction<String, String, String>> FORMS = List.of(
            (name, value) -> "{\"id\": 1, \"" + name + "\": \"" + value.replace("\"", "\\\"") + "\", \"b\": 2}",
            (name, value) -> "{\\\"" + name + "\\\":\\\"" + value.replace("\"", "\\\\\\\"") + "\\\"}",
            (name, value) -> "{'" + name + "': '" + value.replace("'", "\\'") + "'}",
            (name, value) -> name + "=" + value.replace(" ", ""),
            (name, value) -> "export " + name + "=\"" + value.replace("\"", "\\\"") + "\"; run",
            (name, value) -> name + ": " + value.replace(" ", "_") + "\nnext: line",
            (name, value) -> "?a=1&" + name + "=" + value.replace(" ", "+"));

    /** Of a hundred and more: nothing behind a secret's name survives up to its true end. */
    @Test
    void nothingOfAValueSurvivesWhateverItIsWrittenIn() {
        List<String> between =
                List.of("\"", "'", ",", ";", "&", "=", ":", "/", "}", ")", "\\\\", "{", "#", "-", "$", "@", " ");
        Property.holds(1_000, random -> {
            String value = "LEAK"
                    + IntStream.range(0, 4)
                            .mapToObj(_ -> between.get(random.nextInt(between.size())) + "LEAK")
                            .collect(Collectors.joining());
            for (String name : NAMES) {
                for (BiFunction<String, String, String> form : FORMS) {
                    String text = form.apply(name, value);
                    assertThat(SecretText.redact(text)).as(text).doesNotContain("LEAK");
                }
            }
        });
    }

    @Test
    void takesOutPrivateKeysThatHaveNoEnd() {
        assertThat(SecretText.redact("a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc"))
                .isEqualTo("a\n***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "-eyJaaaaaaaa",
                "password=\"",
                "://a:",
                "://a:b@",
                "mysql ",
                " -u a:",
                "password ",
                "passwordpassword=",
                "\\\\\"",
                "Cookie:",
                "x-key",
                "Bearer ",
                "--a-",
                "--api-key ",
                "<password",
                "<password>",
                "password: [",
                "token={[",
                "\npassword",
                "docker login -",
                "-----BEGIN ",
                "token"
            })
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void isQuickWhateverTheText(String piece) {
        assertThat(SecretText.redact(piece.repeat((128 << 10) / piece.length())))
                .isNotNull();
    }
}
