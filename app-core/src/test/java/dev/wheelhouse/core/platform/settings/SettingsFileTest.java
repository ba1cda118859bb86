package dev.wheelhouse.core.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsFileTest {

    private static final SettingsFile.Loaded NOTHING =
            new SettingsFile.Loaded(HomeSettings.DEFAULTS, EarlierSettings.NOTHING, List.of());

    @TempDir
    private Path directory;

    private final SettableClock clock = new SettableClock();
    private Home home;
    private SettingsFile file;

    @BeforeEach
    void openHome() {
        home = Home.open(directory);
        file = new SettingsFile(home, clock);
    }

    @Test
    void startsWithTheDefaultsAndMakesNoFile() {
        assertThat(file.load()).isEqualTo(NOTHING);
        assertThat(home.file("settings.json")).doesNotExist();
    }

    @Test
    void loadsWhatItSaved() {
        HomeSettings settings = new HomeSettings(
                new ListenerSettings(
                        "10.0.0.5",
                        8443,
                        List.of("console.example"),
                        new ListenerSettings.Tls("/etc/console.pem", "/etc/console.key")),
                new Appearance(ThemeChoice.DARK),
                Shares.DEFAULTS);
        file.save(settings);
        assertThat(file.load()).isEqualTo(new SettingsFile.Loaded(settings, EarlierSettings.NOTHING, List.of()));
    }

    @Test
    void writesTheFileForPeopleAndForTheOwnerAlone() throws IOException {
        file.save(HomeSettings.DEFAULTS);
        assertThat(home.readText("settings.json"))
                .contains("\n    \"port\" : 7465")
                .contains("\"system\"");
        assertThat(home.isPrivate("settings.json")).isTrue();
    }

    @Test
    void takesTheDefaultForWhateverIsAbsentOrUnknown() throws IOException {
        home.writePrivately("settings.json", "{\"listener\": {\"port\": 5}, \"ofALaterVersion\": true}");
        assertThat(file.load().home()).isEqualTo(HomeSettings.DEFAULTS.with(ListenerSettings.DEFAULTS.withPort(5)));
    }

    @Test
    void namesWhatItDoesNotKnow() throws IOException {
        home.writePrivately("settings.json", """
                {"listener": {"port": 5, "hostname": "x", "tls": {"certificateFile": "/c", "keyFile": "/k", "ca": "/a"}},
                 "dns": {"resolvers": ["192.0.2.1"]}, "thresholds": {"diskPercent": 80, "gpu": 1}, "historyDays": 9}""");
        assertThat(file.load().ignored())
                .containsExactlyInAnyOrder("listener.hostname", "listener.tls.ca", "dns", "thresholds.gpu");
    }

    @Test
    void readsWhatAnEarlierVersionWrote() throws IOException {
        home.writePrivately(
                "settings.json",
                "{\"hostNames\": [\"console.example\", \"not one\"], \"historyDays\": 5, \"thresholds\":"
                        + " {\"diskPercent\": 80}}");
        SettingsFile.Loaded loaded = file.load();
        assertThat(loaded.home().listener().hostNames()).containsExactly("console.example");
        assertThat(loaded.earlier().ofOrganization().thresholds()).isEqualTo(new Thresholds(80, 95, 95, 300));
    }

    @ParameterizedTest
    @CsvSource({"-5, 1", "0, 1", "1, 1", "3650, 3650", "3651, 3650", "2147483647, 3650"})
    void clampsTheDaysOfHistoryOfAnEarlierVersion(int written, int meant) throws IOException {
        home.writePrivately("settings.json", "{\"historyDays\": " + written + "}");
        assertThat(file.load().earlier().ofOrganization().retention().historyDays())
                .isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{\"historyDays\": 5",
                "{\"historyDays\": \"many\"}",
                "{\"historyDays\": 99999999999}",
                "{\"hostNames\": [null]}",
                "{\"hostNames\": \"a\"}",
                "{\"listener\": {\"port\": 0}}",
                "{\"appearance\": {\"theme\": \"pink\"}}"
            })
    void setsAnUnreadableFileAsideUnchanged(String text) throws IOException {
        home.writePrivately("settings.json", text);
        assertThat(file.load()).isEqualTo(NOTHING);
        assertThat(home.file("settings.json")).doesNotExist();
        assertThat(Files.readString(home.file("settings.json.unreadable-" + clock.millis())))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.5", "0.0.0.0", "::", "2001:db8::1"})
    void refusesAnAddressThatOthersReachWithoutTlsAndKeepsTheFile(String address) throws IOException {
        String text = "{\"listener\": {\"address\": \"" + address + "\"}}";
        home.writePrivately("settings.json", text);
        assertThatThrownBy(file::load)
                .isInstanceOf(AppException.class)
                .hasMessage(home.file("settings.json") + ": listener.tls: Others can reach " + address
                        + ". Give a certificate and its key, or listen on 127.0.0.1.");
        assertThat(home.readText("settings.json")).isEqualTo(text);
    }

    @Test
    void setsAsideWhatIsNotText() throws IOException {
        byte[] noise = {(byte) 0xff, (byte) 0xfe, 0};
        Files.write(home.file("settings.json"), noise);
        assertThat(file.load()).isEqualTo(NOTHING);
        assertThat(home.file("settings.json.unreadable-" + clock.millis())).hasBinaryContent(noise);
    }
}
