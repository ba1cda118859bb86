package dev.wheelhouse.core.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.event.NewEvent;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.testing.StateKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelServiceTest {

    @TempDir
    private Path directory;

    private @Nullable ChannelFixture opened;

    @AfterEach
    void stop() {
        if (opened != null) {
            opened.close();
        }
    }

    private ChannelFixture fixture(StateKind kind) {
        ChannelFixture fixture = new ChannelFixture(kind, directory);
        opened = fixture;
        return fixture;
    }

    private ChannelFixture fixture() {
        return opened == null ? fixture(StateKind.SQLITE) : opened;
    }

    private static ChannelDraft draft(
            ChannelKind kind,
            @Nullable String url,
            @Nullable String botToken,
            @Nullable String chatId,
            @Nullable String to) {
        return new ChannelDraft(kind, "ops", List.of("deploy.*"), null, url, botToken, chatId, to);
    }

    private static ChannelDraft with(ChannelDraft draft, String name, List<String> events) {
        return new ChannelDraft(
                draft.kind(), name, events, draft.enabled(), draft.url(), draft.botToken(), draft.chatId(), draft.to());
    }

    private List<FieldProblem> problems(ChannelDraft draft) {
        return problems(() -> fixture().service().create(fixture().owner(), draft));
    }

    private static List<FieldProblem> problems(ThrowingCallable call) {
        AppException refusal = catchThrowableOfType(AppException.class, call);
        assertThat(refusal).isNotNull();
        assertThat(refusal.errorCode()).isEqualTo(PlatformError.VALIDATION_FAILED);
        return ((FieldProblems) refusal.details()).errors();
    }

    private void refusedAt(ChannelDraft draft, String... paths) {
        assertThat(problems(draft)).extracting(FieldProblem::path).containsExactly(paths);
    }

    private static void refused(PlatformError code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class,
                        refusal -> assertThat(refusal.errorCode()).isEqualTo(code));
    }

    private List<Event> events() {
        return new EventService(fixture().state().store())
                .list(fixture().owner(), EventFilter.ALL, new PageRequest(50, null))
                .items();
    }

    @ParameterizedTest
    @EnumSource
    void keepsChangesAndForgetsChannelsOfEveryKind(StateKind state) {
        ChannelFixture fixture = fixture(state);
        ChannelService service = fixture.service();
        for (ChannelKind kind : ChannelKind.values()) {
            NotificationChannel made = fixture.create(kind);
            assertThat(made.id()).startsWith("chan_");
            assertThat(made.enabled()).isTrue();
            assertThat(made.events()).containsExactly("deploy.*", "app.crashed");
            assertThat(service.get(fixture.owner(), made.id())).isEqualTo(made);
            ChannelDraft other = with(ChannelDraft.of(made), "new " + kind.wireName(), List.of("*"));
            NotificationChannel after = service.update(fixture.owner(), made.id(), other, made.revision());
            assertThat(after.name()).isEqualTo("new " + kind.wireName());
            assertThat(after.events()).containsExactly("*");
            assertThat(after.hint()).isEqualTo(made.hint());
            assertThat(service.get(fixture.owner(), made.id())).isEqualTo(after);
            assertThat(service.setEnabled(fixture.owner(), made.id(), false).enabled())
                    .isFalse();
        }
        assertThat(service.list(fixture.owner(), new PageRequest(2, null)).items())
                .extracting(NotificationChannel::kind)
                .containsExactly(ChannelKind.EMAIL, ChannelKind.TELEGRAM);
        String id = service.list(fixture.owner(), new PageRequest(1, null))
                .items()
                .getFirst()
                .id();
        service.delete(fixture.owner(), id, null);
        refused(PlatformError.NOT_FOUND, () -> service.get(fixture.owner(), id));
        refused(PlatformError.NOT_FOUND, () -> service.delete(fixture.owner(), id, null));
    }

    @ParameterizedTest
    @EnumSource
    void whatAKeySetUpCanBeStoppedWithIt(StateKind state) {
        ChannelFixture fixture = fixture(state);
        ChannelService service = fixture.service();
        Caller owner = fixture.owner();
        Caller withKey = new Caller(
                owner.organizationId(),
                owner.memberId(),
                "key_1",
                owner.scopes(),
                owner.origin(),
                owner.requestId(),
                null);
        NotificationChannel ofKey = service.create(withKey, fixture.draft(ChannelKind.SLACK));
        NotificationChannel takenOver = service.create(withKey, fixture.draft(ChannelKind.DISCORD));
        NotificationChannel own = fixture.create(ChannelKind.TELEGRAM);
        service.update(owner, takenOver.id(), ChannelDraft.of(takenOver), null);

        List<NewEvent> told = fixture.state()
                .store()
                .write(tx -> service.stopWorkOf(tx, owner.organizationId(), List.of("key_1", "key_2")));

        assertThat(told).extracting(NewEvent::subjectId).containsExactly(ofKey.id());
        assertThat(service.get(owner, ofKey.id()).enabled()).isFalse();
        assertThat(service.get(owner, takenOver.id()).enabled()).isTrue();
        assertThat(service.get(owner, own.id()).enabled()).isTrue();
        refused(
                PlatformError.PRECONDITION_FAILED,
                () -> service.update(owner, ofKey.id(), ChannelDraft.of(ofKey), ofKey.revision()));
    }

    @Test
    void changesOneHalfOfATelegramTarget() {
        ChannelFixture fixture = fixture();
        NotificationChannel made = fixture.create(ChannelKind.TELEGRAM);
        ChannelDraft chat = new ChannelDraft(
                ChannelKind.TELEGRAM, made.name(), made.events(), null, null, null, "@public_channel", null);
        NotificationChannel after = fixture.service().update(fixture.owner(), made.id(), chat, null);
        assertThat(after.hint()).isEqualTo("…nnel");
        fixture.answers(200, "{\"ok\":true}");
        assertThat(fixture.service().test(fixture.owner(), made.id())).isEqualTo(new ChannelTest(true, null));
        assertThat(fixture.received()).singleElement().satisfies(request -> {
            assertThat(request.path()).isEqualTo("/bot" + ChannelFixture.TOKEN + "/sendMessage");
            assertThat(request.body()).contains("@public_channel");
        });
    }

    @Test
    void testsForRealAlsoWhatIsOffAndTellsWhatTheFarSideSaid() {
        ChannelFixture fixture = fixture();
        NotificationChannel channel = fixture.create(ChannelKind.SLACK);
        fixture.service().setEnabled(fixture.owner(), channel.id(), false);
        assertThat(fixture.service().test(fixture.owner(), channel.id())).isEqualTo(new ChannelTest(true, null));
        assertThat(fixture.received().getFirst().body())
                .contains("slack: Test from Wheelhouse", "Messages of this channel arrive here.");
        fixture.answers(404, "no_service");
        assertThat(fixture.service().test(fixture.owner(), channel.id()))
                .isEqualTo(new ChannelTest(false, fixture.host() + " answered 404: no_service"));
        assertThat(events().getFirst().kind()).isEqualTo("notification.channel_tested");
    }

    @Test
    void namesTheFieldsOfAnotherKind() {
        String url = fixture().url("/in");
        refusedAt(draft(ChannelKind.WEBHOOK, null, null, null, null), "url");
        refusedAt(
                draft(ChannelKind.SLACK, url, ChannelFixture.TOKEN, "1", "a@example.org"), "botToken", "chatId", "to");
        refusedAt(draft(ChannelKind.TELEGRAM, url, null, null, null), "url", "botToken", "chatId");
        refusedAt(draft(ChannelKind.EMAIL, null, null, null, null), "to");
        refusedAt(draft(ChannelKind.EMAIL, url, null, null, "bob@example.org"), "url");
        NotificationChannel made = fixture().create(ChannelKind.EMAIL);
        String organization = fixture().owner().organizationId();
        assertThat(fixture().service().mailUses(organization)).containsExactly("the channel " + made.name());
        assertThat(fixture().service().mailUses("org_other")).isEmpty();
        ChannelDraft wrong = new ChannelDraft(ChannelKind.EMAIL, "x", List.of("*"), null, url, null, null, null);
        assertThat(problems(() -> fixture().service().update(fixture().owner(), made.id(), wrong, null)))
                .extracting(FieldProblem::path)
                .containsExactly("url");
        ChannelDraft other = draft(ChannelKind.SLACK, url, null, null, null);
        assertThat(problems(() -> fixture().service().update(fixture().owner(), made.id(), other, null)))
                .extracting(FieldProblem::path)
                .containsExactly("kind");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.0.0.1/in",
                "http://192.168.1.1/in",
                "http://0x7f.2/in",
                "http://2130706434/in",
                "http://0177.0.0.2/in",
                "http://[::1]/in",
                "http://[::ffff:10.0.0.1]/in",
                "http://[fd00::1]/in",
                "http://169.254.169.254/latest",
                "http://localhost/in",
                "http://me.localhost/in",
                "http://user:pw@example.com/in",
                "ftp://example.com/in",
                "example.com",
                "http://",
                "http://example.com/in#part",
                "http://example.com:0/in",
                ""
            })
    void refusesAnAddress(String url) {
        refusedAt(draft(ChannelKind.WEBHOOK, url, null, null, null), "url");
        NotificationChannel made = fixture().create(ChannelKind.DISCORD);
        assertThat(problems(() -> fixture()
                        .service()
                        .update(fixture().owner(), made.id(), draft(ChannelKind.DISCORD, url, null, null, null), null)))
                .extracting(FieldProblem::path)
                .containsExactly("url");
    }

    @Test
    void namesThePrivateHostThatTheOwnerMayAllow() {
        assertThat(problems(draft(ChannelKind.WEBHOOK, "http://0x0a.1/in", null, null, null)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.privateHost()).isEqualTo("10.0.0.1"));
    }

    @Test
    void refusesAnAddressOf2001Characters() {
        String url = "https://example.com/" + "x".repeat(2001 - 20);
        assertThat(url).hasSize(2001);
        refusedAt(draft(ChannelKind.WEBHOOK, url, null, null, null), "url");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bob",
                "a@example.org, b@example.org",
                "a@example.org b@example.org",
                "a@example.org\nBcc: b@example.org",
                "Bob <bob@example.org>",
                "bob@",
                "@example.org",
                "bob@10.0.0.1",
                "bob@example..org"
            })
    void refusesWhatIsNotOneMailAddress(String to) {
        refusedAt(draft(ChannelKind.EMAIL, null, null, null, to), "to");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "chat", "1.5", "--5", "@", "@abc", "@1abcde", "12 34", "12345678901234567890", "@a b c d e"})
    void refusesWhatIsNoChat(String chatId) {
        refusedAt(draft(ChannelKind.TELEGRAM, null, ChannelFixture.TOKEN, chatId, null), "chatId");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "123456",
                "123456:short",
                "abc:ABC-DEF1234ghIkl-zyx57W2v1u123ew11",
                "1/../../x:AAAAAAAAAAAAAAAAAAAAAAAA"
            })
    void refusesWhatIsNoToken(String token) {
        List<FieldProblem> found = problems(draft(ChannelKind.TELEGRAM, null, token, "5", null));
        assertThat(found).extracting(FieldProblem::path).containsExactly("botToken");
        assertThat(token.isEmpty() || !found.getFirst().message().contains(token))
                .isTrue();
    }

    @Test
    void namesTheEventThatThereIsNot() {
        ChannelDraft good = fixture().draft(ChannelKind.SLACK);
        refusedAt(with(good, "ops", List.of("deploy.*", "deploy.exploded", "nothing.*")), "events[1]", "events[2]");
        refusedAt(with(good, "ops", List.of()), "events");
        refusedAt(with(good, " ", List.of("*")), "name");
        refusedAt(with(good, "a\nb", List.of("*")), "name");
        refusedAt(with(good, "x".repeat(101), List.of("*")), "name");
    }

    @Test
    void refusesANameThatIsTakenAndAChangeOfWhatChanged() {
        ChannelFixture fixture = fixture();
        NotificationChannel made = fixture.create(ChannelKind.SLACK);
        refused(PlatformError.ALREADY_EXISTS, () -> fixture.create(ChannelKind.SLACK));
        NotificationChannel other = fixture.create(ChannelKind.EMAIL);
        ChannelDraft taken = with(ChannelDraft.of(other), "slack", List.of("*"));
        refused(PlatformError.ALREADY_EXISTS, () -> fixture.service().update(fixture.owner(), other.id(), taken, null));
        fixture.service().setEnabled(fixture.owner(), made.id(), false);
        refused(
                PlatformError.PRECONDITION_FAILED,
                () -> fixture.service().update(fixture.owner(), made.id(), ChannelDraft.of(made), made.revision()));
        refused(
                PlatformError.PRECONDITION_FAILED,
                () -> fixture.service().delete(fixture.owner(), made.id(), made.revision()));
    }

    @Test
    void isThereForItsOrganizationAndItsScopesAlone() {
        ChannelFixture fixture = fixture();
        ChannelService service = fixture.service();
        NotificationChannel made = fixture.create(ChannelKind.SLACK);
        Caller stranger = fixture.state().organizations().newOrganization();
        refused(PlatformError.NOT_FOUND, () -> service.get(stranger, made.id()));
        refused(PlatformError.NOT_FOUND, () -> service.test(stranger, made.id()));
        refused(PlatformError.NOT_FOUND, () -> service.delete(stranger, made.id(), null));
        refused(PlatformError.NOT_FOUND, () -> service.setEnabled(stranger, made.id(), false));
        Caller viewer =
                fixture.state().organizations().newMember(fixture.owner().organizationId(), Role.VIEWER);
        assertThat(service.get(viewer, made.id())).isEqualTo(made);
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> service.test(viewer, made.id()));
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> service.create(viewer, fixture.draft(ChannelKind.EMAIL)));
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> service.delete(viewer, made.id(), null));
        Caller writer = TestOrganizations.with(fixture.owner(), Set.of(Scope.NOTIFICATIONS_WRITE));
        refused(PlatformError.INSUFFICIENT_SCOPE, () -> service.get(writer, made.id()));
        assertThat(fixture.received()).isEmpty();
    }

    @Test
    void tellsNoSecretInEventsErrorsAndTheLog() {
        ChannelFixture fixture = fixture();
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry.getMessage() + " " + entry.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger root = Logger.getLogger("");
        Logger own = Logger.getLogger("dev.wheelhouse");
        handler.setLevel(Level.ALL);
        own.setLevel(Level.ALL);
        root.addHandler(handler);
        try {
            fixture.answers(request -> new ChannelFixture.Reply(
                    404, Map.of(), "{\"ok\":false,\"description\":\"Not Found: " + request.path() + "\"}"));
            for (ChannelKind kind : ChannelKind.values()) {
                NotificationChannel channel = fixture.create(kind);
                ChannelTest test = fixture.service().test(fixture.owner(), channel.id());
                assertThat(test.delivered()).isFalse();
                logged.add(test.toString());
                logged.add(channel.toString());
                logged.add(fixture.draft(kind).toString());
                logged.add(fixture.service()
                        .update(fixture.owner(), channel.id(), fixture.draft(kind), null)
                        .toString());
                fixture.service().delete(fixture.owner(), channel.id(), null);
            }
        } finally {
            root.removeHandler(handler);
            own.setLevel(null);
        }
        assertThat(events()).hasSize(4 * ChannelKind.values().length);
        events().forEach(event -> logged.add(event.toString()));
        assertThat(logged)
                .noneMatch(line -> line.contains(ChannelFixture.TOKEN)
                        || line.contains("ABC-DEF1234")
                        || line.contains("XXXXXXXX")
                        || line.contains("-1001234567890")
                        || line.contains("bob@"));
    }
}
