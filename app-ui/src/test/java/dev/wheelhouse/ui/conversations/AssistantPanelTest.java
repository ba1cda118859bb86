package dev.wheelhouse.ui.conversations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.conversations.ConversationService;
import dev.wheelhouse.core.conversations.Plan;
import dev.wheelhouse.core.conversations.PlanStatus;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Engine;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.settings.AssistantSettings;
import dev.wheelhouse.core.platform.settings.OrganizationSettings;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.testing.ScriptedModelServer;
import dev.wheelhouse.ui.ConsoleWiring;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.TextArea;
import javafx.scene.control.TitledPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The assistant beside the Overview of a whole window, by keyboard and mouse. */
class AssistantPanelTest extends FxTest {

    @TempDir
    private Path home;

    private TestCore core;
    private DatabaseConnection shop;

    @BeforeEach
    void open() {
        core = TestCore.start(home.resolve("home"));
        shop = core.core()
                .databases()
                .connections()
                .create(
                        caller(),
                        new ConnectionDraft(
                                "shop",
                                Engine.SQLITE,
                                null,
                                null,
                                null,
                                null,
                                home.resolve("shop.db").toString(),
                                true,
                                null,
                                Environment.PRODUCTION,
                                null,
                                false,
                                null,
                                null),
                        null);
        run("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price INTEGER)");
        run("INSERT INTO item VALUES (1, 'hammer', 1200), (2, 'saw', 1850), (3, 'plane', 7400)");
        onFx(() -> {
            ConsoleFacts facts = new ConsoleFacts("http://127.0.0.1:7465", home.resolve("token"), "1.4.0", "sqlite");
            new ConsoleWiring(core.core(), facts, Clock.systemUTC(), new FxBackground())
                    .open(stage(), List.of(), () -> {}, () -> {}, () -> {});
            return true;
        });
        waitFor("the overview", () -> isShown(".sidebar"));
    }

    @AfterEach
    void close() {
        onFx(() -> {
            stage().close();
            return true;
        });
        core.close();
    }

    private Caller caller() {
        return core.callers().get();
    }

    private void run(String sql) {
        core.core().databases().queries().run(caller(), shop.id(), new QueryRequest(sql, true, null, 1, null, null));
    }

    private void openPanel() {
        press(KeyCode.ALT, KeyCode.I);
        waitFor("the panel", () -> isShown("#message") && stage().getScene().getFocusOwner() instanceof TextArea);
    }

    private void say(String text) {
        waitFor("that nobody answers", () -> !isShown("Stop the assistant"));
        onFx(() -> {
            ((TextArea) stage().getScene().lookup("#message")).setText(text);
            return true;
        });
        robot().interact(() -> stage().getScene().lookup("#message").requestFocus());
        press(KeyCode.ENTER);
    }

    /** A button that has an icon alone. */
    private void clickNamed(String accessibleText) {
        Node button = robot().lookup(".button").queryAll().stream()
                .filter(each -> FxTest.isSeen(each) && accessibleText.equals(each.getAccessibleText()))
                .findFirst()
                .orElseThrow();
        robot().interact(((Button) button)::fire);
    }

    private Plan plan() {
        String id = core.core()
                .conversations()
                .service()
                .list(caller(), new PageRequest(1, null))
                .items()
                .getFirst()
                .id();
        return core.core().conversations().plans().list(caller(), id).getFirst();
    }

    @Test
    void aCommandIsAnsweredAndItsPlanCarriedOut() {
        openPanel();
        waitFor("who answers", () -> says("nothing of it leaves the console"));
        say("/query shop SELECT name, price FROM item ORDER BY price");
        waitFor("the rows", () -> says("hammer") && says("7400"));
        assertThat(isShown("#trouble")).isFalse();
        say("/sql shop UPDATE item SET price = 2000 WHERE name = 'saw'");
        waitFor("the plan", () -> isShown(".plan-card") && says("Waits for your approval until"));
        assertThat(says("UPDATE item SET price = 2000 WHERE name = 'saw'")).isTrue();
        assertThat(says("may not come back")).isTrue();
        Pictures.take(stage().getScene(), "assistant");

        CheckBox tick = onFx(() -> (CheckBox) stage().getScene().lookup(".plan-card .check-box"));
        robot().interact(tick::requestFocus);
        press(KeyCode.SPACE);
        waitFor(
                "that nothing can be approved",
                () -> robot().lookup("Approve").queryAll().stream().allMatch(Node::isDisabled));
        press(KeyCode.SPACE);
        click("Approve");
        waitFor("what came of it", () -> says("UPDATE: 1 row") && says("One step was carried out."));
        waitFor("it carried out", () -> says("Carried out"));
        assertThat(plan().status()).isEqualTo(PlanStatus.SUCCEEDED);
        waitFor("the keyboard where one types", () -> stage().getScene().getFocusOwner() instanceof TextArea);
        Pictures.take(stage().getScene(), "assistant-carried-out");
    }

    @Test
    void anUnknownCommandStaysAndNamesTheNearest() {
        openPanel();
        say("/sevrers");
        waitFor("the nearest", () -> isShown("#trouble") && says("/servers"));
        assertThat(onFx(() -> ((TextArea) stage().getScene().lookup("#message")).getText()))
                .isEqualTo("/sevrers");
        assertThat(core.core()
                        .conversations()
                        .service()
                        .list(caller(), new PageRequest(1, null))
                        .items())
                .isEmpty();
        say("/servers");
        waitFor("the servers", () -> says("online"));
        waitFor(
                "an empty line to type",
                () -> onFx(() -> ((TextArea) stage().getScene().lookup("#message"))
                        .getText()
                        .isEmpty()));
    }

