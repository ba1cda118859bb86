package dev.wheelhouse.ui.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.access.AcceptedInvite;
import dev.wheelhouse.core.access.Access;
import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.CreatedInvite;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.access.NewApiKey;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Origin;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.ExportVerification;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.settings.SettingsWiring;
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
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members, invites, keys, the audit log and the bands of the window over a real core. */
@SuppressWarnings("NullAway.Init")
class AccessScreenTest extends FxTest {

    private static final ZoneId HERE = ZoneId.of("Europe/Zurich");
    private static final PageRequest PAGE = new PageRequest(200, null);

    @TempDir
    private Path home;

    private TestCore core;
    private FakeWorkbench workbench;
    private AccessWiring wiring;
    private Shell shell;
    private WindowBands bands;
    private Scene scene;

    @BeforeEach
    void open() {
        core = TestCore.start(home);
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            wiring = new AccessWiring(core.core(), workbench, controls, Clock.systemUTC(), HERE);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "access"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(wiring, new SettingsWiring(core.core().settings(), workbench, controls, HERE)));
            bands = new WindowBands(core.core(), workbench, controls);
            shell.addOnTop(bands.root());
            shell.addWatch(bands);
            shell.addActions(List.of(bands.lock()));
            workbench.opener = shell::open;
            return show(shell.root(), 1280, 720);
        });
    }

    private void begin() {
        onFx(() -> {
            shell.listenTo(scene);
            shell.openLast();
            shell.onShow();
            return true;
        });
    }

    @AfterEach
    void close() {
        onFx(() -> {
            shell.onHide();
            return true;
        });
        core.close();
    }

    private Access access() {
        return core.core().access();
    }

    private Caller caller() {
        return core.callers().get();
    }

    /** A member who accepted their invite. */
    private AcceptedInvite join(String email, Role role) {
        CreatedInvite invite = access().invites().create(caller(), email, role);
        return access().inviteAcceptance().accept(invite.token(), "req_test", "127.0.0.1");
    }

    private Member member(String email) {
        return access().members().list(caller(), PAGE).items().stream()
                .filter(each -> email.equals(each.email()))
                .findFirst()
                .orElseThrow();
    }

    private boolean told(String part) {
        return workbench.notices.stream().map(Notice::text).anyMatch(each -> each.contains(part));
    }

    @SuppressWarnings("unchecked")
    private List<String> listed() {
        return onFx(() -> robot().lookup(".access-table").tryQuery().isEmpty()
                ? List.<String>of()
                : ((TableView<LiveRow<AccessLine>>)
                                robot().lookup(".access-table").queryAs(TableView.class))
                        .getItems().stream().map(each -> each.line().name()).toList());
    }

    private void openPage(String id) {
        waitFor("its row", () -> !listed().isEmpty());
        onFx(() -> {
            wiring.reveal(id);
            return true;
        });
        waitFor("the page", () -> isShown(".access-page"));
    }

    @Test
    void aMemberIsInvitedWithATextThatGoesOnceSomebodySaysTheyHaveIt() {
        begin();
        waitFor("the owner and the local token", () -> listed().size() == 2);
        press(KeyCode.ALT, KeyCode.SHIFT, KeyCode.I);
        waitFor("the form", () -> isShown(".invite-form"));
        write("#email", "anna");
        click("#save");
        waitFor("what is wrong with the address", () -> isShown("#emailError"));
        write("#email", "anna@example.com");
        click("Admin");
        waitFor("what an admin may", () -> says("manages members and keys"));
        Pictures.take(scene, "invite-form");
        click("#save");
        waitFor("the text", () -> isShown(".kept-text"));
        assertThat(text("#key"))
                .contains("anna@example.com", "/api/v1/members/invites/accept", "as admin")
                .doesNotContain("--join");
        assertThat(says("Send this text to anna@example.com; it is shown this one time."))
                .isTrue();
        Pictures.take(scene, "invite-text");
        assertThat(onFx(() -> scene.lookup("#done").isDisabled())).isTrue();
        press(KeyCode.ESCAPE);
        assertThat(isShown(".kept-text")).isTrue();
        click("#copyKey");
        assertThat(workbench.copied).containsExactly(text("#key"));
        click("#kept");
        click("#done");
        waitFor("the list", () -> listed().contains("anna@example.com") && !isShown(".kept-text"));
        waitFor("that it waits", () -> says("Pending"));
        Invite invite = access().invites().list(caller(), PAGE).items().getFirst();
        openPage(invite.id());
        waitFor("what it is", () -> says("Makes who accepts it admin"));
        Pictures.take(scene, "invite-page");
        press(KeyCode.DELETE);
        waitFor("the list without it", () -> !listed().contains("anna@example.com"));
        assertThat(access().invites().list(caller(), PAGE).items()).isEmpty();
    }

    @Test
    void aKeyIsCreatedWithChosenScopesShownOnceAndRevoked() {
        begin();
        waitFor("the list", () -> listed().size() == 2);
        press(KeyCode.ALT, KeyCode.SHIFT, KeyCode.K);
        waitFor("the form", () -> isShown(".key-form"));
        Pictures.take(scene, "key-form-preset");
        click("Single scopes");
        waitFor("the scopes", () -> isShown("#scopes"));
        click("#save");
        waitFor("what is wrong", () -> isShown("#nameError") && isShown("#scopesError"));
        write("#name", "ci");
        waitFor("the boxes", () -> scene.lookup("#scope-databases-query") != null);
        onFx(() -> {
            ((CheckBox) scene.lookup("#scope-databases-query")).fire();
            ((CheckBox) scene.lookup("#scope-apps-control")).fire();
            return true;
        });
        waitFor("what is chosen", () -> says("apps:control"));
        write("#requestsPerMinute", "a few");
        click("#save");
        waitFor("what is wrong with the limit", () -> isShown("#requestsPerMinuteError"));
        write("#requestsPerMinute", "120");
        Pictures.take(scene, "key-form");
        click("#save");
        waitFor("the token", () -> isShown(".kept-text"));
        String token = text("#key");
        assertThat(token).startsWith("whk_");
        Pictures.take(scene, "key-token");
        click("#kept");
        click("#done");
        waitFor("its row", () -> listed().contains("ci"));
        Pictures.take(scene, "access");
        ApiKey key = access().apiKeys().list(caller(), PAGE).items().stream()
                .filter(each -> each.name().equals("ci"))
                .findFirst()
                .orElseThrow();
        assertThat(key.scopes()).containsExactly("databases:query", "apps:control");
        assertThat(key.requestsPerMinute()).isEqualTo(120);
        openPage(key.id());
        waitFor(
                "what it may",
                () -> says("Databases: run read-only SQL. Apps and logs: start, stop and restart apps."));
        click("History");
        waitFor("its creation", () -> says("api_key.created"));
        Pictures.take(scene, "key-page");
        assertThat(says(token)).isFalse();
        press(KeyCode.F2);
        waitFor("the form", () -> isShown(".requestsPerMinute-form"));
        write("#requestsPerMinute", "7000");
        click("#save");
        waitFor("what is wrong with it", () -> isShown("#requestsPerMinuteError"));
        write("#requestsPerMinute", "600");
        click("#save");
        waitFor("the new limit", () -> says("600 requests a minute"));
        press(KeyCode.DELETE);
        waitFor("the list without it", () -> listed().size() == 2);
    }

    @Test
    void aMembersRoleIsChangedAndTheyAreRemoved() {
        join("berta@example.com", Role.MEMBER);
        begin();
        waitFor("both", () -> listed().contains("berta"));
        Member berta = member("berta@example.com");
        openPage(berta.id());
        waitFor("what they may", () -> says("Member: Also changes data"));
        Pictures.take(scene, "member-page");
        click("#role");
        waitFor("the roles", () -> robot().lookup("Make admin").tryQuery().isPresent());
        click("Make admin");
        waitFor("it changed", () -> member("berta@example.com").role() == Role.ADMIN);
        waitFor("it said", () -> told("berta is an admin now.") && says("Admin: Also connects"));
        click("History");
        waitFor("the change", () -> says("member.role_changed"));
        press(KeyCode.DELETE);
        waitFor("the list without them", () -> !listed().contains("berta"));
        assertThat(workbench.questions.getLast().title()).isEqualTo("Remove berta?");
        assertThat(access().members().get(caller(), berta.id()).removedAt()).isNotNull();
    }

    @Test
    void theLastOwnerIsNotDemoted() {
        begin();
        waitFor("the list", () -> listed().size() == 2);
        Member me = access().members().me(caller());
        openPage(me.id());
        press(KeyCode.F2);
        waitFor("the form", () -> isShown(".name-form"));
        write(".name-form #name", "Ada");
        click("#save");
        waitFor("the name", () -> says("Ada") && told("You are called Ada now."));
        click("#role");
        waitFor("the roles", () -> robot().lookup("Make viewer…").tryQuery().isPresent());
        click("Make viewer…");
        waitFor(
                "why not",
                () -> workbench.errors.stream()
                        .anyMatch(each -> String.valueOf(each.getMessage()).contains("is the only owner")));
    }

    @Test
    void theAuditLogIsSiftedExportedAndVerified() throws Exception {
        AcceptedInvite accepted = join("berta@example.com", Role.ADMIN);
        Member berta = member("berta@example.com");
        assertThat(accepted).isNotNull();
        Caller hers = new Caller(
                berta.organizationId(), berta.id(), null, Role.ADMIN.scopes(), Origin.HTTP, "req_b", "10.0.0.7");
        access().apiKeys().create(hers, new NewApiKey("deploy", null, 7, null));
        begin();
        onFx(() -> {
            shell.open("audit");
            return true;
        });
        waitFor("what happened", () -> isShown("#events") && says("berta") && says("over HTTP from 10.0.0.7"));
        Pictures.take(scene, "audit");
        click("#by");
        waitFor("hers alone", () -> rows() == 3 && says("by berta"));
        click("Show all");
        waitFor("all", () -> rows() > 3);
        onFx(() -> {
            @SuppressWarnings("unchecked")
            ComboBox<String> groups = (ComboBox<String>) scene.lookup("#groups");
            groups.setValue("vault.*");
            return true;
        });
        waitFor("none", () -> isShown("Show all") && says("No event matches this filter."));
        click("Show all");
        waitFor("all", () -> rows() > 3);
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor("that it is whole", () -> told("The log is whole: events 1 to "));

        Path file = home.resolve("events.ndjson");
        Files.writeString(file, "what was there");
        onFx(() -> {
            audit().export(file);
            return true;
        });
        waitFor("the file", () -> told("The log was exported to events.ndjson"));
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            ExportVerification.Result result = ExportVerification.verify(lines);
            assertThat(result.fault()).isNull();
            assertThat(result.signedBy()).isNotNull();
        }
        assertThat(file.resolveSibling("events.ndjson.part")).doesNotExist();
        onFx(() -> {
            audit().export(home.resolve("missing").resolve("events.ndjson"));
            return true;
        });
        waitFor("why not", () -> !workbench.errors.isEmpty());
        assertThat(workbench.errors.getFirst().getMessage()).contains("could not be written");

        try (Connection state = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("state.db"));
                Statement statement = state.createStatement()) {
            statement.executeUpdate("UPDATE event SET data = '{}' WHERE ordinal = 3");
        }
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor("what is wrong", () -> says("The log is not as it was written: Event 3 was altered."));
        Pictures.take(scene, "audit-altered");
    }

    private int rows() {
        return onFx(() -> scene.lookup("#events") instanceof TableView<?> table
                ? table.getItems().size()
                : 0);
    }

    private AuditViewModel audit() {
        AuditList list =
                new AuditList(core.core().events(), access(), EventFilter.ALL, workbench, Clock.systemUTC(), HERE);
        return new AuditViewModel(core.core().audit(), list, workbench);
    }

    @Test
    void aLockedVaultIsOpenedFromAboveEveryScreen() {
        begin();
        waitFor("the list", () -> listed().size() == 2);
        openPassphraseForm();
        write("#newPassphrase", "correct horse battery");
        click("#save");
        waitFor("that it is typed once", () -> isShown("#againError"));
        write("#again", "correct horse battery");
        click("#save");
        waitFor("what is lost", () -> says("Whoever forgets the passphrase loses"));
        Pictures.take(scene, "passphrase-form");
        click("#confirm");
        click("#save");
        waitFor("it set", () -> told("The vault has that passphrase now."));
        onFx(() -> {
            bands.lock().run();
            return true;
        });
        waitFor("the band", () -> isShown("#vaultBand"));
        waitFor(
                "the keyboard there",
                () -> onFx(() -> scene.lookup("#vaultPassphrase").isFocused()));
        Pictures.take(scene, "vault-locked");
        robot().write("wrong");
        press(KeyCode.ENTER);
        waitFor("why not", () -> isShown("#vaultProblem"));
        Pictures.take(scene, "vault-locked-wrong");
        assertThat(core.core().vault().isLocked()).isTrue();
        write("#vaultPassphrase", "correct horse battery");
        // A wrong one costs a pause.
        waitFor("the vault open", () -> {
            if (scene.lookup("#unlockVault") instanceof Button button && !button.isDisabled()) {
                button.fire();
            }
            return !core.core().vault().isLocked();
        });
        waitFor("no band", () -> !isShown("#vaultBand"));
        waitFor("what was typed gone", () -> text("#vaultPassphrase").isEmpty());

        openPassphraseForm();
        write("#passphrase", "correct horse battery");
        click("#save");
        waitFor("that nothing is removed unasked", () -> isShown("#newPassphraseError"));
        click("#remove");
        click("#save");
        waitFor("it removed", () -> told("The vault has no passphrase any more."));
    }

    private void openPassphraseForm() {
        onFx(() -> {
            wiring.actions().stream()
                    .filter(action -> action.id().equals("vault.passphrase"))
                    .forEach(Action::run);
            return true;
        });
        waitFor("the form", () -> isShown(".passphrase-form"));
    }

    @Test
    void aViewerSeesThemselvesAndIsOfferedNothingThatIsRefused() {
        Member me = access().members().me(caller());
        join("berta@example.com", Role.OWNER);
        Member berta = member("berta@example.com");
        Caller hers =
                new Caller(berta.organizationId(), berta.id(), null, Role.OWNER.scopes(), Origin.HTTP, "req_b", null);
        access().members().changeRole(hers, me.id(), Role.OWNER, Role.VIEWER);
        begin();
        waitFor("themselves", () -> listed().equals(List.of(me.name())));
        openPage(me.id());
        waitFor("their demotion", () -> says("member.role_changed"));
        assertThat(isShown("#sides")).isFalse();
        assertThat(isShown("#role")).isFalse();
        Pictures.take(scene, "member-page-viewer");
    }

    @Test
    void anInviteIsMadeAgainAfterAQuestionAndTheOrganizationRenamed() {
        CreatedInvite first = access().invites().create(caller(), "carla@example.com", Role.VIEWER);
        begin();
        waitFor("the invite", () -> listed().contains("carla@example.com"));
        openPage(first.invite().id());
        click("Invite again…");
        waitFor("the other code", () -> isShown(".kept-text"));
        assertThat(workbench.questions.getLast().text()).contains("The earlier one is accepted no more.");
        assertThat(text("#key")).contains("carla@example.com").doesNotContain(first.token());
        click("#kept");
        click("#done");
        onFx(() -> {
            wiring.renameOrganization();
            return true;
        });
        waitFor("the form", () -> isShown(".name-form"));
        access().organizations()
                .rename(caller(), access().organizations().get(caller()).name(), "Meanwhile");
        write(".name-form #name", "Acme");
        click("#save");
        waitFor("its name", () -> told("The organization is called Acme now."));
    }

    @Test
    void whoWasRemovedSeesSoAboveEveryScreen() {
        Member me = access().members().me(caller());
        join("berta@example.com", Role.OWNER);
        Member berta = member("berta@example.com");
        begin();
        waitFor("the list", () -> listed().contains("berta"));
        Caller hers =
                new Caller(berta.organizationId(), berta.id(), null, Role.OWNER.scopes(), Origin.HTTP, "req_b", null);
        access().members().remove(hers, me.id());
        waitFor("the band", () -> isShown("#personBand"));
        waitFor("why nothing is read", () -> says("Not read since"));
        Pictures.take(scene, "person-removed");
        assertThat(core.core()
                        .events()
                        .list(hers, new EventFilter(List.of("member.removed"), null, null, null), PAGE)
                        .items())
                .hasSize(1);
    }
}
