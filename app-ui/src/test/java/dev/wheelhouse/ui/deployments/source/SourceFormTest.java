package dev.wheelhouse.ui.deployments.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.AppGateway;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.SourceService;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.git.TestGit;
import dev.wheelhouse.ui.repositories.RepositoriesWindow;
import dev.wheelhouse.ui.testing.Pictures;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The forms of sources over a real core, with repositories of this machine. */
@DisabledOnOs(OS.WINDOWS)
class SourceFormTest extends RepositoriesWindow {

    private static final Map<String, String> NODE = Map.of(
            "package.json",
            "{\"scripts\": {\"build\": \"vite build\", \"start\": \"node .\"}}",
            "package-lock.json",
            "{}");

    private String repository(Map<String, String> files) {
        try (TestGit git = new TestGit(home.resolve("shop.git"))) {
            git.commitTexts("One", files);
        }
        return home.resolve("shop.git").toString();
    }

    private SourceService sources() {
        return core.core().deployments().sources();
    }

    private List<App> all() {
        AppGateway service = core.core().apps().service();
        return service.all(caller());
    }

    private String chosen(String row) {
        return onFx(() -> ((HBox) scene.lookup(row))
                .getChildren().stream()
                        .map(ToggleButton.class::cast)
                        .filter(ToggleButton::isSelected)
                        .findFirst()
                        .map(ToggleButton::getText)
                        .orElse(""));
    }

    private void choose(String row, String words) {
        waitFor(row, () -> scene.lookup(row) != null);
        onFx(() -> {
            ((HBox) scene.lookup(row))
                    .getChildren().stream()
                            .map(ToggleButton.class::cast)
                            .filter(each -> each.getText().equals(words))
                            .forEach(each -> each.setSelected(true));
            return true;
        });
    }

    private void setChecked(String box, boolean checked) {
        // What scrolls has its content in the scene once it is laid out.
        waitFor(box, () -> scene.lookup(box) != null);
        onFx(() -> {
            ((CheckBox) scene.lookup(box)).setSelected(checked);
            return true;
        });
    }