    @Test
    void aRejectedPlanIsNotCarriedOutAndThePanelComesBackAsItWas() {
        openPanel();
        say("/sql shop DELETE FROM item");
        waitFor("the plan", () -> isShown(".plan-card"));
        click("Reject");
        waitFor("it rejected", () -> says("Rejected"));
        assertThat(plan().status()).isEqualTo(PlanStatus.REJECTED);
        press(KeyCode.ALT, KeyCode.I);
        waitFor("no panel", () -> !isShown("#message"));
        press(KeyCode.ALT, KeyCode.I);
        waitFor("the conversation again", () -> isShown(".plan-card") && says("Rejected"));
        clickNamed("New conversation");
        waitFor("an empty one", () -> !isShown(".plan-card"));
    }

    @Test
    void whatAnOutsideAssistantProposesIsToldAndOpened() {
        waitFor("the overview", () -> says("Databases"));
        ConversationService service = core.core().conversations().service();
        Caller outside = new Caller(
                caller().organizationId(),
                caller().memberId(),
                "key_outside",
                caller().scopes(),
                Origin.MCP,
                "req_1",
                null);
        // Until somebody listens: what came before is in the conversation alone. Not so often that a second notice
        // moves the
        // first away from a click.
        AtomicLong again = new AtomicLong(System.nanoTime());
        waitFor("the notice", () -> {
            if (says("An assistant proposes: Run SQL on shop (production)")) {
                return true;
            }
            if (System.nanoTime() - again.get() >= 0) {
                service.callFromOutside(
                        outside, "run_sql", Map.of("database", "shop", "sql", "DELETE FROM item WHERE id = 3"));
                again.addAndGet(Duration.ofSeconds(3).toNanos());
            }
            return false;
        });
        click("Show the plan");
        waitFor("the plan", () -> isShown(".plan-card") && says("DELETE FROM item WHERE id = 3"));
        assertThat(says("Proposed: Run SQL on shop (production).")).isTrue();
    }

    @Test
    void aModelIsAskedAndItsToolsAreFolded() {
        try (ScriptedModelServer model = ScriptedModelServer.start()) {
            use(model);
            openPanel();
            waitFor(
                    "what leaves",
                    () -> says("goes to qwen3 at " + model.baseUrl()) && says("names of tables of shop"));
            model.script(
                    ScriptedModelServer.call("list_servers", Map.of()),
                    ScriptedModelServer.call("query", Map.of("database", "shop", "sql", "SELECT * FROM item")),
                    ScriptedModelServer.text(
                            "One server answers. I may not read rows of **shop**; you can:",
                            "\n\n```\n/query shop SELECT name, price FROM item ORDER BY price DESC\n```\n\n",
                            "Or change what assistants see in the connection's settings."));
            say("Which is our dearest item, and is everything up?");
            waitFor("the answer", () -> says("One server answers."));
            waitFor("its end", () -> !isShown("Stop the assistant"));
            List<TitledPane> folds = List.copyOf(robot().lookup(".tool-fold").queryAllAs(TitledPane.class));
            assertThat(folds).hasSize(2).noneMatch(TitledPane::isExpanded);
            robot().interact(() -> folds.get(1).requestFocus());
            press(KeyCode.SPACE);
            waitFor("why it was refused", () -> says("shares only names with assistants"));
            assertThat(model.requests()).noneMatch(each -> each.body().contains("hammer"));
            Pictures.take(stage().getScene(), "assistant-model");
            model.script(ScriptedModelServer.hanging("Let me ", "see"));
            say("And now?");
            waitFor("the beginning of an answer", () -> says("Let me see") && isShown("Stop the assistant"));
            click("Stop the assistant");
            waitFor("it stopped", () -> says("Cancelled.") && !isShown("Stop the assistant"));
        }
    }

    private void use(ScriptedModelServer model) {
        SettingsDraft now = SettingsDraft.of(core.core().settings().get(caller()));
        OrganizationSettings were = now.organization();
        OrganizationSettings are = new OrganizationSettings(
                were.smtp(),
                new AssistantSettings(
                        model.baseUrl(),
                        "qwen3",
                        AssistantSettings.USUAL_ANSWER_TOKENS,
                        AssistantSettings.USUAL_TOKENS),
                were.publicAddress(),
                List.of("127.0.0.1"),
                were.retention(),
                were.thresholds(),
                were.dns());
        core.core()
                .settings()
                .change(
                        caller(),
                        new SettingsDraft(
                                are, now.smtpPassword(), SecretChange.keep(), now.listener(), now.appearance()),
                        null);
    }

    @Test
    void theCallsOfThePanel() {
        openPanel();
        say("/jobs");
        waitFor("the answer", () -> says("There are no jobs.") || says("conversation_answer"));
        assertThat(ConversationCalls.send("conv_1", "/jobs").body()).isEqualTo("{\"content\":\"/jobs\"}");
        assertThat(ConversationCalls.cancel("conv_1").path()).isEqualTo("/conversations/conv_1/cancel");
        clickNamed("Copy message");
        waitFor("it copied", () -> onFx(() -> Clipboard.getSystemClipboard().hasString()));
        assertThat(robot().lookup(".tool-fold").queryAllAs(TitledPane.class)).isEmpty();
    }
}
