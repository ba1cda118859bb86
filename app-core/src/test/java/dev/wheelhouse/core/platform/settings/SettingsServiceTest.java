package dev.wheelhouse.core.platform.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.access.TestOrganizations;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.FieldProblems;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.SecretChange;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsServiceTest {

    private static final Smtp SMTP =
            new Smtp("mail.example.com", 587, SmtpSecurity.STARTTLS, "console", "wheelhouse@example.com");

    @TempDir
    private Path directory;

    private @Nullable OpenState state;

    @AfterEach
    void close() {
        if (state != null) {
            state.close();
        }
    }

    private OpenState state() {
        OpenState open = state;
        if (open == null) {
            open = OpenState.create(StateKind.SQLITE, directory);
            state = open;
        }
        return open;
    }

    private static SettingsService service(OpenState state, Home home) {
        return new SettingsService(
                state.store(),
                new Vault(state.home(), "srv_here", "own", state.store(), state.clock()),
                new EventLog(state.store(), state.ids(), state.clock(), "srv_here"),
                new SettingsFile(home, state.clock()));
    }

    private Caller owner(SettingsService service) {
        Caller owner = state().organizations().newOrganization();
        service.start(owner.organizationId());
        return owner;
    }

    private SettingsService service() {
        return service(state(), state().home());
    }

    private static SettingsDraft with(Settings current, OrganizationSettings organization) {
        return SettingsDraft.of(current).with(organization);
    }

    private static SettingsDraft with(Settings current, ListenerSettings listener) {
        SettingsDraft draft = SettingsDraft.of(current);
        return new SettingsDraft(
                draft.organization(), SecretChange.keep(), SecretChange.keep(), listener, draft.appearance());
    }

    private static SettingsDraft with(Settings current, @Nullable Smtp smtp, SecretChange password) {
        OrganizationSettings old = current.organization();
        return new SettingsDraft(
                new OrganizationSettings(
                        smtp,
                        old.assistant(),
                        old.publicAddress(),
                        old.privateHosts(),
                        old.retention(),
                        old.thresholds(),
                        old.dns()),
                password,
                SecretChange.keep(),
                current.home().listener(),
                current.home().appearance());
    }

    private static OrganizationSettings withPrivateHosts(String... hosts) {
        OrganizationSettings old = OrganizationSettings.DEFAULTS;
        return new OrganizationSettings(null, null, null, List.of(hosts), old.retention(), old.thresholds(), old.dns());
    }

    private static OrganizationSettings withPublicAddress(String address) {
        OrganizationSettings old = OrganizationSettings.DEFAULTS;
        return new OrganizationSettings(null, null, address, List.of(), old.retention(), old.thresholds(), old.dns());
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(code));
    }

    private static List<String> problems(ThrowingCallable call) {
        List<String> paths = new ArrayList<>();
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AppException.class,
                        e -> ((FieldProblems) e.details()).errors().forEach(each -> paths.add(each.path())));
        return paths;
    }

    private List<Event> events(Caller caller) {
        return new EventService(state().store())
                .list(caller, EventFilter.ALL, new PageRequest(50, null))
                .items();
    }

    @ParameterizedTest
    @EnumSource
    void keepsWhatWasChangedAndTellsIt(StateKind kind) {
        try (OpenState open = OpenState.create(kind, directory)) {
            state = open;
            SettingsService service = service();
            Caller owner = owner(service);
            Settings before = service.get(owner);
            assertThat(before.organization()).isEqualTo(OrganizationSettings.DEFAULTS);

            Settings after = service.change(owner, with(before, withPrivateHosts("10.0.0.5")), before.version());

            assertThat(after.organization().privateHosts()).containsExactly("10.0.0.5");
            assertThat(after.version()).isNotEqualTo(before.version());
            assertThat(service.live().organization().privateHosts()).containsExactly("10.0.0.5");
            assertThat(service().get(owner).organization()).isEqualTo(after.organization());
            Event told = events(owner).getFirst();
            assertThat(told.kind()).isEqualTo("settings.changed");
            assertThat(told.data().get("before")).hasToString("{privateHosts=[]}");
            assertThat(told.data().get("after")).hasToString("{privateHosts=[10.0.0.5]}");
            state = null;
        }
    }

    @Test
    void aChangeThatChangesNothingIsNoEvent() {
        SettingsService service = service();
        Caller owner = owner(service);
        Settings before = service.get(owner);
        assertThat(service.change(owner, SettingsDraft.of(before), null)).isEqualTo(before);
        assertThat(events(owner)).isEmpty();
    }

    @Test
    void theOwnerAloneMayChangeAndEverybodyMayLook() {
        SettingsService service = service();
        Caller owner = owner(service);
        Caller admin = state().organizations().newMember(owner.organizationId(), Role.ADMIN);
        Settings seen = service.get(admin);
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> service.change(admin, SettingsDraft.of(seen), null));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> service.confirmListener(admin));
        Caller keyless = TestOrganizations.with(owner, Set.of(Scope.SERVERS_READ));
        assertRefused(PlatformError.INSUFFICIENT_SCOPE, () -> service.get(keyless));
    }

    @Test
    void anotherOrganizationHasSettingsOfItsOwnAndNoneOfThisHome() {
        SettingsService service = service();
        Caller owner = owner(service);
        Caller other = state().organizations().newOrganization();
        service.change(other, with(service.get(other), withPrivateHosts("theirs")), null);
        assertThat(service.get(owner).organization().privateHosts()).isEmpty();
        assertThat(service.live().organization().privateHosts()).isEmpty();
        Settings theirs = service.get(other);
        assertRefused(
                PlatformError.INSUFFICIENT_SCOPE,
                () -> service.change(other, SettingsDraft.of(theirs).with(new Appearance(ThemeChoice.DARK)), null));
    }

    @Test
    void whoWasSlowerIsRefused() {
        SettingsService service = service();
        Caller owner = owner(service);
        Settings first = service.get(owner);
        service.change(owner, SettingsDraft.of(first).with(new Appearance(ThemeChoice.DARK)), first.version());
        assertRefused(
                PlatformError.PRECONDITION_FAILED,
                () -> service.change(owner, with(first, withPrivateHosts("a")), first.version()));
    }

    @Test
    void twoConsolesNeverOverwriteEachOther() throws Exception {
        SettingsService here = service();
        Caller owner = owner(here);
        SettingsService there = service(state(), Home.open(directory.resolve("there")));
        there.start(owner.organizationId());
        List<Boolean> saved = AtOnce.run(8, number -> () -> {
            SettingsService service = number % 2 == 0 ? here : there;
            Settings before = service.get(owner);
            String host = "host" + number;
            List<String> more = new ArrayList<>(before.organization().privateHosts());
            more.add(host);
            try {
                service.change(owner, with(before, withPrivateHosts(more.toArray(String[]::new))), before.version());
                return true;
            } catch (AppException e) {
                assertThat(e.errorCode()).isEqualTo(PlatformError.PRECONDITION_FAILED);
                return false;
            }
        });
        long count = saved.stream().filter(each -> each).count();
        assertThat(here.get(owner).organization().privateHosts()).hasSize((int) count);
    }

    @Test
    void aMailServerIsNotTakenFromWhatSendsOverIt() {
        SettingsService service = service();
        Caller owner = owner(service);
        List<String> users = new ArrayList<>();
        service.registerMailUse(organization -> organization.equals(owner.organizationId()) ? users : List.of("other"));
        Settings with = service.change(owner, with(service.get(owner), SMTP, SecretChange.replace("pass/word")), null);
        users.add("the channel ops");
        assertThatThrownBy(() -> service.change(owner, with(with, null, SecretChange.keep()), null))
                .isInstanceOfSatisfying(
                        AppException.class, e -> assertThat(e.errorCode()).isEqualTo(PlatformError.IN_USE))
                .hasMessageContaining("used by the channel ops");
        assertThat(service.get(owner).organization().smtp()).isEqualTo(SMTP);
        users.clear();
        assertThat(service.change(owner, with(with, null, SecretChange.keep()), null)
                        .organization()
                        .smtp())
                .isNull();
    }

    @Test
    void keepsThePasswordSealedAndOutOfWhatIsTold() {
        SettingsService service = service();
        Caller owner = owner(service);
        Settings saved = service.change(owner, with(service.get(owner), SMTP, SecretChange.replace("pass/word")), null);
        assertThat(saved.hasSmtpPassword()).isTrue();
        assertThat(service.smtpPassword(owner.organizationId())).contains("pass/word");
        assertThat(events(owner).toString()).contains("smtpPassword=changed").doesNotContain("pass/word");

        Settings kept = service.change(
                owner,
                with(
                        saved,
                        new Smtp(SMTP.host(), 587, SMTP.security(), "console", "b@example.com"),
                        SecretChange.keep()),
                null);
        assertThat(kept.hasSmtpPassword()).isTrue();

        Settings without = service.change(owner, with(kept, null, SecretChange.keep()), null);
        assertThat(without.hasSmtpPassword()).isFalse();
        assertThat(service.smtpPassword(owner.organizationId())).isEqualTo(Optional.empty());
    }

    @Test
    void aPasswordStaysWithTheServerItWasGivenFor() {
        SettingsService service = service();
        Caller owner = owner(service);
        Settings saved = service.change(owner, with(service.get(owner), SMTP, SecretChange.replace("secret")), null);
        for (Smtp other : List.of(
                new Smtp("evil.example.com", 587, SMTP.security(), "console", SMTP.from()),
                new Smtp(SMTP.host(), 2525, SMTP.security(), "console", SMTP.from()),
                new Smtp(SMTP.host(), 587, SmtpSecurity.NONE, "console", SMTP.from()),
                new Smtp(SMTP.host(), 587, SMTP.security(), "other", SMTP.from()))) {
            assertThat(problems(() -> service.change(owner, with(saved, other, SecretChange.keep()), null)))
                    .containsExactly("smtp.password");
        }
        assertThat(problems(() -> service.change(
                        owner,
                        with(saved, new Smtp("a", 25, SmtpSecurity.NONE, null, SMTP.from()), SecretChange.replace("x")),
                        null)))
                .containsExactly("smtp.user");
    }

    private static SettingsDraft withAssistant(
            Settings current, @Nullable AssistantSettings assistant, SecretChange key) {
        OrganizationSettings old = current.organization();
        return new SettingsDraft(
                new OrganizationSettings(
                        old.smtp(),
                        assistant,
                        old.publicAddress(),
                        List.of("127.0.0.1"),
                        old.retention(),
                        old.thresholds(),
                        old.dns()),
                SecretChange.keep(),
                key,
                current.home().listener(),
                current.home().appearance());
    }

    private static AssistantSettings assistant(String baseUrl) {
        return new AssistantSettings(
                baseUrl, "llama", AssistantSettings.USUAL_ANSWER_TOKENS, AssistantSettings.USUAL_TOKENS);
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheAssistantsKeySealedAndOutOfWhatIsTold(StateKind kind) {
        try (OpenState open = OpenState.create(kind, directory)) {
            state = open;
            SettingsService service = service();
            Caller owner = owner(service);
            assertThat(service.assistant(owner.organizationId())).isEmpty();
            AssistantSettings hosted = assistant("https://models.example.com/v1");
            Settings saved = service.change(
                    owner, withAssistant(service.get(owner), hosted, SecretChange.replace("sk-17")), null);

            assertThat(saved.organization().assistant()).isEqualTo(hosted);
            assertThat(saved.hasAssistantKey()).isTrue();
            assertThat(saved.hasSmtpPassword()).isFalse();
            assertThat(service.assistant(owner.organizationId()))
                    .contains(new SettingsService.AssistantAccess(hosted, "sk-17"));
            assertThat(events(owner).toString())
                    .contains("assistantApiKey=changed", "models.example.com")
                    .doesNotContain("sk-17");

            Settings withMail = service.change(owner, with(saved, SMTP, SecretChange.replace("secret")), null);
            assertThat(withMail.hasAssistantKey() && withMail.hasSmtpPassword()).isTrue();
            Settings keyless = service.change(owner, withAssistant(withMail, hosted, SecretChange.replace(null)), null);
            assertThat(keyless.hasAssistantKey()).isFalse();
            assertThat(keyless.hasSmtpPassword()).isTrue();
            assertThat(service.assistant(owner.organizationId()))
                    .contains(new SettingsService.AssistantAccess(hosted, null));
            service.change(owner, withAssistant(keyless, null, SecretChange.keep()), null);
            assertThat(service.assistant(owner.organizationId())).isEmpty();
            state = null;
        }
    }

    @Test
    void aKeyStaysWithTheServerItWasGivenFor() {
        SettingsService service = service();
        Caller owner = owner(service);
        Settings saved = service.change(
                owner,
                withAssistant(
                        service.get(owner), assistant("https://models.example.com/v1"), SecretChange.replace("sk-17")),
                null);
        for (String other : List.of(
                "https://evil.example.com/v1", "http://models.example.com/v1", "https://models.example.com:8443/v1")) {
            assertThat(problems(() ->
                            service.change(owner, withAssistant(saved, assistant(other), SecretChange.keep()), null)))
                    .containsExactly("assistant.apiKey");
        }
        Settings moved = service.change(
                owner, withAssistant(saved, assistant("https://MODELS.example.com/v2"), SecretChange.keep()), null);
        assertThat(moved.hasAssistantKey()).isTrue();
        for (String key : List.of("", "a b", "a\r\nHost: evil", "é", "x".repeat(1001))) {
            assertThat(problems(() -> service.change(
                            owner,
                            withAssistant(saved, assistant("https://a.example"), SecretChange.replace(key)),
                            null)))
                    .containsExactly("assistant.apiKey");
        }
        assertThat(problems(() -> service.change(owner, withAssistant(saved, null, SecretChange.replace("sk")), null)))
                .containsExactly("assistant.baseUrl");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://10.0.0.5:11434/v1",
                "http://localhost:11434/v1",
                "http://[::1]:11434/v1",
                "http://2130706434/v1",
                "https://user@models.example.com",
                "https://models.example.com/v1?key=1",
                "models.example.com"
            })
    void aPrivateOrMalformedAddressOfAModelIsRefused(String address) {
        SettingsService service = service();
        Caller owner = owner(service);
        assertThat(problems(() -> service.change(
                        owner, withAssistant(service.get(owner), assistant(address), SecretChange.keep()), null)))
                .containsExactly("assistant.baseUrl");
        service.change(
                owner,
                withAssistant(service.get(owner), assistant("http://127.0.0.1:11434/v1"), SecretChange.keep()),
                null);
    }

    @Test
    void saysEverythingThatIsWrongAtOnce() {
        SettingsService service = service();
        Caller owner = owner(service);
        OrganizationSettings wrong = new OrganizationSettings(
                new Smtp("no host", 0, SmtpSecurity.TLS, "\n", "nobody"),
                new AssistantSettings("ftp://example.com", " ", 63, 7_999),
                "ftp://example.com",
                List.of("build_1.internal", "a b"),
                new Retention(0, 3651, 1, 1),
                new Thresholds(0, 101, 1, 3601),
                new Dns(List.of("dns.example.com"), 65536));
        ListenerSettings listener = new ListenerSettings("0.0.0.0", 0, List.of("a_b"), null);
        SettingsDraft draft =
                new SettingsDraft(wrong, SecretChange.keep(), SecretChange.keep(), listener, Appearance.DEFAULTS);
        assertThat(problems(() -> service.change(owner, draft, null)))
                .containsExactly(
                        "smtp.host",
                        "smtp.port",
                        "smtp.user",
                        "smtp.from",
                        "assistant.baseUrl",
                        "assistant.model",
                        "assistant.maxAnswerTokens",
                        "assistant.maxTokens",
                        "publicAddress",
                        "privateHosts[1]",
                        "retention.eventDays",
                        "retention.historyDays",
                        "thresholds.diskPercent",
                        "thresholds.cpuPercent",
                        "thresholds.sustainedSeconds",
                        "dns.resolvers[0]",
                        "dns.port",
                        "listener.port",
                        "listener.hostNames[0]",
                        "listener.tls");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://console.example.com",
                "http://10.0.0.5:8080",
                "https://[2001:db8::1]:8443",
                "https://example.com/wheelhouse"
            })
    void takesPublicAddresses(String address) {
        SettingsService service = service();
        Caller owner = owner(service);
        service.change(owner, with(service.get(owner), withPublicAddress(address)), null);
        assertThat(service.live().publicNames()).hasSize(1);
    }

    @Test
    void takesResolversWithAPortOfTheirOwn() {
        OrganizationSettings old = OrganizationSettings.DEFAULTS;
        Dns dns = new Dns(List.of("127.0.0.1:25353", "::1", "[::1]:53"), 25353);
        SettingsService service = service();
        Caller owner = owner(service);
        OrganizationSettings changed =
                new OrganizationSettings(null, null, null, List.of(), old.retention(), old.thresholds(), dns);
        service.change(owner, with(service.get(owner), changed), null);
        assertThat(service.get(owner).organization().dns()).isEqualTo(dns);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "console.example.com",
                "https://",
                "https://a_b.example",
                "https://user@example.com",
                "https://example.com/",
                "https://example.com/a/",
                "https://example.com//a",
                "https://example.com/../a",
                "https://example.com/%2e",
                "https://example.com?a",
                "https://example.com#a",
                "https://example.com:0",
                "https://example.com:70000",
                "https://exa mple.com",
                "javascript:alert(1)"
            })
    void refusesOtherPublicAddresses(String address) {
        SettingsService service = service();
        Caller owner = owner(service);
        assertThat(problems(() -> service.change(owner, with(service.get(owner), withPublicAddress(address)), null)))
                .containsExactly("publicAddress");
    }

    @Test
    void takesOverOnceWhatAnEarlierVersionKeptInItsFile() throws IOException {
        Home home = state().home();
        home.writePrivately(
                "settings.json",
                "{\"hostNames\": [\"console.example\"], \"historyDays\": 7, \"privateHosts\": [\"10.0.0.5\"],"
                        + " \"shares\": {\"streams\": 3}}");
        SettingsService service = service();
        Caller owner = owner(service);
        assertThat(service.live().organization().retention().historyDays()).isEqualTo(7);
        assertThat(service.live().organization().privateHosts()).containsExactly("10.0.0.5");
        assertThat(service.live().home().shares().streams()).isEqualTo(3);
        assertThat(home.readText("settings.json")).doesNotContain("historyDays").contains("console.example");

        home.writePrivately("settings.json", "{\"historyDays\": 9}");
        SettingsService again = service();
        again.start(owner.organizationId());
        assertThat(again.live().organization().retention().historyDays()).isEqualTo(7);
    }

    @Test
    void anotherConsoleSeesAChangeWithinASecond() throws Exception {
        SettingsService here = service();
        Caller owner = owner(here);
        SettingsService there = service(state(), Home.open(directory.resolve("there")));
        there.start(owner.organizationId());
        assertThat(there.live().organization().privateHosts()).isEmpty();
        here.change(owner, with(here.get(owner), withPrivateHosts("a")), null);
        assertThat(Awaiting.answer(
                        () -> there.live().organization().privateHosts(), hosts -> !hosts.isEmpty(), "the host"))
                .containsExactly("a");
    }

    /** Opens nothing. */
    private static final class TestSwitch implements ListenerSwitch {

        private final List<String> calls = new ArrayList<>();
        private @Nullable Runnable keep;

        @Override
        public ListenerSettings place() {
            return ListenerSettings.DEFAULTS;
        }

        @Override
        public void begin(ListenerSettings wanted, Runnable keep) {
            calls.add("begin " + wanted.url());
            this.keep = keep;
        }

        @Override
        public Optional<ListenerTrial> trial() {
            return Optional.empty();
        }

        @Override
        public void confirm() {
            if (keep != null) {
                keep.run();
            }
        }

        @Override
        public void abandon() {
            calls.add("abandon");
        }
    }

    @Test
    void anotherListenerIsKeptOnceItIsConfirmed() {
        SettingsService service = service();
        Caller owner = owner(service);
        TestSwitch switcher = new TestSwitch();
        service.listenBy(switcher);
        ListenerSettings wanted = new ListenerSettings("127.0.0.1", 7500, List.of("a.example"), null);
        Settings during = service.change(owner, with(service.get(owner), wanted), null);
        assertThat(switcher.calls).containsExactly("begin http://127.0.0.1:7500");
        assertThat(during.home().listener()).isEqualTo(ListenerSettings.DEFAULTS.withHostNames(List.of("a.example")));
        service.confirmListener(owner);
        assertThat(service.get(owner).home().listener()).isEqualTo(wanted);
        assertThat(service.get(owner).restartNeeded()).isEmpty();
        assertThat(service().get(owner).home().listener()).isEqualTo(wanted);
    }

    @Test
    void withoutTheApiAnotherListenerHoldsAfterARestart() {
        SettingsService service = service();
        Caller owner = owner(service);
        ListenerSettings wanted = ListenerSettings.DEFAULTS.withPort(7500);
        assertThat(service.change(owner, with(service.get(owner), wanted), null).restartNeeded())
                .containsExactly("listener");
    }

    @Test
    void knowsHostNames() {
        assertThat(List.of("a", "A-1.example.com", "1a", "xn--bcher-kva.example", "10.0.0.5", "::1", "[::1]"))
                .allMatch(SettingsRules::isHost);
        assertThat(List.of(
                        "",
                        ".",
                        "a.",
                        "-a",
                        "a-",
                        "a_b",
                        "a b",
                        "a..b",
                        "1",
                        "10.0.0",
                        "10.0.0.256",
                        "010.0.0.1",
                        "0x7f",
                        "a.0x1",
                        "büro",
                        "a/b",
                        "a:80",
                        "[a]",
                        "::1%eth0",
                        "b".repeat(64)))
                .noneMatch(SettingsRules::isHost);
        assertThat(IntStream.range(0, 300).mapToObj(_ -> "a").collect(Collectors.joining(".")))
                .matches(name -> !SettingsRules.isHost(name));
    }
}
