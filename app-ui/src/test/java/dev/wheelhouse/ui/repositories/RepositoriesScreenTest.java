package dev.wheelhouse.ui.repositories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.vcs.VcsConnection;
import dev.wheelhouse.core.vcs.VcsConnectionDraft;
import dev.wheelhouse.core.vcs.provider.VcsStandIn;
import dev.wheelhouse.core.vcs.provider.VcsStandIn.Reply;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.testing.Pictures;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

class RepositoriesScreenTest extends RepositoriesWindow {

    private static final int MANY = 3000;

    private int rows() {
        return onFx(() ->
                ((TableView<?>) scene.lookup(".repository-table")).getItems().size());
    }

    @Test
    void aConnectionIsTriedBeforeItIsAdded() {
        provider.add("acme", "shop");
        provider.add("acme", "blog");
        begin();
        waitFor("the invitation", () -> says("No provider of repositories is connected yet."));
        Pictures.take(scene, "repositories-empty");
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.V);
        waitFor("the form", () -> isShown(".connection-form"));
        click("#save");
        waitFor("what is missing", () -> isShown("#nameError") && isShown("#tokenError"));
        write("#name", "acme");
        write("#baseUrl", provider.base().toString());
        write("#token", VcsStandIn.TOKEN);
        click("#test");
        waitFor("the offer", () -> isShown("Allow requests to 127.0.0.1"));
        click("Allow requests to 127.0.0.1");
        waitFor("it allowed", () -> !isShown("#baseUrlError"));
        click("#test");
        waitFor("whose token it is", () -> says("The token is of octocat; its rights: repo"));
        assertThat(core.core()
                        .vcs()
                        .connections()
                        .list(caller(), new PageRequest(1, null))
                        .items())
                .isEmpty();
        Pictures.take(scene, "vcs-connection-form");
        click("#save");
        waitFor("its page", () -> isShown(".repository-page") && says("acme/blog"));
        assertThat(says("octocat")).as("what the test told stays").isTrue();
        press(KeyCode.ALT, KeyCode.LEFT);
        waitFor("the list", () -> isShown(".connection-table") && says("octocat"));
        Pictures.take(scene, "repositories");
    }

    @Test
    void threeThousandRepositoriesAreFoundAsOneTypes() {
        for (int i = 0; i < MANY; i++) {
            provider.add(i % 3 == 0 ? "acme" : "team-" + i % 40, "service-%04d".formatted(i));
        }
        VcsConnection connection = connection("acme");
        App app = app("shop");
        source(app, connection, "Acme", "SERVICE-0003");
        begin();
        openPage(connection);
        waitFor("all of them", () -> isShown(".repository-table") && says(MANY + " repositories"));
        assertThat(rows()).isEqualTo(MANY);
        press(KeyCode.CONTROL, KeyCode.F);
        for (KeyCode key : List.of(KeyCode.DIGIT0, KeyCode.DIGIT0, KeyCode.DIGIT3)) {
            press(key);
        }
        waitFor("those that match", () -> text("#repositoryFilter").equals("003") && rows() < MANY);
        int matching = rows();
        assertThat(says(matching + " of " + MANY + " repositories")).isTrue();
        write("#repositoryFilter", "acme/service-0003");
        waitFor("one", () -> rows() == 1 && says("Apps that deploy from it"));
        write("#repositoryFilter", "shop");
        waitFor("it by its app", () -> rows() == 1);
        write("#repositoryFilter", "nothing like it");
        waitFor("that none matches", () -> says("No repository matches “nothing like it”."));
        click("#repositoryFilter");
        press(KeyCode.ESCAPE);
        waitFor("all again", () -> rows() == MANY);
        assertThat(onFx(() -> ((TableView<?>) scene.lookup(".repository-table"))
                        .getSelectionModel()
                        .getSelectedItem()))
                .as("what is shown beside it")
                .isNotNull();
        Pictures.take(scene, "vcs-connection-page-many");
        write("#repositoryFilter", "service-0003");
        waitFor("one", () -> rows() == 1);
        click("#repositoryFilter");
        press(KeyCode.ENTER);
        press(KeyCode.ENTER);
        waitFor("the form", () -> isShown(".deploy-form"));
        assertThat(text("#repository")).isEqualTo("acme/service-0003");
        assertThat(text("#name")).isEqualTo("service-0003");
    }

    @Test
    void aLimitIsToldWithItsEndAndWhatWasReadStays() {
        provider.add("acme", "shop");
        VcsConnection connection = connection("acme");
        begin();
        openPage(connection);
        waitFor("what was read", () -> says("acme/shop"));
        long end = Instant.now().getEpochSecond() + 600;
        provider.fails(_ -> new Reply(
                403,
                Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "" + end),
                "{\"message\":\"API rate limit exceeded\"}"));
        press(KeyCode.F5);
        waitFor("the limit", () -> says("GitHub limits how often it is asked. The limit ends "));
        assertThat(says("acme/shop")).isTrue();
        Pictures.take(scene, "vcs-connection-page-limited");
        provider.fails(_ -> null);
        press(KeyCode.F5);
        waitFor("it over", () -> !says("GitHub limits how often it is asked."));
    }

    @Test
    void aRevokedTokenIsSaidAndRetried() {
        provider.add("acme", "shop");
        VcsConnection connection = connection("acme");
        provider.fails(_ -> new Reply(500, Map.of(), "{}"));
        begin();
        openPage(connection);
        waitFor("that it failed", () -> isShown(".state-failed"));
        Pictures.take(scene, "vcs-connection-page-failed");
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor("the test", () -> says("The last test failed."));
        provider.fails(_ -> null);
        click("Retry");
        waitFor("the repositories", () -> says("acme/shop"));
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor("the test", () -> told("acme: The token is of octocat"));
        waitFor("no warning", () -> !says("The last test failed."));
    }

    @Test
    void whatIsInUseSaysWhatNeedsIt() {
        VcsConnection connection = connection("acme");
        App app = app("shop");
        source(app, connection, "acme", "shop");
        begin();
        waitFor("the list", () -> isShown(".connection-table") && says("shop"));
        click("acme");
        press(KeyCode.DELETE);
        waitFor("why not", () -> told("acme is in use."));
        assertThat(workbench.questions).isEmpty();
        assertThat(workbench.notices).extracting(Notice::details).anyMatch(each -> each.contains("shop"));
        core.core().deployments().sources().delete(caller(), app.id(), null);
        press(KeyCode.F5);
        waitFor("no app", () -> says("None"));
        press(KeyCode.DELETE);
        waitFor("it gone", () -> told("acme was deleted."));
        waitFor("the invitation", () -> says("No provider of repositories is connected yet."));
    }

    @Test
    void anEditKeepsTheTokenAndTriesTheStoredOne() {
        VcsConnection connection = connection("acme");
        begin();
        waitFor("the list", () -> isShown(".connection-table"));
        click("acme");
        press(KeyCode.F2);
        waitFor("the form", () -> isShown(".connection-form"));
        assertThat(text("#token")).isEmpty();
        click("#test");
        waitFor("the stored one", () -> says("The token is of octocat"));
        write("#name", "acme-2");
        write("#token", "another-token");
        waitFor("what was found forgotten", () -> !says("The token is of octocat"));
        click("#test");
        waitFor("that another is refused", () -> isShown("#testText"));
        core.core()
                .vcs()
                .connections()
                .update(
                        caller(),
                        connection.id(),
                        new VcsConnectionDraft(connection.kind(), "theirs", connection.baseUrl(), null),
                        null);
        write("#token", "");
        click("#save");
        waitFor("the conflict", () -> says("Somebody changed this connection meanwhile."));
        click("#loadTheirs");
        waitFor("theirs", () -> text("#name").equals("theirs"));
    }
}
