package dev.wheelhouse.core.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.core.platform.delivery.FastDeliveries;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventFollowers;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.net.OutgoingLimits;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.net.ScriptedServer;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Webhooks whose receiver is a socket that answers as the test says. */
@ParameterizedClass
@EnumSource
class WebhooksTest {

    private static final PageRequest PAGE = new PageRequest(200, null);

    private final StateKind kind;
    private final List<String> privateHosts = new CopyOnWriteArrayList<>(List.of("127.0.0.1"));
    private OpenState state;
    private Caller caller;
    private EventLog events;
    private Vault vault;
    private Webhooks webhooks;
    private WebhookService service;
    private ScriptedServer receiver;

    WebhooksTest(StateKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open(@TempDir Path directory) {
        state = OpenState.create(kind, directory);
        caller = state.organizations().newOrganization();
        events = new EventLog(state.store(), state.ids(), state.clock(), "srv_one");
        vault = new Vault(state.home(), "srv_one", "here", state.store(), state.clock());
        Consoles consoles = new Consoles(state.store(), state.clock(), "srv_one");
        consoles.beat();
        webhooks = Webhooks.open(new WebhooksConfig(
                state.store(),
                vault,
                events,
                new EventFollowers(state.store(), events),
                new Leases(state.store(), consoles),
                new OutgoingRequests(() -> privateHosts, state.workers()),
                new OutgoingLimits(Duration.ofSeconds(3), Duration.ofSeconds(1), 4096),
                state.workers(),
                state.ids(),
                new Random(1),
                state.clock(),
                FastDeliveries.PACE,
                _ -> Duration.ofDays(30)));
        service = webhooks.service();
        webhooks.start();
        receiver = new ScriptedServer(state.workers());
        answers("200 OK", "fine");
    }

    @AfterEach
    void close() {
        webhooks.close();
        receiver.close();
        state.close();
    }

    private void answers(String status, String body) {
        answersRaw("HTTP/1.1 " + status + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private void answersRaw(String text) {
        receiver.answers(text);
    }

    private String url() {
        return "http://127.0.0.1:" + receiver.address().getPort() + "/hooks/t0ken?k=s3cret";
    }

    private CreatedWebhook create(String... wanted) {
        return service.create(caller, new WebhookDraft(url(), List.of(wanted), true));
    }

    private void happens(EventKind kind, String subjectId) {
        happens(kind, subjectId, Map.of());
    }

    private void happens(EventKind kind, String subjectId, Map<String, Object> data) {
        state.store().change(tx -> events.append(tx, caller, new NewEvent(kind, subjectId, data)));
    }

    private List<Delivery> all(Webhook webhook) {
        return service.deliveries(caller, webhook.id(), Set.of(), PAGE).items();
    }

    private Delivery only(Webhook webhook) {
        Awaiting.until(() -> !all(webhook).isEmpty());
        assertThat(all(webhook)).hasSize(1);
        return all(webhook).getFirst();
    }

    private void refused(Runnable call, ErrorCode code) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(refusal.errorCode()).isEqualTo(code));
    }

    private void refusedAt(WebhookDraft draft, String... paths) {
        assertThatThrownBy(() -> service.create(caller, draft))
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(((FieldProblems) refusal.details()).errors())
                                .extracting(FieldProblem::path)
                                .containsExactly(paths));
    }

    /** A request as its receiver sees it. */
    private record Seen(String line, Map<String, String> headers, String body) {

        static Seen of(String request) {
            int end = request.indexOf("\n\n");
            List<String> lines = request.substring(0, end).lines().toList();
            Map<String, String> headers = lines.stream()
                    .skip(1)
                    .map(each -> each.split(": ", 2))
                    .collect(Collectors.toMap(each -> each[0].toLowerCase(Locale.ROOT), each -> each[1]));
            return new Seen(lines.getFirst(), headers, request.substring(end + 2));
        }

        String header(String name) {
            return String.valueOf(headers.get(name));
        }

        List<String> signatures() {
            return Arrays.asList(header("webhook-signature").split(" "));
        }

        String signedBy(WebhookSecret secret) throws Exception {
            Instant at = Instant.ofEpochSecond(Long.parseLong(header("webhook-timestamp")));
            return WebhookSignatureTest.expected(secret, header("webhook-id"), at, body);
        }
    }

    private Seen seen(int index) {
        Awaiting.until(() -> receiver.requests().size() > index);
        return Seen.of(receiver.requests().get(index));
    }