    private void deployFromAddress(String address) {
        waitFor("the screen", () -> isShown("#add"));
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.X);
        waitFor("the form", () -> isShown(".deploy-form"));
        write("#cloneUrl", address);
        write("#name", "shop");
    }

    @Test
    void anAppIsMadeFromWhatTheFilesSay() {
        begin();
        deployFromAddress(repository(NODE));
        click("#guess");
        waitFor("the guess", () -> says("Guessed: package.json has the scripts build and start;"));
        assertThat(text("#command")).isEqualTo("npm run start");
        assertThat(chosen("#builds")).isEqualTo("Command");
        assertThat(text("#source.build.command")).isEqualTo("sh -c 'npm ci && npm run build'");
        Pictures.take(scene, "deploy-form-guessed");
        // What this machine has.
        write("#command", "sleep 1000");
        write("#source.build.command", "cp package.json built");
        click("#guess");
        waitFor("the guess again", () -> says("Guessed: package.json"));
        assertThat(text("#source.build.command")).as("what was typed stays").isEqualTo("cp package.json built");
        click("#save");
        waitFor("it under way", () -> told("shop is being deployed."));
        App made = all().getFirst();
        assertThat(made.name()).isEqualTo("shop");
        assertThat(((AppSpec.Process) made.spec()).command()).containsExactly("sleep", "1000");
        AppSource source = sources().get(caller(), made.id());
        assertThat(Objects.requireNonNull(source.settings().build()).command())
                .containsExactly("cp", "package.json", "built");
        assertThat(core.core()
                        .deployments()
                        .service()
                        .list(caller(), made.id(), new PageRequest(10, null))
                        .items())
                .hasSize(1);
        assertThat(workbench.screens).endsWith("apps");
    }

    @Test
    void aDockerfileMakesAContainer() {
        begin();
        deployFromAddress(repository(Map.of(
                "Dockerfile", "FROM node\nEXPOSE 3000\nHEALTHCHECK CMD curl -f http://localhost:3000/health\n")));
        choose("#runtimes", "Container");
        waitFor("the guess", () -> says("Guessed: There is a Dockerfile with a HEALTHCHECK; it exposes port 3000."));
        assertThat(chosen("#builds")).isEqualTo("Dockerfile");
        assertThat(text("#source.build.dockerfile")).isEqualTo("Dockerfile");
        assertThat(text("#ports")).isEqualTo("127.0.0.1:3000:3000");
        assertThat(text("#image")).isEqualTo("localhost/shop");
        assertThat(chosen("#healths")).isEqualTo("Address");
        assertThat(text("#source.healthCheck.url")).isEqualTo("http://127.0.0.1:3000/health");
        Pictures.take(scene, "deploy-form-container");
        choose("#runtimes", "Process");
        waitFor("that nothing is known", () -> says("Nothing in this directory says how it is built."));
        assertThat(chosen("#builds")).isEqualTo("Nothing to build");
        assertThat(chosen("#healths")).isEqualTo("Runs for 10 s");
    }

    @Test
    void problemsStandAtTheirFields() {
        begin();
        deployFromAddress("relative/path");
        click("#guess");
        waitFor("why there is no guess", () -> says("No guess: "));
        write("#name", "A B");
        write("#source.branch", "a b");
        write("#pollSeconds", "5");
        click("#save");
        waitFor("the name", () -> isShown("#nameError"));
        write("#name", "shop");
        write("#command", "./shop");
        click("#save");
        waitFor(
                "the others",
                () -> isShown("#source.cloneUrlError")
                        && isShown("#source.branchError")
                        && isShown("#source.pollSecondsError"));
        assertThat(onFx(() -> ((CheckBox) scene.lookup("#more")).isSelected())).isTrue();
        Pictures.take(scene, "deploy-form-problems");
        write("#source.build.command", "sh -c 'open");
        choose("#builds", "Command");
        click("#save");
        waitFor("the quote", () -> isShown("#source.build.commandError"));
        assertThat(all()).isEmpty();
    }

    @Test
    void aSourceIsSetEditedAndRemoved() {
        App app = app("shop");
        String address = repository(NODE);
        begin();
        openSource(app);
        assertThat(isShown("#remove")).isFalse();
        choose("#places", "At an address");
        write("#cloneUrl", address);
        click("#guess");
        waitFor("the guess", () -> says("Guessed: package.json"));
        setChecked("#autoDeploy", false);
        click("#save");
        waitFor("it saved", () -> told("shop is deployed from " + address + "."));
        assertThat(sources().get(caller(), app.id()).settings().autoDeploy()).isFalse();

        openSource(app);
        waitFor("what is stored", () -> text("#cloneUrl").equals(address));
        assertThat(text("#build.command")).isEqualTo("sh -c 'npm ci && npm run build'");
        source(app, null, "/srv/git/", "other.git");
        write("#branch", "main");
        click("#save");
        waitFor("the conflict", () -> says("Somebody changed this source meanwhile."));
        click("#loadTheirs");
        waitFor("theirs", () -> text("#cloneUrl").equals("/srv/git/other.git"));
        click("#remove");
        waitFor("it gone", () -> told("shop has no source any more."));
        assertThat(sources().find(caller(), app.id())).isEmpty();
    }

    @Test
    void theProviderTellsOfPushesWhereItReachesTheConsole() {
        provider.add("acme", "shop");
        VcsConnection connection = connection("acme");
        App app = app("shop");
        source(app, connection, "acme", "shop");
        begin();
        openSource(app);
        setChecked("#autoDeploy", true);
        waitFor("that it polls", () -> says("The branch is looked at every 60 s. With a public address"));
        assertThat(isShown("#openSettings")).isTrue();
        press(KeyCode.ESCAPE);
        waitFor("it closed", () -> !isShown(".source-form"));
        usePublicAddress("https://console.example.com");
        openSource(app);
        setChecked("#autoDeploy", true);
        waitFor("the webhook", () -> says("A webhook to https://console.example.com tells of them"));
        setChecked("#more", true);
        Pictures.take(scene, "source-form");
        click("#save");
        waitFor("it saved", () -> told("shop is deployed from acme/shop."));
        assertThat(provider.hooks("acme/shop")).hasSize(1);
        source(app, connection, "acme", "gone");
        openSource(app);
        setChecked("#autoDeploy", true);
        click("#save");
        waitFor("that none was made", () -> told("No webhook was made, so the branch is looked at every 60 s."));
    }
}
