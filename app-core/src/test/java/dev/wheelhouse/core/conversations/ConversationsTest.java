package dev.wheelhouse.core.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.databases.DatabaseConnection;
import dev.wheelhouse.core.databases.Environment;
import dev.wheelhouse.core.databases.connections.ConnectionDraft;
import dev.wheelhouse.core.databases.query.QueryRequest;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.testing.OpenCore;
import dev.wheelhouse.core.testing.RunningClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversations without a model, over a whole core. */
class ConversationsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final RunningClock clock = new RunningClock();
    private OpenCore open;
    private Caller window;
    private ConversationService service;
    private PlanService plans;
    private DatabaseConnection shop;
    private String id;
    private final Map<String, String> keys = new HashMap<>();

    @BeforeEach
    void start(@TempDir Path folder) {
        open = new OpenCore(folder, clock);
        window = open.caller();
        service = open.core().conversations().service();
        plans = open.core().conversations().plans();
        shop = open.connectFile("shop", Environment.DEVELOPMENT, false);
        open.run(shop, "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)");
        open.run(shop, "INSERT INTO item VALUES (1, 'hammer'), (2, 'saw')");
        id = service.create(window, null).id();
    }

    @AfterEach
    void stop() {
        open.close();
    }

    private Caller key(String name, Scope... without) {
        String keyId = keys.computeIfAbsent(name, this::newKey);
        clock.advance(Duration.ofMillis(1));
        Set<Scope> scopes = EnumSet.allOf(Scope.class);
        scopes.removeAll(List.of(without));
        return new Caller(
                window.organizationId(), window.memberId(), keyId, scopes, Origin.HTTP, "req_" + name, "127.0.0.1");
    }

    private Caller callerOf(String keyId) {
        return new Caller(
                window.organizationId(),
                window.memberId(),
                keyId,
                Set.of(Scope.values()),
                Origin.HTTP,
                "req_other",
                "127.0.0.1");
    }

    @Test
    void aKeyThatTheFilingOneMadeCannotApproveEither() throws Exception {
        Caller filing = key("key_1");
        String child = open.core()
                .access()
                .apiKeys()
                .create(filing, new NewApiKey("child", List.of("*"), 7, null))
                .key()
                .id();
        clock.advance(Duration.ofMillis(1));
        Plan plan = planOf(ask(filing, "/sql \"" + shop.name() + "\" DELETE FROM item"));

        refused(PlatformError.INSUFFICIENT_SCOPE, () -> plans.approve(callerOf(child), id, plan.id(), null));
        assertThat(items()).isEqualTo(2);
    }

    private String newKey(String name) {
        return open.core()
                .access()
                .apiKeys()
                .create(window, new NewApiKey(name, List.of("*"), 0, null))
                .key()
                .id();
    }

    /** Says something and returns the answer. */
    private ConversationMessage ask(Caller caller, String content) throws InterruptedException {
        int ordinal = service.send(caller, id, content).ordinal();
        return messageAfter(ordinal);
    }

    private ConversationMessage messageAfter(int ordinal) throws InterruptedException {
        ConversationFollowing following = service.follow(window, id, ordinal);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            for (ConversationUpdate each : following.next(PATIENCE)) {
                if (each instanceof ConversationUpdate.Said(ConversationMessage message)) {
                    return message;
                }
            }
        }
        throw new AssertionError("Nothing was said in " + PATIENCE);
    }

    private static String planId(ConversationMessage message) {
        return Objects.requireNonNull(message.planId());
    }

    private Plan planOf(ConversationMessage message) {
        return plans.get(window, id, planId(message));
    }

    private long items() {
        return open.databases()
                .queries()
                .run(window, shop.id(), new QueryRequest("SELECT * FROM item", false, null, 100, null, null))
                .rowCount();
    }

    private static void refused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }

    @Test
    void aCommandIsAnsweredAtOnceAndKept() throws Exception {
        ConversationMessage answer = ask(window, "/query \"" + shop.name() + "\" SELECT name FROM item ORDER BY 1");

        assertThat(answer.role()).isEqualTo(MessageRole.ASSISTANT);
        assertThat(answer.content()).contains("2 rows", "hammer", "saw");
        assertThat(answer.toolEvents()).singleElement().satisfies(each -> {
            assertThat(each.tool()).isEqualTo("query");
            assertThat(each.input()).containsEntry("database", shop.name());
            assertThat(each.isError()).isFalse();
        });
        List<ConversationMessage> messages = service.messages(window, id);
        assertThat(messages).extracting(ConversationMessage::ordinal).containsExactly(1, 2);
        assertThat(messages.getFirst().toolEvents()).isNull();
        assertThat(service.get(window, id).title()).startsWith("/query");
        assertThat(service.get(window, id).jobId()).isNull();
    }

    @Test
    void everyReadingCommandWithoutParametersAnswers() throws Exception {
        for (String each : List.of(
                "/servers",
                "/server local",
                "/metrics local cpu 1h",
                "/apps",
                "/deployments",
                "/databases",
                "/backups",
                "/schedules",
                "/domains",
                "/events",
                "/jobs",
                "/help",
                "/tables \"" + shop.name() + "\"",
                "/table \"" + shop.name() + "\" item",
                "/explain \"" + shop.name() + "\" SELECT * FROM item")) {
            ConversationMessage answer = ask(window, each);

            assertThat(answer.role()).as(answer.content()).isEqualTo(MessageRole.ASSISTANT);
            assertThat(answer.toolEvents()).as(each).noneMatch(ToolEvent::isError);
            assertThat(answer.content()).isNotBlank();
        }
    }

    @Test
    void aReadingCommandChangesNothingWhateverItsText() throws Exception {
        ConversationMessage answer = ask(window, "/query \"" + shop.name() + "\" DELETE FROM item");

        assertThat(answer.toolEvents()).singleElement().matches(ToolEvent::isError);
        assertThat(items()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "/sevrers,/servers",
        "/qery shop select 1,/query",
        "/servers and more,/servers",
    })
    void anUnknownCommandNamesTheNearest(String content, String nearest) {
        assertThatThrownBy(() -> service.send(window, id, content)).hasMessageContaining(nearest);
        assertThat(service.messages(window, id)).isEmpty();
    }

    @Test
    void emptyAndLongMessagesAreRefused() {
        refused(PlatformError.VALIDATION_FAILED, () -> service.send(window, id, " \n"));
        refused(PlatformError.VALIDATION_FAILED, () -> service.send(window, id, "é".repeat(33 << 10)));
        refused(PlatformError.VALIDATION_FAILED, () -> service.send(window, id, "a\0b"));
        refused(PlatformError.VALIDATION_FAILED, () -> service.create(window, "x".repeat(201)));
        assertThat(service.messages(window, id)).isEmpty();
    }

    @Test
    void aChangeIsProposedApprovedInTheWindowAndRunOnce() throws Exception {
        ConversationMessage answer = ask(window, "/sql \"" + shop.name() + "\" DELETE FROM item WHERE id = 1");
        Plan plan = planOf(answer);
        assertThat(items()).isEqualTo(2);
        assertThat(plan.status()).isEqualTo(PlanStatus.PROPOSED);
        assertThat(plan.steps().getFirst().facts()).contains("DELETE FROM item WHERE id = 1");

        Plan running = plans.approve(window, id, plan.id(), null);
        assertThat(running.status()).isEqualTo(PlanStatus.RUNNING);
        ConversationMessage came = messageAfter(answer.ordinal());

        assertThat(came.role()).isEqualTo(MessageRole.SYSTEM);
        assertThat(came.content()).contains("DELETE: 1 row");
        assertThat(items()).isEqualTo(1);
        assertThat(planOf(answer).status()).isEqualTo(PlanStatus.SUCCEEDED);
        refused(PlatformError.STATE_INVALID, () -> plans.approve(window, id, plan.id(), null));
        refused(PlatformError.STATE_INVALID, () -> plans.reject(window, id, plan.id()));
        assertThat(open.core()
                        .events()
                        .list(
                                window,
                                new EventFilter(List.of("conversation.*"), null, null, null),
                                new PageRequest(10, null))
                        .items())
                .extracting(each -> each.kind())
                .containsExactly("conversation.plan_approved", "conversation.plan_filed", "conversation.created");
    }

    @Test
    void aPlanIsApprovedByAPersonAlone() throws Exception {
        key("key_2");
        Caller filing = key("key_1");
        Plan plan = planOf(ask(filing, "/sql \"" + shop.name() + "\" DELETE FROM item"));

        refused(PlatformError.INSUFFICIENT_SCOPE, () -> plans.approve(filing, id, plan.id(), null));
        for (Origin origin : List.of(Origin.MCP, Origin.ASSISTANT, Origin.HOOK, Origin.CONSOLE)) {
            refused(
                    PlatformError.INSUFFICIENT_SCOPE,
                    () -> plans.approve(key("key_2").through(origin, "req"), id, plan.id(), null));
        }
        refused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> plans.approve(key("key_2", Scope.DATABASES_WRITE), id, plan.id(), null));
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> plans.approve(key("made later"), id, plan.id(), null));
        refused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> plans.approve(callerOf("key_00000000000000000000000000"), id, plan.id(), null));
        assertThat(items()).isEqualTo(2);

        plans.approve(key("key_2"), id, plan.id(), null);
        messageAfter(2);
        assertThat(items()).isZero();
    }

    @Test
    void aRejectedPlanAndAnExpiredOneAreNotRun() throws Exception {
        ConversationMessage first = ask(window, "/sql \"" + shop.name() + "\" DELETE FROM item");
        assertThat(plans.reject(window, id, planId(first)).status()).isEqualTo(PlanStatus.REJECTED);
        refused(PlatformError.STATE_INVALID, () -> plans.approve(window, id, planId(first), null));

        ConversationMessage second = ask(window, "/sql \"" + shop.name() + "\" DELETE FROM item");
        clock.advance(Plan.VALID);
        assertThat(planOf(second).status()).isEqualTo(PlanStatus.EXPIRED);
        refused(PlatformError.STATE_INVALID, () -> plans.approve(window, id, planId(second), null));
        assertThat(items()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"another, DEVELOPMENT", "same, PRODUCTION"})
    void aStepThatWouldDoSomethingElseByNowIsAConflict(String name, Environment environment) throws Exception {
        ConversationMessage answer = ask(window, "/sql \"" + shop.name() + "\" DELETE FROM item");
        ConnectionDraft changed = new ConnectionDraft(
                name.equals("same") ? shop.name() : name,
                shop.engine(),
                null,
                null,
                null,
                null,
                shop.target().address(),
                null,
                null,
                environment,
                null,
                false,
                null,
                null);
        open.databases().connections().update(window, shop.id(), changed, SecretChange.keep(), null);

        refused(PlatformError.CONFLICT, () -> plans.approve(window, id, planId(answer), null));
        assertThat(items()).isEqualTo(2);
    }

    @Test
    void thoseOfAnotherMemberAreNotFound() throws Exception {
        Plan plan = planOf(ask(window, "/sql \"" + shop.name() + "\" DELETE FROM item"));
        Caller other = new Caller(
                window.organizationId(), "mem_other", "key_9", Set.of(Scope.values()), Origin.HTTP, "req_9", null);

        refused(PlatformError.NOT_FOUND, () -> service.get(other, id));
        refused(PlatformError.NOT_FOUND, () -> service.messages(other, id));
        refused(PlatformError.NOT_FOUND, () -> service.send(other, id, "/servers"));
        refused(PlatformError.NOT_FOUND, () -> service.cancel(other, id));
        refused(PlatformError.NOT_FOUND, () -> service.follow(other, id, 0));
        refused(PlatformError.NOT_FOUND, () -> service.delete(other, id, null));
        refused(PlatformError.NOT_FOUND, () -> plans.list(other, id));
        refused(PlatformError.NOT_FOUND, () -> plans.approve(other, id, plan.id(), null));
        refused(PlatformError.NOT_FOUND, () -> plans.reject(other, id, plan.id()));
        assertThat(service.list(other, new PageRequest(10, null)).items()).isEmpty();
    }

    @Test
    void whatAnOutsideAssistantChangesBecomesAPlan() throws Exception {
        Caller outside = key("key_1").through(Origin.MCP, "req_mcp");

        ConversationService.OutsideCall read = service.callFromOutside(
                outside, "query", Map.of("database", shop.id(), "sql", "SELECT name FROM item"));
        assertThat(read.answer().result()).contains("hammer");
        assertThat(read.planId()).isNull();

        ConversationService.OutsideCall change =
                service.callFromOutside(outside, "run_sql", Map.of("database", shop.id(), "sql", "DELETE FROM item"));
        assertThat(items()).isEqualTo(2);
        String conversation = Objects.requireNonNull(change.conversationId());
        String planId = Objects.requireNonNull(change.planId());
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> plans.approve(key("key_1"), conversation, planId, null));
        assertThat(service.callFromOutside(outside, "run_sql", Map.of("database", shop.id(), "sql", "DELETE FROM item"))
                        .conversationId())
                .isEqualTo(conversation);
        plans.approve(window, conversation, planId, null);
        awaitIdle(conversation);
        assertThat(items()).isZero();
    }

    private void awaitIdle(String conversation) throws InterruptedException {
        ConversationFollowing following = service.follow(window, conversation, 0);
        while (service.get(window, conversation).jobId() != null) {
            following.next(PATIENCE);
        }
    }

    @Test
    void rowsOfAConnectionThatSharesNamesAreForPeopleAlone() throws Exception {
        DatabaseConnection books = open.connectFile("books", Environment.PRODUCTION, false);
        open.run(books, "CREATE TABLE book (title TEXT)");
        open.run(books, "INSERT INTO book VALUES ('Emma')");
        Caller outside = key("key_1").through(Origin.MCP, "req_mcp");
        Map<String, Object> query = Map.of("database", books.name(), "sql", "SELECT title FROM book");

        assertThat(service.callFromOutside(outside, "query", query).answer().isError())
                .isTrue();
        assertThat(service.callFromOutside(outside, "list_tables", Map.of("database", books.name()))
                        .answer()
                        .result())
                .contains("book");
        assertThat(ask(window, "/query \"" + books.name() + "\" SELECT title FROM book")
                        .content())
                .contains("Emma");
    }
}