    @Test
    void sendsWhatHappenedSigned() throws Exception {
        CreatedWebhook made = create("app.*");
        happens(EventKind.SETTINGS_CHANGED, "org");
        happens(EventKind.APP_CRASHED, "app_1", Map.of("name", "web", "command", "run --password x"));

        Seen seen = seen(0);
        assertThat(seen.line()).isEqualTo("POST /hooks/t0ken?k=s3cret HTTP/1.1");
        assertThat(seen.header("content-type")).isEqualTo("application/json");
        assertThat(seen.header("webhook-id")).startsWith("evt_");
        assertThat(seen.header("webhook-timestamp"))
                .isEqualTo(Long.toString(state.clock().instant().getEpochSecond()));
        assertThat(seen.signatures()).containsExactly(seen.signedBy(made.secret()));
        assertThat(seen.body())
                .contains("\"type\":\"app.crashed\"", "\"name\":\"web\"", "\"subjectId\":\"app_1\"")
                .doesNotContain("password", "memberId", "actor");

        Delivery kept = only(made.webhook());
        assertThat(kept.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(kept.eventId()).isEqualTo(seen.header("webhook-id"));
        assertThat(kept.body()).isEqualTo(seen.body());
        assertThat(kept.requestHeaders()).containsEntry("webhook-signature", seen.header("webhook-signature"));
        assertThat(kept.responseHeaders()).containsEntry("content-length", "4");
        assertThat(kept.responseBody()).isEqualTo("fine");
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void saysNothingOfTheAudit() {
        Webhook other = create("webhook.*").webhook();
        CreatedWebhook made = create("app.*");
        service.update(caller, made.webhook().id(), new WebhookDraft(url() + "2", List.of("app.*"), true), null);
        Awaiting.until(() -> receiver.requests().size() == 2);
        assertThat(String.join("\n", receiver.requests()))
                .contains("webhook.created", "webhook.changed")
                .doesNotContain("before", "after", caller.memberId(), "\"t0ken");
        Awaiting.until(() -> all(other).size() == 2);
        for (Event each : events.newest(caller.organizationId(), EventFilter.ALL, 100)) {
            assertThat(each.data().toString()).doesNotContain("t0ken", "s3cret", "whsec_");
        }
    }

    @Test
    void idAndBodyStayTheSameOverAttempts() {
        CreatedWebhook made = create("app.crashed");
        answers("500 Oops", "broken");
        happens(EventKind.APP_CRASHED, "app_1");
        Delivery waiting = only(made.webhook());
        assertThat(waiting.status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(waiting.attempts().getFirst().error()).matches("127\\.0\\.0\\.1:\\d+ answered 500\\.");
        assertThat(waiting.responseBody()).isEqualTo("broken");
        assertThat(service.pending(caller)).containsEntry(made.webhook().id(), 1);
        assertThat(service.failing(caller)).containsExactly(made.webhook().id());
        answers("204 No Content", "");
        state.clock().advance(Duration.ofSeconds(6));
        Awaiting.until(() -> only(made.webhook()).status() == DeliveryStatus.SUCCEEDED);
        assertThat(seen(1).header("webhook-id")).isEqualTo(seen(0).header("webhook-id"));
        assertThat(seen(1).body()).isEqualTo(seen(0).body());
        assertThat(seen(1).header("webhook-timestamp")).isNotEqualTo(seen(0).header("webhook-timestamp"));
        assertThat(service.failing(caller)).isEmpty();
    }

    @Test
    void bothSecretsSignForADayAfterARotation() throws Exception {
        CreatedWebhook made = create("app.crashed");
        CreatedWebhook rotated = service.rotateSecret(caller, made.webhook().id());
        assertThat(rotated.secret()).isNotEqualTo(made.secret());
        happens(EventKind.APP_CRASHED, "app_1");
        assertThat(seen(0).signatures())
                .containsExactly(seen(0).signedBy(rotated.secret()), seen(0).signedBy(made.secret()));

        CreatedWebhook twice = service.rotateSecret(caller, made.webhook().id());
        happens(EventKind.APP_CRASHED, "app_2");
        assertThat(seen(1).signatures())
                .containsExactly(seen(1).signedBy(twice.secret()), seen(1).signedBy(rotated.secret()));

        state.clock().advance(Duration.ofHours(24));
        service.dropExpiredSecrets();
        assertThat(service.get(caller, made.webhook().id()).previousSecretUntil())
                .isNull();
        service.update(caller, made.webhook().id(), WebhookDraft.of(twice.webhook()), null);
        happens(EventKind.APP_CRASHED, "app_3");
        assertThat(seen(2).signatures()).containsExactly(seen(2).signedBy(twice.secret()));
    }

    @Test
    void anExpiredSecretDoesNotSignEvenBeforeItIsRemoved() throws Exception {
        CreatedWebhook made = create("app.crashed");
        CreatedWebhook rotated = service.rotateSecret(caller, made.webhook().id());
        state.clock().advance(Duration.ofHours(24));
        // What is known of a webhook is remembered for a moment of real time.
        AtomicInteger told = new AtomicInteger(-1);
        Awaiting.until(() -> {
            happens(EventKind.APP_CRASHED, "app_1");
            return seen(told.incrementAndGet()).signatures().size() == 1;
        });
        Seen last = seen(told.get());
        assertThat(last.signatures()).containsExactly(last.signedBy(rotated.secret()));
    }

    @Test
    void aSecretThatDoesNotOpenIsMendedByARotation() throws Exception {
        // Off, so that nobody knows its secret from before.
        CreatedWebhook made = service.create(caller, new WebhookDraft(url().toString(), List.of("app.crashed"), false));
        String other = create("webhook.test").webhook().id();
        // Sealed for another place, as in a copy that went wrong.
        state.store()
                .change(tx -> tx.execute(
                        "UPDATE secret SET sealed = (SELECT o.sealed FROM secret o WHERE o.record_id = ?)"
                                + " WHERE record_id = ?",
                        other,
                        made.webhook().id()));
        service.update(
                caller, made.webhook().id(), new WebhookDraft(url().toString(), List.of("app.crashed"), true), null);
        happens(EventKind.APP_CRASHED, "app_1");
        CreatedWebhook mended = service.rotateSecret(caller, made.webhook().id());
        assertThat(mended.webhook().previousSecretUntil()).isNull();
        assertThat(seen(0).signatures()).containsExactly(seen(0).signedBy(mended.secret()));
    }

    @Test
    void aRedirectIsAFailureOfThatName() {
        Webhook webhook = create("app.crashed").webhook();
        answersRaw("HTTP/1.1 301 Moved\r\nLocation: " + url() + "elsewhere\r\nContent-Length: 0\r\n\r\n");
        happens(EventKind.APP_CRASHED, "app_1");
        Delivery failed = only(webhook);
        assertThat(failed.status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(failed.attempts().getFirst().statusCode()).isEqualTo(301);
        assertThat(failed.attempts().getFirst().error()).contains("redirect");
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void waitsUntilTheDateThatTheReceiverNames() {
        Webhook webhook = create("app.crashed").webhook();
        Instant until = state.clock().instant().plus(Duration.ofMinutes(3)).truncatedTo(ChronoUnit.SECONDS);
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(until.atOffset(ZoneOffset.UTC));
        answersRaw("HTTP/1.1 429 Slow down\r\nRetry-After: " + date + "\r\nContent-Length: 0\r\n\r\n");
        happens(EventKind.APP_CRASHED, "app_1");
        Delivery waiting = only(webhook);
        assertThat(waiting.attempts().getFirst().error()).contains("429");
        assertThat(waiting.dueAt()).isEqualTo(until);
    }

    @Test
    void sendsNothingElseBeforeTheReceiverWantsIt() {
        Webhook webhook = create("app.crashed").webhook();
        answersRaw("HTTP/1.1 429 Slow down\r\nRetry-After: 180\r\nContent-Length: 0\r\n\r\n");
        Instant until = state.clock().instant().plusSeconds(180);
        happens(EventKind.APP_CRASHED, "app_1");
        only(webhook);
        answers("200 OK", "");
        Webhook other = create("app.crashed").webhook();
        happens(EventKind.APP_CRASHED, "app_2");
        only(other);
        assertThat(only(webhook).status()).isEqualTo(DeliveryStatus.PENDING);
        state.clock().advance(Duration.ofMinutes(3));
        Awaiting.until(() -> all(webhook).stream()
                        .filter(each -> each.status() == DeliveryStatus.SUCCEEDED)
                        .count()
                == 2);
        assertThat(all(webhook))
                .extracting(each -> each.attempts().getLast().at())
                .allMatch(each -> each >= until.toEpochMilli());
    }

    @Test
    void aReceiverThatIsGoneIsDisabledAndTheEventSaysSo() {
        Webhook other = create("webhook.disabled").webhook();
        Webhook webhook = create("app.crashed").webhook();
        answers("410 Gone", "");
        happens(EventKind.APP_CRASHED, "app_1");
        Awaiting.until(() -> !service.get(caller, webhook.id()).enabled());
        Webhook disabled = service.get(caller, webhook.id());
        assertThat(disabled.disabledReason()).contains("410");
        assertThat(only(webhook).status()).isEqualTo(DeliveryStatus.FAILED);
        // The other receives it, is answered 410 too and disabled next: this one is the older.
        Event told = events.newest(
                        caller.organizationId(), new EventFilter(List.of("webhook.disabled"), null, null, null), 10)
                .getLast();
        assertThat(told.subjectId()).isEqualTo(webhook.id());
        assertThat(told.data()).containsEntry("reason", disabled.disabledReason());
        Awaiting.until(() -> !all(other).isEmpty());
        refused(() -> service.redeliver(caller, webhook.id(), only(webhook).id()), PlatformError.STATE_INVALID);

        happens(EventKind.APP_CRASHED, "app_meanwhile");
        answers("200 OK", "");
        WebhookDraft again = new WebhookDraft(url(), List.of("app.crashed"), true);
        Webhook enabled = service.update(caller, webhook.id(), again, disabled.revision());
        assertThat(enabled.disabledReason()).isNull();
        happens(EventKind.APP_CRASHED, "app_after");
        Awaiting.until(() -> all(webhook).size() == 2);
        assertThat(all(webhook).getFirst().body()).contains("app_after");
        assertThat(String.join("\n", receiver.requests())).doesNotContain("app_meanwhile");
    }

    @Test
    void anEndlessBodyIsCutAndTheHeadDecides() {
        Webhook webhook = create("app.crashed").webhook();
        receiver.answers(output -> {
            ScriptedServer.write(output, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            while (true) {
                ScriptedServer.write(output, "400\r\n" + "\0".repeat(1024) + "\r\n");
            }
        });
        happens(EventKind.APP_CRASHED, "app_1");
        Delivery kept = only(webhook);
        assertThat(kept.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(kept.responseBody()).isEqualTo("\uFFFD".repeat(4096));
    }

    @Test
    void aBodyThatBreaksOffIsKeptAsFarAsItCame() {
        Webhook webhook = create("app.crashed").webhook();
        answersRaw("HTTP/1.1 202 Accepted\r\nContent-Length: 1000\r\n\r\nhalf");
        happens(EventKind.APP_CRASHED, "app_1");
        Delivery kept = only(webhook);
        assertThat(kept.status()).isEqualTo(DeliveryStatus.SUCCEEDED);
        assertThat(kept.responseBody()).isEqualTo("half");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-", "220 mail.example ESMTP\r\n"})
    void anAnswerWithoutAWholeHeadIsAFailure(String answer) {
        Webhook webhook = create("app.crashed").webhook();
        answersRaw(answer);
        happens(EventKind.APP_CRASHED, "app_1");
        Delivery failed = only(webhook);
        assertThat(failed.status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(failed.attempts().getFirst().statusCode()).isNull();
        assertThat(failed.attempts().getFirst().error()).contains("broke");
        assertThat(failed.responseHeaders()).isNull();
        assertThat(failed.requestHeaders()).containsKey("webhook-id");
    }

    @Test
    void afterATimeOutTheNextGoesAndTheFirstIsRetried() {
        Webhook webhook = create("app.crashed").webhook();
        CountDownLatch release = new CountDownLatch(1);
        receiver.answers(_ -> {
            try {
                release.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
        happens(EventKind.APP_CRASHED, "app_1");
        happens(EventKind.APP_CRASHED, "app_2");
        Awaiting.until(() -> receiver.requests().size() == 1);
        answers("200 OK", "");
        Awaiting.until(() -> all(webhook).size() == 2);
        release.countDown();
        assertThat(seen(1).body()).contains("app_2");
        Delivery first = all(webhook).getLast();
        assertThat(first.status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(first.attempts().getFirst().error()).contains("did not answer within 1 s");
    }

    @Test
    void aHostThatBecamePrivateIsRefusedWhenItIsSent() {
        Webhook webhook = create("app.crashed").webhook();
        privateHosts.clear();
        happens(EventKind.APP_CRASHED, "app_1");
        Delivery failed = only(webhook);
        assertThat(failed.attempts().getFirst().error()).startsWith("127.0.0.1 is a private address");
        assertThat(receiver.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hooks.example",
                "ftp://hooks.example/",
                "https://user:pw@hooks.example/",
                "https://hooks.example/#f",
                "https://10.0.0.1/",
                "http://0x0a.1/",
                "http://167772161/",
                "http://[::ffff:10.0.0.1]/",
                "http://localhost/",
                "https://169.254.169.254/latest",
                "https://hooks.example:99999/",
                "https://a b/"
            })
    void refusesAddressesThatNothingIsSentTo(String url) {
        refusedAt(new WebhookDraft(url, List.of("*"), true), "url");
    }

    @Test
    void refusesWhatIsTooLongOrStandsForNothingAllAtOnce() {
        refusedAt(new WebhookDraft(url() + "x".repeat(2001 - url().length()), List.of("*"), true), "url");
        refusedAt(new WebhookDraft(url(), List.of(), true), "events");
        refusedAt(new WebhookDraft(url(), List.of("*", "app.exploded"), true), "events[1]");
        refusedAt(new WebhookDraft("x", List.of("nothing.*", "*"), true), "url", "events[0]");
        create("*");
        service.create(caller, new WebhookDraft(url() + "x".repeat(2000 - url().length()), List.of("*"), true));
    }

    @Test
    void triesAWebhookForReal() {
        Webhook listening = create("webhook.*").webhook();
        Webhook webhook = service.create(caller, new WebhookDraft(url(), List.of("app.crashed"), false))
                .webhook();
        Awaiting.until(() -> all(listening).size() == 1);
        WebhookTrial good = service.test(caller, webhook.id());
        assertThat(good.delivered()).isTrue();
        assertThat(good.delivery().responseBody()).isEqualTo("fine");
        answers("403 Forbidden", "no such hook");
        WebhookTrial bad = service.test(caller, webhook.id());
        assertThat(bad.delivered()).isFalse();
        assertThat(bad.delivery().attempts().getFirst().error()).contains("403");
        assertThat(bad.delivery().responseBody()).isEqualTo("no such hook");
        assertThat(bad.delivery().status()).isEqualTo(DeliveryStatus.FAILED);
        assertThat(all(webhook)).hasSize(2);
        assertThat(Seen.of(receiver.requests().getLast()).body()).contains("\"type\":\"webhook.test\"");
        happens(EventKind.WEBHOOK_CHANGED, "hook_x");
        Awaiting.until(() -> all(listening).size() == 2);
        assertThat(all(listening))
                .as("trials of another")
                .noneMatch(each -> each.type().equals("webhook.test"));
    }

    @Test
    void aDeletedWebhookLeavesNothing() {
        Webhook webhook = create("app.crashed").webhook();
        answers("500 Oops", "");
        happens(EventKind.APP_CRASHED, "app_1");
        only(webhook);
        refused(() -> service.delete(caller, webhook.id(), 7L), PlatformError.PRECONDITION_FAILED);
        service.delete(caller, webhook.id(), webhook.revision());
        refused(() -> service.get(caller, webhook.id()), PlatformError.NOT_FOUND);
        state.clock().advance(Duration.ofMinutes(1));
        for (String table : List.of("delivery", "delivery_target", "webhook", "secret")) {
            int rows = state.store()
                    .read(tx -> tx.select(Integer.class, "SELECT count(*) FROM " + table)
                            .one());
            assertThat(rows).as(table).isZero();
        }
    }

    @Test
    void sendsAgainWhatIsAskedFor() {
        Webhook webhook = create("app.crashed").webhook();
        happens(EventKind.APP_CRASHED, "app_1");
        Delivery first = only(webhook);
        Delivery again = service.redeliver(caller, webhook.id(), first.id());
        assertThat(again.status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(seen(1).header("webhook-id")).isEqualTo(seen(0).header("webhook-id"));
        assertThat(seen(1).body()).isEqualTo(seen(0).body());
        Awaiting.until(() -> only(webhook).status() == DeliveryStatus.SUCCEEDED);
        Instant begin = first.createdAt();
        assertThat(service.redeliver(caller, webhook.id(), begin, true)).isZero();
        assertThat(service.redeliver(caller, webhook.id(), begin.plusMillis(1), false))
                .isZero();
        assertThat(service.redeliver(caller, webhook.id(), begin, false)).isEqualTo(1);
        seen(2);
        refused(() -> service.redeliver(caller, webhook.id(), "dlv_none"), PlatformError.NOT_FOUND);
    }

    @Test
    void whatAKeySetUpCanBeStoppedWithIt() {
        Caller withKey = new Caller(
                caller.organizationId(),
                caller.memberId(),
                "key_1",
                caller.scopes(),
                caller.origin(),
                caller.requestId(),
                null);
        WebhookDraft draft = new WebhookDraft(url(), List.of("*"), true);
        Webhook webhook = service.create(withKey, draft).webhook();
        Webhook own = create("*").webhook();
        List<NewEvent> told =
                state.store().write(tx -> webhooks.stopWorkOf(tx, caller.organizationId(), List.of("key_1", "key_2")));
        assertThat(told).hasSize(1);
        assertThat(service.get(caller, webhook.id()).disabledReason()).contains("key");
        assertThat(service.get(caller, own.id()).enabled()).isTrue();
    }

    @Test
    void whoMayNotReadEventsSendsThemNowhere() {
        Webhook webhook = create("*").webhook();
        Set<Scope> fewer = EnumSet.copyOf(caller.scopes());
        fewer.remove(Scope.EVENTS_READ);
        Caller blind = TestOrganizations.with(caller, fewer);
        refused(() -> service.create(blind, WebhookDraft.of(webhook)), PlatformError.INSUFFICIENT_SCOPE);
        refused(() -> service.deliveries(blind, webhook.id(), Set.of(), PAGE), PlatformError.INSUFFICIENT_SCOPE);
        refused(() -> service.delivery(blind, webhook.id(), "dlv_x"), PlatformError.INSUFFICIENT_SCOPE);
        refused(() -> service.redeliver(blind, webhook.id(), "dlv_x"), PlatformError.INSUFFICIENT_SCOPE);
        refused(
                () -> service.redeliver(blind, webhook.id(), state.clock().instant(), false),
                PlatformError.INSUFFICIENT_SCOPE);
        refused(
                () -> service.update(blind, webhook.id(), WebhookDraft.of(webhook), null),
                PlatformError.INSUFFICIENT_SCOPE);
    }

    @Test
    void anotherOrganizationHasNoneOfIt() {
        Webhook webhook = create("app.crashed").webhook();
        happens(EventKind.APP_CRASHED, "app_1");
        Delivery delivery = only(webhook);
        Caller stranger = state.organizations().newOrganization();
        assertThat(service.list(stranger, PAGE).items()).isEmpty();
        refused(() -> service.get(stranger, webhook.id()), PlatformError.NOT_FOUND);
        refused(() -> service.delivery(stranger, webhook.id(), delivery.id()), PlatformError.NOT_FOUND);
        refused(() -> service.redeliver(stranger, webhook.id(), delivery.id()), PlatformError.NOT_FOUND);
        refused(() -> service.rotateSecret(stranger, webhook.id()), PlatformError.NOT_FOUND);
        refused(() -> service.test(stranger, webhook.id()), PlatformError.NOT_FOUND);
        refused(() -> service.delete(stranger, webhook.id(), null), PlatformError.NOT_FOUND);
        state.store().change(tx -> events.append(tx, stranger, new NewEvent(EventKind.APP_CRASHED, "app_2", Map.of())));
        happens(EventKind.APP_CRASHED, "app_3");
        Awaiting.until(() -> all(webhook).size() == 2);
        assertThat(String.join("\n", receiver.requests())).doesNotContain("app_2");
    }

    @Test
    void anEventIsReadByItsAddress() {
        happens(EventKind.APP_CRASHED, "app_1", Map.of("command", "x", "name", "web"));
        Event event = events.newest(caller.organizationId(), EventFilter.ALL, 1).getFirst();
        EventService reading = new EventService(state.store());
        assertThat(reading.get(caller, event.id()).data()).containsKey("command");
        Caller viewer = TestOrganizations.with(caller, EnumSet.of(Scope.EVENTS_READ));
        assertThat(reading.get(viewer, event.id()).data()).containsOnlyKeys("name");
        assertThat(reading.get(viewer, event.id()).actor()).isNull();
        refused(() -> reading.get(state.organizations().newOrganization(), event.id()), PlatformError.NOT_FOUND);
    }

    @Test
    void anOrganizationHasAHundredAtMost() {
        for (int i = 0; i < 100; i++) {
            service.create(caller, new WebhookDraft(url(), List.of("*"), false));
        }
        refused(() -> create("*"), PlatformError.CONFLICT);
    }
}
