package dev.wheelhouse.api.databases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.ApiClient.Reply;
import dev.wheelhouse.api.testing.DatabaseApiTest;
import dev.wheelhouse.api.testing.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths that lead a SQLite connection elsewhere, and texts whose secret the history must not keep. */
class PathsAttackApiTest extends DatabaseApiTest {

    private Reply add(String path, boolean create) throws Exception {
        return console.owner()
                .post(
                        "/db-connections",
                        JsonText.of(Map.of(
                                "name",
                                "path " + path.hashCode() + create,
                                "engine",
                                "sqlite",
                                "path",
                                path,
                                "create",
                                create,
                                "environment",
                                "development")));
    }

    @Test
    void opensNothingOfTheHomeNorWhatIsNoFile() throws Exception {
        Path home = console.home();
        Path folder = Files.createTempDirectory(home.getParent(), "paths");
        Path token = home.resolve("local-token");
        Path link = Files.createSymbolicLink(folder.resolve("link.db"), token);
        Path linkToLink = Files.createSymbolicLink(folder.resolve("second.db"), link);
        Path relative = Files.createSymbolicLink(folder.resolve("relative.db"), folder.relativize(token));
        Path inside = Files.createSymbolicLink(folder.resolve("inside"), home);
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling.db"), home.resolve("new.db"));
        Path twin = Files.createLink(folder.resolve("twin.db"), token);
        Path linkToTwin = Files.createSymbolicLink(folder.resolve("linked-twin.db"), twin);
        for (String path : List.of(
                link.toString(),
                linkToLink.toString(),
                relative.toString(),
                inside.resolve("local-token").toString(),
                inside.resolve("new.db").toString(),
                dangling.toString(),
                twin.toString(),
                linkToTwin.toString(),
                folder + "/../" + home.getFileName() + "/local-token",
                folder + "/./../" + home.getFileName() + "//new.db",
                "/proc/self/root" + token,
                "/proc/self/fd/0",
                "/dev/stdin",
                "/dev/null",
                "FILE:" + folder + "/x.db",
                "file://localhost" + folder + "/x.db",
                folder + "/x.db?mode=memory",
                folder + "/x.db?immutable=1#a",
                ":memory:",
                "",
                " ",
                folder + "/x\0.db",
                folder + "/")) {
            for (boolean create : new boolean[] {true, false}) {
                Reply reply = add(path, create);
                assertThat(reply.status()).as("%s: %s", path, reply.body()).isEqualTo(422);
            }
        }
        assertThat(Files.exists(home.resolve("new.db"))).isFalse();
        assertThat(Files.exists(folder.resolve("x.db"))).isFalse();
        assertThat(Files.readString(token).strip()).isEqualTo(console.ownerToken());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER ROLE x PASS/**/WORD 'hunter2'",
                "ALTER ROLE x PASSWORD E'\\150unter2'; SELECT 'hunter2'",
                "ALTER ROLE x PASSWORD $a$hunter2$a$",
                "ALTER ROLE x PASSWORD U&'hunter!0032' UESCAPE '!' -- hunter2",
                "SELECT 'pass' || 'word', 'hunter2'",
                "SELECT U&'pass\\0077ord', 'hunter2'",
                "SELECT E'\\x70assword', 'hunter2'",
                "SELECT 'postgres' || '://a:hunter2@b/c'",
                "SELECT 'x', 'amqp://:hunter2@h'",
                "CREATE SUBSCRIPTION s CONNEC/* */TION 'host=h password=hunter2' PUBLICATION p",
                "SELECT 'ToKeN', 'hunter2",
                "SELECT \"Secret\", $$hunter2",
                "SELECT passphrase /* hunter2 */",
                "SELECT 1 AS \"pass\"\"word\", 'hunter2'",
                "SELECT crypt('hunter2', pass_wd) FROM t",
                "SELECT digest('hunter2', 'x') AS api_token",
                "INSERT INTO users (pass\u200bword) VALUES ('hunter2')"
            })
    void keepsNoSecretOfAnOddSpelling(String sql) throws Exception {
        for (var each : List.of(postgres, sqlite)) {
            each.query(Map.of("sql", sql, "confirm", true));
            each.post("/explain", Map.of("sql", sql));
            each.post("/export", Map.of("sql", sql, "format", "csv"));
            assertThat(each.get("/history?limit=20").body()).as(sql).doesNotContain("hunter2");
        }
    }
}
