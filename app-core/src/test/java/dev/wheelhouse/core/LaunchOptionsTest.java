package dev.wheelhouse.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchOptionsTest {

    private static final Map<String, String> LINUX = Map.of("os.name", "Linux", "user.home", "/home/ada");

    @Test
    void startsTheWindowOnThePortThatIsSetWithAStateInTheHome() {
        assertThat(parse())
                .isEqualTo(new LaunchOptions(false, Path.of("/home/ada/.local/share/wheelhouse"), null, null, false));
    }

    @Test
    void takesEveryOptionInAnyOrder() {
        assertThat(parse(
                        "--store",
                        "jdbc:postgresql://db:5433/state",
                        "--exit-after-start",
                        "--port",
                        "0",
                        "--home",
                        "/srv/wheelhouse",
                        "--headless"))
                .isEqualTo(new LaunchOptions(
                        true, Path.of("/srv/wheelhouse"), 0, "jdbc:postgresql://db:5433/state", true));
    }

    @Test
    void readsSecretsFromTheTerminalOrDescriptorsAndNeverFromArguments() {
        String store = "jdbc:postgresql://db/state";
        assertThat(parse("--store", store, "--join").secrets()).isEqualTo(new SecretSources(true, null, null));
        assertThat(parse("--store", store, "--join-fd", "3", "--passphrase-fd", "4")
                        .secrets())
                .isEqualTo(new SecretSources(true, Path.of("/dev/fd/3"), Path.of("/dev/fd/4")));
        assertRefused("--join needs the shared state", Map.of(), "--join");
        assertRefused("--join-fd takes the number", Map.of(), "--join-fd", "ABCD-EFGH");
        assertRefused("--passphrase-fd takes the number", Map.of(), "--passphrase-fd", "-1");
    }

    @Test
    void takesThePassphraseThatSystemdLoads(@TempDir Path directory) throws IOException {
        Map<String, String> environment = Map.of("CREDENTIALS_DIRECTORY", directory.toString());
        assertThat(LaunchOptions.parse(List.of(), environment, LINUX).secrets()).isEqualTo(SecretSources.NONE);
        Files.writeString(directory.resolve("passphrase"), "five words\n");
        assertThat(LaunchOptions.parse(List.of(), environment, LINUX).secrets().read())
                .isEqualTo(new StartSecrets(null, "five words"));
    }

    @Test
    void aRestartIsGivenNoSecretsAndNoFilesAgain() {
        assertThat(LaunchOptions.forRestart(List.of(
                        "a.sql",
                        "--join",
                        "--port",
                        "0",
                        "--join-fd",
                        "3",
                        "b c.db",
                        "--passphrase-fd",
                        "4",
                        "--home",
                        "h.db",
                        "--store",
                        "s",
                        "--headless",
                        "d.sql")))
                .containsExactly("--port", "0", "--home", "h.db", "--store", "s", "--headless");
    }

    @Test
    void takesFilesAmongTheOptionsFromTheWorkingDirectory(@TempDir Path directory) throws IOException {
        Path script = Files.createFile(directory.resolve("orders of May.sql"));
        Path database = Files.createFile(directory.resolve("shop.db"));
        Path here = Path.of("").toAbsolutePath();
        LaunchOptions options = parse(here.relativize(script).toString(), "--port", "0", database.toString());
        assertThat(options.files()).containsExactly(script, database);
        assertThat(options.port()).isZero();
        assertThatThrownBy(options::requireNoFiles)
                .isInstanceOf(AppException.class)
                .hasMessage("Only the window opens files, and this starts the API alone. Leave out " + script + ".");
        assertThat(parse().requireNoFiles()).isEqualTo(parse());
        assertRefused(
                "There is no file " + directory.resolve("absent.sql"),
                Map.of(),
                script.toString(),
                directory.resolve("absent.sql").toString());
    }

    @Test
    void takesTheLastOfAnOptionGivenTwice() {
        assertThat(parse("--port", "1", "--port", "2").port()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--unknown", "-h", "-x.sql", "--port=80", "", "--HEADLESS"})
    void refusesWhatItDoesNotUnderstandAndNamesIt(String option) {
        assertRefused("Unknown option " + option, Map.of(), option);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--home", "--port", "--store"})
    void refusesAnOptionWithoutItsValue(String option) {
        assertRefused(option + " needs a value", Map.of(), option);
        assertRefused(option + " needs a value", Map.of(), option, "");
        assertRefused(option + " needs a value", Map.of(), option, "--headless");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "80, 80", "65535, 65535"})
    void takesEveryPortThereIs(String text, int port) {
        assertThat(parse("--port", text).port()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "65536", "99999999999", "http", "80.0", " 80"})
    void refusesWhatIsNoPort(String text) {
        assertRefused("--port takes a number from 0 to 65535, not " + text, Map.of(), "--port", text);
    }

    @Test
    void refusesAHomeThatIsNoPath() {
        assertRefused("--home takes the path of a directory", Map.of(), "--home", "a\u0000b");
        assertRefused("WHEELHOUSE_HOME takes the path of a directory", Map.of("WHEELHOUSE_HOME", "a\u0000b"));
    }

    @Test
    void takesTheHomeFromTheOptionBeforeTheEnvironmentBeforeTheDefault() {
        Map<String, String> environment = Map.of("WHEELHOUSE_HOME", "/env", "XDG_DATA_HOME", "/xdg");
        assertThat(LaunchOptions.parse(List.of("--home", "/option"), environment, LINUX)
                        .home())
                .isEqualTo(Path.of("/option"));
        assertThat(LaunchOptions.parse(List.of(), environment, LINUX).home()).isEqualTo(Path.of("/env"));
        assertThat(LaunchOptions.parse(List.of(), Map.of("WHEELHOUSE_HOME", ""), LINUX)
                        .home())
                .isEqualTo(Path.of("/home/ada/.local/share/wheelhouse"));
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, XDG_DATA_HOME, /data, /data/wheelhouse",
        "Linux, XDG_DATA_HOME, '', /home/ada/.local/share/wheelhouse",
        "FreeBSD, OTHER, x, /home/ada/.local/share/wheelhouse",
        "Mac OS X, XDG_DATA_HOME, /data, /home/ada/Library/Application Support/Wheelhouse",
        "Windows 11, LOCALAPPDATA, /local, /local/Wheelhouse",
        "Windows Server 2025, LOCALAPPDATA, '', /home/ada/AppData/Local/Wheelhouse"
    })
    void putsTheHomeWhereThePlatformKeepsData(String os, String variable, String value, String home) {
        Map<String, String> properties = Map.of("os.name", os, "user.home", "/home/ada");
        assertThat(LaunchOptions.parse(List.of(), Map.of(variable, value), properties)
                        .home())
                .isEqualTo(Path.of(home));
    }

    @Test
    void takesTheStoreFromTheOptionBeforeTheEnvironment() {
        Map<String, String> environment =
                Map.of("WHEELHOUSE_STORE", "jdbc:postgresql://env/state?user=u&password=secret");
        assertThat(LaunchOptions.parse(List.of(), environment, LINUX).storeUrl())
                .isEqualTo("jdbc:postgresql://env/state?user=u&password=secret");
        assertThat(LaunchOptions.parse(List.of("--store", "jdbc:postgresql://option/state"), environment, LINUX)
                        .storeUrl())
                .isEqualTo("jdbc:postgresql://option/state");
        assertThat(LaunchOptions.parse(List.of(), Map.of("WHEELHOUSE_STORE", ""), LINUX)
                        .storeUrl())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db/state?password=hunter2",
                "jdbc:postgresql://db/state?user=u&password=hunter2",
                "jdbc:postgresql://db/state?sslpassword=hunter2",
                "jdbc:postgresql://u:hunter2@db/state"
            })
    void refusesCredentialsOnTheCommandLineWithoutRepeatingThem(String url) {
        assertRefused("put the whole URL into WHEELHOUSE_STORE", Map.of(), "--store", url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:sqlite:state.db", "jdbc:mysql://db/state", "postgresql://db/state", "x"})
    void refusesAStoreThatIsNotPostgresql(String url) {
        assertRefused("must be a jdbc:postgresql://host:port/database URL", Map.of(), "--store", url);
        assertRefused("must be a jdbc:postgresql://host:port/database URL", Map.of("WHEELHOUSE_STORE", url));
    }

    @Test
    void saysHowToGiveAUserThatTheDriverWouldTakeForPartOfTheHost() {
        assertRefused("?user=…&password=…", Map.of("WHEELHOUSE_STORE", "jdbc:postgresql://u:hunter2@db/state"));
        assertThat(LaunchOptions.parse(
                                List.of(),
                                Map.of("WHEELHOUSE_STORE", "jdbc:postgresql://db/state?user=a@b&password=p@q"),
                                LINUX)
                        .storeUrl())
                .endsWith("p@q");
    }

    private static LaunchOptions parse(String... arguments) {
        return LaunchOptions.parse(List.of(arguments), Map.of(), LINUX);
    }

    private static void assertRefused(String message, Map<String, String> environment, String... arguments) {
        assertThatThrownBy(() -> LaunchOptions.parse(List.of(arguments), environment, LINUX))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refused -> assertThat(refused.errorCode()).isEqualTo(PlatformError.BAD_REQUEST))
                .hasMessageContaining(message)
                .message()
                .doesNotContain("hunter2");
    }
}
