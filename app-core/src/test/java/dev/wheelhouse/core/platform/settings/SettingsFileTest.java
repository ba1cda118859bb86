package dev.wheelhouse.core.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(file.load()).isEqualTo(Settings.DEFAULTS);
        assertThat(home.file("settings.json")).doesNotExist();
    }

    @Test
    void loadsWhatItSaved() {
        Settings settings = new Settings(List.of("console.example", "büro.example"), 90);
        file.save(settings);
        assertThat(file.load()).isEqualTo(settings);
    }

    @Test
    void writesTheFileForPeopleAndForTheOwnerAlone() throws IOException {
        file.save(new Settings(List.of(), 7));
        assertThat(home.readText("settings.json")).contains("\n  \"historyDays\" : 7");
        assertThat(home.isPrivate("settings.json")).isTrue();
    }

    @Test
    void takesTheDefaultForWhateverIsAbsentOrUnknown() throws IOException {
        home.writePrivately("settings.json", "{\"historyDays\": 5, \"ofALaterVersion\": true}");
        assertThat(file.load()).isEqualTo(new Settings(Settings.DEFAULTS.hostNames(), 5));
    }

    @ParameterizedTest
    @CsvSource({"-5, 1", "0, 1", "1, 1", "3650, 3650", "3651, 3650", "2147483647, 3650"})
    void clampsTheDaysOfHistory(int written, int meant) throws IOException {
        home.writePrivately("settings.json", "{\"historyDays\": " + written + "}");
        assertThat(file.load().historyDays()).isEqualTo(meant);
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
                "{\"hostNames\": \"a\"}"
            })
    void setsAnUnreadableFileAsideUnchanged(String text) throws IOException {
        home.writePrivately("settings.json", text);
        assertThat(file.load()).isEqualTo(Settings.DEFAULTS);
        assertThat(home.file("settings.json")).doesNotExist();
        assertThat(Files.readString(home.file("settings.json.unreadable-" + clock.millis())))
                .isEqualTo(text);
    }

    @Test
    void setsAsideWhatIsNotText() throws IOException {
        byte[] noise = {(byte) 0xff, (byte) 0xfe, 0};
        Files.write(home.file("settings.json"), noise);
        assertThat(file.load()).isEqualTo(Settings.DEFAULTS);
        assertThat(home.file("settings.json.unreadable-" + clock.millis())).hasBinaryContent(noise);
    }
}
