package dev.wheelhouse.core.notifications;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.notifications.ChannelFixture.Received;
import dev.wheelhouse.core.notifications.ChannelFixture.Reply;
import dev.wheelhouse.core.platform.delivery.Delivery;
import dev.wheelhouse.core.platform.delivery.DeliveryStatus;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.json.Json;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events over channels to a far side on loopback. */
class ChannelDeliveryTest {

    private ChannelFixture fixture;
    private ChannelService service;

    @BeforeEach
    void start(@TempDir Path directory) {
        fixture = new ChannelFixture(StateKind.SQLITE, directory);
        service = fixture.service();
        fixture.start();
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    private NotificationChannel channel(ChannelKind kind, String... events) {
        ChannelDraft draft = fixture.draft(kind);
        return service.create(
                fixture.owner(),
                new ChannelDraft(
                        kind,
                        draft.name(),
                        List.of(events),
                        null,
                        draft.url(),
                        draft.botToken(),
                        draft.chatId(),
                        draft.to()));
    }

    private Event happens(EventKind kind, String subjectId, Map<String, Object> data) {
        return fixture.state()
                .store()
                .write(tx -> fixture.events().append(tx, fixture.owner(), new NewEvent(kind, subjectId, data)));
    }

    private List<Delivery> deliveries(NotificationChannel channel) {
        return service.deliveries(fixture.owner(), channel.id(), Set.of(), new PageRequest(50, null))
                .items();
    }

    private List<Delivery> deliveries(NotificationChannel channel, int count) {
        return Awaiting.answer(() -> deliveries(channel), each -> each.size() == count, count + " deliveries");
    }

    private List<Event> events(EventKind kind) {
        return fixture.events()
                .newest(
                        fixture.owner().organizationId(),
                        new EventFilter(List.of(kind.wireName()), null, null, null),
                        10);
    }

    @Test
    void tellsWhatConcernsPeopleAndWhatResolvesIt() throws Exception {
        NotificationChannel all = channel(ChannelKind.SLACK, "*");
        happens(EventKind.APP_CHANGED, "app_1", Map.of("name", "web"));
        happens(EventKind.APP_RECOVERED, "app_1", Map.of("name", "web"));
        Event crash = happens(EventKind.APP_CRASHED, "app_1", Map.of("name", "web", "exitCode", 137));
        deliveries(all, 1);
        Event back = happens(EventKind.APP_RECOVERED, "app_1", Map.of("name", "web"));
        List<Delivery> told = deliveries(all, 2);
        assertThat(told).extracting(Delivery::eventId).containsExactly(back.id(), crash.id());
        assertThat(told).allMatch(each -> each.status() == DeliveryStatus.SUCCEEDED);
        assertThat(fixture.received()).hasSize(2);
        assertThat(fixture.received().getFirst().body())
                .contains("ERROR: web: ")
                .contains("Exit code: 137");
        assertThat(service.deliveriesOf(fixture.owner(), crash))
                .extracting(Delivery::targetId)
                .containsExactly(all.id());
    }

    @Test
    void namesWhatIsToldTogether() throws Exception {
        NotificationChannel hook = channel(ChannelKind.WEBHOOK, "app.*");
        happens(EventKind.APP_CRASHED, "app_1", Map.of("name", "web"));
        deliveries(hook, 1);
        happens(EventKind.APP_CRASHED, "app_1", Map.of("name", "web"));
        happens(EventKind.APP_CRASHED, "app_2", Map.of("name", "mail"));
        Event last = happens(EventKind.APP_CRASHED, "app_1", Map.of("name", "web", "exitCode", 9));
        Awaiting.until(() -> {
            fixture.state().clock().advance(Duration.ofSeconds(1));
            return fixture.received().size() == 2;
        });
        Map<String, Object> body = Json.readObject(fixture.received().getLast().body());
        assertThat(body.get("type")).isEqualTo("app.crashed");
        assertThat((String) body.get("text"))
                .contains(": 3 events, since ")
                .contains("web: ")
                .contains("(2 events)")
                .contains("mail: ");
        Map<?, ?> data = (Map<?, ?>) Objects.requireNonNull(body.get("data"));
        assertThat(data.get("count")).isEqualTo(3);
        assertThat((List<?>) data.get("events")).hasSize(2);
        assertThat(deliveries(hook, 2).getFirst().events()).isEqualTo(3);
        assertThat(service.deliveriesOf(fixture.owner(), last)).hasSize(1);
    }

    @Test
    void saysOnceThatAChannelFailsAndTellsTheOthers() throws Exception {
        NotificationChannel broken = channel(ChannelKind.SLACK, "*");
        NotificationChannel other = channel(ChannelKind.DISCORD, "notification.*");
        fixture.answers(request ->
                request.path().equals(ChannelFixture.PATH) && request.body().contains("mrkdwn")
                        ? new Reply(404, Map.of(), "no_service " + ChannelFixture.PATH)
                        : new Reply(204, Map.of(), ""));
        happens(EventKind.APP_CRASHED, "app_1", Map.of("name", "web"));
        happens(EventKind.BACKUP_FAILED, "bak_1", Map.of("name", "shop"));
        assertThat(deliveries(broken, 2)).allMatch(each -> each.status() == DeliveryStatus.FAILED);
        deliveries(other, 1);
        assertThat(events(EventKind.NOTIFICATION_FAILING)).singleElement().satisfies(event -> {
            assertThat(event.subjectId()).isEqualTo(broken.id());
            assertThat(event.data().get("reason")).isEqualTo(fixture.host() + " answered 404: no_service …");
        });
        assertThat(service.failing(fixture.owner())).containsExactly(broken.id());
        assertThat(service.newest(fixture.owner()))
                .containsOnlyKeys(broken.id(), other.id())
                .containsEntry(broken.id(), deliveries(broken).getFirst());
        assertThat(fixture.received())
                .extracting(Received::body)
                .filteredOn(each -> each.contains("mrkdwn"))
                .as("not of itself")
                .hasSize(2);
    }

    @Test
    void waitsAsLongAsTheFarSideAsksForAndDropsItWithTheChannel() throws Exception {
        NotificationChannel chat = channel(ChannelKind.TELEGRAM, "app.*");
        fixture.answers(
                429,
                "{\"ok\":false,\"description\":\"Too Many Requests: retry after 340\",\"parameters\":{\"retry_after\":340}}");
        happens(EventKind.APP_CRASHED, "app_1", Map.of("name", "web"));
        Delivery waiting = deliveries(chat, 1).getFirst();
        assertThat(waiting.status()).isEqualTo(DeliveryStatus.PENDING);
        assertThat(Duration.between(fixture.state().clock().instant(), Objects.requireNonNull(waiting.dueAt())))
                .isBetween(Duration.ofSeconds(330), Duration.ofSeconds(340));
        assertThat(waiting.attempts().getFirst().statusCode()).isEqualTo(429);
        assertThat(waiting.toString()).doesNotContain(ChannelFixture.TOKEN);
        assertThat(service.pending(fixture.owner())).containsEntry(chat.id(), 1);
        service.delete(fixture.owner(), chat.id(), null);
        assertThat(service.pending(fixture.owner())).isEmpty();
        fixture.state().clock().advance(Duration.ofHours(1));
        NotificationChannel later = channel(ChannelKind.SLACK, "app.*");
        fixture.answers(200, "ok");
        happens(EventKind.APP_CRASHED, "app_2", Map.of("name", "mail"));
        deliveries(later, 1);
        assertThat(fixture.received())
                .extracting(Received::path)
                .filteredOn(each -> each.startsWith("/bot"))
                .hasSize(1);
    }

    @Test
    void hearsNothingWhileItIsOffAndWhatComesAfter() throws Exception {
        NotificationChannel hook = channel(ChannelKind.WEBHOOK, "app.*");
        service.setEnabled(fixture.owner(), hook.id(), false);
        happens(EventKind.APP_CRASHED, "app_1", Map.of());
        service.setEnabled(fixture.owner(), hook.id(), true);
        Event after = happens(EventKind.APP_CRASHED, "app_2", Map.of());
        assertThat(deliveries(hook, 1).getFirst().eventId()).isEqualTo(after.id());
    }

    @Test
    void aTestIsListedToo() throws Exception {
        NotificationChannel hook = channel(ChannelKind.WEBHOOK, "app.*", "notification.*");
        fixture.answers(500, "no");
        assertThat(service.test(fixture.owner(), hook.id()).delivered()).isFalse();
        assertThat(deliveries(hook, 1).getFirst().status()).isEqualTo(DeliveryStatus.FAILED);
        fixture.answers(200, "ok");
        assertThat(service.test(fixture.owner(), hook.id()).delivered()).isTrue();
        happens(EventKind.APP_CRASHED, "app_1", Map.of());
        assertThat(deliveries(hook, 3))
                .extracting(Delivery::status)
                .containsExactly(DeliveryStatus.SUCCEEDED, DeliveryStatus.SUCCEEDED, DeliveryStatus.FAILED);
    }
}
