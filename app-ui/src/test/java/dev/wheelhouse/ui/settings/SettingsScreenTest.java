package dev.wheelhouse.ui.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.settings.Appearance;
import dev.wheelhouse.core.platform.settings.AssistantSettings;
import dev.wheelhouse.core.platform.settings.ListenerSettings;
import dev.wheelhouse.core.platform.settings.ListenerSwitch;
import dev.wheelhouse.core.platform.settings.ListenerTrial;
import dev.wheelhouse.core.platform.settings.Settings;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.platform.settings.SettingsService;
import dev.wheelhouse.core.platform.settings.ThemeChoice;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Shell;
import dev.wheelhouse.ui.shell.ShellViewModel;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextInputControl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen of settings over a real core. */
@SuppressWarnings("NullAway.Init")
class SettingsScreenTest extends FxTest {

    @TempDir
    private Path home;

    private TestCore core;
    private SettingsService settings;
    private FakeWorkbench workbench;
    private ShellViewModel shellModel;
    private Shell shell;
    private Scene scene;

    @BeforeEach
    void open() {
        core = TestCore.start(home);
        settings = core.core().settings();
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            shellModel = new ShellViewModel(workbench.state(), "settings");
            ThemeLink.make(settings, shellModel, workbench);
            shell = new Shell(
                    shellModel,
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(new SettingsWiring(settings, workbench, controls, ZoneOffset.UTC)));
            workbench.opener = shell::open;
            return show(shell.root(), 1280, 720);
        });
        onFx(() -> {
            shell.listenTo(scene);
            shell.openLast();
            shell.onShow();
            return true;
        });
        waitFor("the form", () -> find("listener.port").isPresent());
    }

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
        core.close();
    }

    private Optional<Node> find(String id) {
        return scene.getRoot().lookupAll("*").stream()
                .filter(each -> id.equals(each.getId()))
                .findFirst();
    }

    private void type(String id, String text) {
        onFx(() -> {
            ((TextInputControl) find(id).orElseThrow()).setText(text);
            return true;
        });
    }

    private String typed(String id) {
        return onFx(() -> ((TextInputControl) find(id).orElseThrow()).getText());
    }

    private String problem(String id) {
        return onFx(() -> ((Label) find(id + "Error").orElseThrow()).getText());
    }

    private void save() {
        onFx(() -> {
            ((Button) find("save").orElseThrow()).fire();
            return true;
        });
    }

    private Caller caller() {
        return core.callers().get();
    }

    private boolean hasSaid(String text) {
        return onFx(() -> workbench.notices.stream().map(Notice::text).anyMatch(text::equals));
    }

    @Test
    void namesWhatTheFileOfSettingsHasAndTheConsoleDoesNotKnow() throws IOException {
        assertThat(onFx(() -> find("ignored").orElseThrow().isVisible())).isFalse();
        close();
        Files.writeString(
                home.resolve("settings.json"), "{\"dns\": {\"port\": 53}, \"listener\": {\"hostname\": \"a\"}}");
        open();
        Label ignored = onFx(() -> (Label) find("ignored").orElseThrow());
        waitFor("the line", ignored::isVisible);
        assertThat(onFx(ignored::getText))
                .isEqualTo("settings.json has unknown settings, which are ignored: dns, listener.hostname. Correct or"
                        + " remove them.");
        Pictures.take(scene, "settings-ignored");
    }

    @Test
    void savesWhatWasTypedAndShowsWhatIsWrongAtItsField() {
        Pictures.take(scene, "settings");
        type("smtp.host", "mail.example.com");
        type("smtp.user", "console");
        type("smtp.password", "secret");
        type("smtp.from", "nobody");
        type("thresholds.diskPercent", "101");
        type("privateHosts", "10.0.0.5\nhttp://inside");
        type("listener.address", "0.0.0.0");
        save();
        waitFor("the problems", () -> !problem("thresholds.diskPercent").isEmpty());
        assertThat(problem("thresholds.diskPercent")).isEqualTo("Give a number from 1 to 100.");
        assertThat(problem("privateHosts")).startsWith("Number 2: Give a host name");
        assertThat(problem("smtp.from")).startsWith("Give a mail address");
        assertThat(problem("listener.tls")).startsWith("Others can reach 0.0.0.0.");
        Pictures.take(scene, "settings-problems");

        type("smtp.from", "wheelhouse@example.com");
        type("thresholds.diskPercent", "eighty");
        save();
        waitFor("the number", () -> problem("thresholds.diskPercent").equals("Give a whole number."));
        type("thresholds.diskPercent", "80");
        type("privateHosts", "10.0.0.5\nprometheus.internal");
        type("listener.address", "127.0.0.1");
        save();
        waitFor("the notice", () -> hasSaid("The settings were saved."));
        Settings saved = settings.get(caller());
        assertThat(saved.organization().privateHosts()).containsExactly("10.0.0.5", "prometheus.internal");
        assertThat(saved.organization().thresholds().diskPercent()).isEqualTo(80);
        assertThat(saved.hasSmtpPassword()).isTrue();
        assertThat(typed("smtp.password")).isEmpty();
        assertThat(typed("smtp.port")).isEqualTo("587");
        Pictures.take(scene, "settings-saved");
    }

    @Test
    void setsUpAModelAndTakesItAway() {
        type("assistant.baseUrl", "http://127.0.0.1:11434/v1");
        type("assistant.apiKey", "sk-1");
        save();
        waitFor("the problem", () -> problem("assistant.model").startsWith("Give the model's name"));
        type("assistant.model", "llama");
        save();
        waitFor("the private host", () -> problem("assistant.baseUrl").contains("private address"));
        Pictures.take(scene, "settings-assistant-problems");

        type("privateHosts", "127.0.0.1");
        assertThat(problem("assistant.baseUrl")).isEmpty();
        save();
        waitFor("the notice", () -> hasSaid("The settings were saved."));
        Settings saved = settings.get(caller());
        assertThat(saved.organization().assistant())
                .isEqualTo(new AssistantSettings("http://127.0.0.1:11434/v1", "llama", 2048, 64_000));
        assertThat(saved.hasAssistantKey()).isTrue();
        assertThat(typed("assistant.apiKey")).isEmpty();
        assertThat(typed("assistant.maxTokens")).isEqualTo("64000");
        Pictures.take(scene, "settings-assistant");

        type("assistant.baseUrl", "");
        type("assistant.model", "");
        onFx(() -> {
            workbench.notices.clear();
            return true;
        });
        save();
        waitFor("the second notice", () -> hasSaid("The settings were saved."));
        assertThat(settings.get(caller()).organization().assistant()).isNull();
    }

    @Test
    void showsWhatSomebodyElseSavedMeanwhile() {
        Settings before = settings.get(caller());
        settings.change(caller(), SettingsDraft.of(before).with(new Appearance(ThemeChoice.DARK)), null);
        type("retention.jobDays", "7");
        save();
        waitFor("the conflict", () -> find("saveAnyway").filter(FxTest::isSeen).isPresent());
        onFx(() -> {
            ((Button) find("loadTheirs").orElseThrow()).fire();
            return true;
        });
        waitFor("theirs", () -> typed("retention.jobDays").equals("90"));
        assertThat(onFx(() -> shellModel.themeProperty().get())).isEqualTo(ThemeChoice.DARK);
    }

    @Test
    void theQuickSwitchOfTheThemeIsTheSameSetting() {
        onFx(() -> {
            shellModel.nextTheme();
            return true;
        });
        waitFor("the setting", () -> settings.live().home().appearance().theme() == ThemeChoice.LIGHT);
        assertThat(onFx(() -> shellModel.themeProperty().get())).isEqualTo(ThemeChoice.LIGHT);
    }

    /** Opens nothing. */
    private static final class TestSwitch implements ListenerSwitch {

        private volatile @Nullable ListenerTrial trial;
        private volatile @Nullable Runnable keep;

        @Override
        public ListenerSettings place() {
            return ListenerSettings.DEFAULTS;
        }

        @Override
        public void begin(ListenerSettings wanted, Runnable whenKept) {
            keep = whenKept;
            trial = new ListenerTrial(wanted.url(), Instant.parse("2026-01-02T03:04:05Z"));
        }

        @Override
        public Optional<ListenerTrial> trial() {
            return Optional.ofNullable(trial);
        }

        @Override
        public void confirm() {
            Runnable keeps = keep;
            if (keeps != null) {
                keeps.run();
            }
            abandon();
        }

        @Override
        public void abandon() {
            trial = null;
        }
    }

    @Test
    void saysWhereAnotherListenerIsTriedAndWhatBecameOfIt() {
        TestSwitch switcher = new TestSwitch();
        settings.listenBy(switcher);
        type("listener.port", "7500");
        save();
        waitFor("the trial", () -> find("keep").filter(FxTest::isSeen).isPresent());
        Pictures.take(scene, "settings-trial");
        switcher.abandon();
        waitFor("the end", () -> hasSaid("No call arrived at http://127.0.0.1:7500, so the API stays where it was."));
        assertThat(typed("listener.port")).isEqualTo("7465");

        type("listener.port", "7501");
        save();
        waitFor("the second trial", () -> find("keep").filter(FxTest::isSeen).isPresent());
        onFx(() -> {
            ((Button) find("keep").orElseThrow()).fire();
            return true;
        });
        waitFor("the new port", () -> hasSaid("The API now listens on http://127.0.0.1:7501."));
        assertThat(typed("listener.port")).isEqualTo("7501");
        assertThat(settings.live().home().listener().port()).isEqualTo(7501);
    }

    @Test
    void copiesTheCallWithoutTheSecrets() {
        SettingsFields fields = onFx(SettingsFields::new);
        onFx(() -> {
            fields.show(settings.get(caller()));
            fields.smtpHost.set("mail.example.com");
            fields.smtpUser.set("console");
            fields.smtpPassword.set("secret-17");
            fields.smtpFrom.set("a@example.com");
            fields.assistantUrl.set("https://models.example.com/v1");
            fields.assistantModel.set("llama");
            fields.assistantKey.set("sk-geheim");
            return true;
        });
        String line = workbench.curlText(SettingsCalls.change(onFx(fields::draft)));
        assertThat(line)
                .contains("PATCH", "/api/v1/settings", SettingsCalls.PASSWORD_VARIABLE, "\"security\":\"starttls\"")
                .contains(SettingsCalls.KEY_VARIABLE, "\"model\":\"llama\"", "\"maxTokens\":64000")
                .doesNotContain("secret-17", "sk-geheim");
    }
}
