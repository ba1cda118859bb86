package dev.wheelhouse.ui.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.Mail;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailDomainDraft;
import dev.wheelhouse.core.mail.MailInstance;
import dev.wheelhouse.core.mail.MailInstanceDraft;
import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.mail.dkim.DkimKeyState;
import dev.wheelhouse.core.mail.publish.DnsDraft;
import dev.wheelhouse.core.mail.publish.provider.TestZone;
import dev.wheelhouse.core.mail.publish.provider.ZoneServer;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.settings.Dns;
import dev.wheelhouse.core.platform.settings.OrganizationSettings;
import dev.wheelhouse.core.platform.settings.SettingsDraft;
import dev.wheelhouse.core.testing.TestNameServer;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.fx.FxBackground;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.servers.ServersWiring;
import dev.wheelhouse.ui.shell.ConsoleFacts;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.ScreenPart;
import dev.wheelhouse.ui.shell.Shell;
import dev.wheelhouse.ui.shell.ShellViewModel;
import dev.wheelhouse.ui.shell.jobs.JobsViewModel;
import dev.wheelhouse.ui.shell.palette.PaletteEntry;
import dev.wheelhouse.ui.shell.palette.PaletteViewModel;
import dev.wheelhouse.ui.testing.FakeWorkbench;
import dev.wheelhouse.ui.testing.FxTest;
import dev.wheelhouse.ui.testing.Pictures;
import dev.wheelhouse.ui.testing.TestCore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The screen of mail domains over a real core, with name servers on loopback. */
@SuppressWarnings("NullAway.Init")
class MailScreenTest extends FxTest {

    private static final ZoneId HERE = ZoneId.of("Europe/Zurich");
    private static final String SERVERS = "@ IN NS ns1.example.net.\n@ IN NS ns2.example.net.\n";

    @TempDir
    private Path home;

    private TestNameServer dns;
    private TestCore core;
    private FakeWorkbench workbench;
    private MailWiring wiring;
    private Shell shell;
    private Scene scene;

    @BeforeEach
    void open() {
        dns = TestNameServer.start("127.0.0.1", "127.0.0.2");
        dns.zone("example.net", "@ IN NS ns1.example.net.\nns1 IN A 127.0.0.1\nns2 IN A 127.0.0.2\n");
        dns.zone("example.com", SERVERS);
        core = TestCore.start(home);
        use(dns.settings());
        workbench = new FakeWorkbench(new FxBackground(), core.callers());
        scene = onFx(() -> {
            ActionControls controls = new ActionControls(workbench::copyCurl);
            ServersWiring servers = ServersWiring.of(core.core(), workbench, controls, Clock.systemUTC());
            wiring = new MailWiring(core.core(), servers.list(), workbench, controls, Clock.systemUTC(), HERE);
            shell = new Shell(
                    new ShellViewModel(workbench.state(), "domains"),
                    new JobsViewModel(core.core().jobs(), workbench, Clock.systemUTC(), _ -> Optional.empty()),
                    new PaletteViewModel(workbench.background()),
                    new ConsoleFacts("http://127.0.0.1:7465", Path.of("/token"), "0.1.0", "sqlite"),
                    workbench,
                    controls,
                    List.of(servers, wiring));
            workbench.opener = shell::open;
            return show(shell.root(), 1280, 720);
        });
    }

    private void use(Dns settings) {
        SettingsDraft before = SettingsDraft.of(core.core().settings().get(caller()));
        OrganizationSettings of = before.organization();
        core.core()
                .settings()
                .change(
                        caller(),
                        before.with(new OrganizationSettings(
                                of.smtp(),
                                of.assistant(),
                                of.publicAddress(),
                                of.privateHosts(),
                                of.retention(),
                                of.thresholds(),
                                settings)),
                        null);
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
        dns.close();
    }

    private Caller caller() {
        return core.callers().get();
    }

    private Mail mail() {
        return core.core().mail();
    }

    /** At addresses where nothing listens on port 25, which is refused at once: others are waited for. */
    private MailInstance instance(String name, String hostname) {
        return instance(name, hostname, DkimKeyType.ED25519);
    }

    private MailInstance instance(String name, String hostname, DkimKeyType keys) {
        return mail().instances()
                .create(
                        caller(),
                        new MailInstanceDraft(name, hostname, List.of("127.0.0.10"), List.of("::1"), null, keys));
    }

    private MailDomain domain(MailInstance instance, String fqdn) {
        return mail().domains()
                .create(caller(), new MailDomainDraft(instance.id(), fqdn, DnsMode.MANUAL, null, null, null));
    }

    /** Serves all that the domain asks for, at every address of the name server. */
    private void serve(MailDomain domain) {
        dns.zone(domain.fqdn(), SERVERS + mail().domains().zoneFile(caller(), domain.id()));
        dns.zone("0.0.127.in-addr.arpa", SERVERS + "10 IN PTR mail.example.com.\n");
        dns.zone("0.0.0.0.ip6.arpa", SERVERS + "1" + ".0".repeat(27) + " IN PTR mail.example.com.\n");
    }

    private RecordStatus status(MailDomain domain) {
        return mail().domains().get(caller(), domain.id()).verificationStatus();
    }

    private boolean hasProblem(String path) {
        return isShown("#" + path + "Error");
    }

    @SuppressWarnings("unchecked")
    private List<String> listed() {
        return onFx(() -> robot().lookup(".mail-table").tryQuery().isEmpty()
                ? List.<String>of()
                : ((TableView<LiveRow<MailLine>>) robot().lookup(".mail-table").queryAs(TableView.class))
                        .getItems().stream().map(each -> each.line().name()).toList());
    }

    /** Not by the mouse: the form is still moving the button while problems come and go. */
    private void save() {
        onFx(() -> {
            ((Button) scene.lookup("#save")).fire();
            return true;
        });
    }

    private void select(String name) {
        waitFor(name, () -> listed().contains(name));
        onFx(() -> {
            TableView<?> table = (TableView<?>) scene.lookup(".mail-table");
            table.getSelectionModel().clearAndSelect(listed().indexOf(name));
            table.requestFocus();
            return true;
        });
    }

    private void openPage(MailDomain domain) {
        waitFor("the list", () -> !listed().isEmpty());
        onFx(() -> {
            wiring.reveal(domain.id());
            return true;
        });
        waitFor("the page", () -> isShown(".record-table"));
    }

    private boolean told(String part) {
        return workbench.notices.stream().map(Notice::text).anyMatch(each -> each.contains(part));
    }

    @Test
    void theFirstDomainIsAddedWithItsInstance() {
        begin();
        waitFor("the invitation", () -> says("No mail domains yet."));
        Pictures.take(scene, "mail-empty");
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.G);
        waitFor("the form of the instance", () -> isShown(".instance-form") && says("so that comes first"));
        save();
        waitFor("what is wrong", () -> hasProblem("name") && hasProblem("hostname") && hasProblem("ipv4"));
        write("#name", "mail1");
        write("#hostname", "mail.example.com");
        write("#ipv4", "192.0.2.10, 192.0.2.300");
        save();
        waitFor("the second address", () -> says("Number 2: Give an address"));
        Pictures.take(scene, "mail-instance-form");
        write("#ipv4", "192.0.2.10");
        write("#ipv6", "2001:db8::10");
        save();
        waitFor("the form of the domain", () -> isShown(".domain-form"));
        write("#fqdn", "co.uk");
        click("By the console");
        waitFor("the provider", () -> isShown("#providers"));
        write("#dns.port", "dns");
        save();
        waitFor("the port", () -> hasProblem("dns.port"));
        write("#dns.port", "");
        save();
        waitFor("the public suffix", () -> hasProblem("fqdn"));
        write("#fqdn", "bücher.example");
        save();
        waitFor(
                "what is missing of the provider",
                () -> hasProblem("dns.server") && hasProblem("dns.tsigName") && hasProblem("dns.tsigSecret"));
        Pictures.take(scene, "mail-domain-form-managed");
        click("PowerDNS");
        waitFor("its fields", () -> isShown("#dns.url") && isShown("#dns.token"));
        click("Cloudflare");
        waitFor("its token", () -> isShown("#dns.token"));
        click("By hand");
        Pictures.take(scene, "mail-domain-form");
        save();
        waitFor("its page", () -> isShown(".record-table"));
        MailDomain made = mail().domains()
                .list(caller(), new PageRequest(10, null))
                .items()
                .getFirst();
        assertThat(made.fqdn()).isEqualTo("xn--bcher-kva.example");
        assertThat(says("bücher.example")).isTrue();
        assertThat(says("xn--bcher-kva.example")).isTrue();
        assertThat(told("xn--bcher-kva.example was added.")).isTrue();
    }

    @Test
    void aDomainIsVerifiedAndWhatIsWrongIsShownForEachNameServer() {
        MailDomain domain = domain(instance("mail1", "mail.example.com", DkimKeyType.RSA), "example.com");
        begin();
        openPage(domain);
        waitFor("the first check", () -> says("MX, SPF, DKIM, DMARC, Host A, PTR pending."));
        Pictures.take(scene, "mail-domain-pending");
        serve(domain);
        // With servers this near, it is over before anybody could look.
        List<String> said = new CopyOnWriteArrayList<>();
        onFx(() -> {
            Label banner = (Label) scene.lookup("#bannerTitle");
            banner.textProperty().addListener((_, _, words) -> said.add(words));
            return true;
        });
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor("that it is checked", () -> said.contains("Checking example.com…"));
        waitFor("the end", () -> told("example.com was checked: verified."));
        assertThat(status(domain)).isEqualTo(RecordStatus.VERIFIED);
        waitFor("what was found", () -> isShown(".found") && says("Kept by resolvers for another"));
        Pictures.take(scene, "mail-domain-verified");
        onFx(() -> {
            TableView<?> table = (TableView<?>) scene.lookup(".record-table");
            table.getSelectionModel().select(2);
            return true;
        });
        waitFor("the key's record", () -> text("#expected").startsWith("v=DKIM1"));
        click("#value");
        click("#split");
        click("#line");
        assertThat(workbench.copied).hasSize(3);
        assertThat(workbench.copied.get(0)).startsWith("v=DKIM1").doesNotContain("\"");
        assertThat(workbench.copied.get(1)).startsWith("\"v=DKIM1").contains("\" \"");
        assertThat(workbench.copied.get(2)).contains("._domainkey.example.com. IN TXT \"v=DKIM1");
        Pictures.take(scene, "mail-domain-dkim");
        onFx(() -> {
            TableView<?> table = (TableView<?>) scene.lookup(".record-table");
            table.getSelectionModel().select(8);
            return true;
        });
        waitFor("the policy", () -> isShown("#policy"));
        assertThat(policyArea().getText()).contains("version: STSv1").contains("mx: mail.example.com");
        assertThat(says("https://mta-sts.example.com/.well-known/mta-sts.txt")).isTrue();
        onFx(() -> {
            ((Button) robot().lookup(each -> each instanceof Button && "policy".equals(each.getId()))
                            .query())
                    .fire();
            return true;
        });
        assertThat(workbench.copied.getLast()).startsWith("version: STSv1\r\n");
        Pictures.take(scene, "mail-domain-policy");
        press(KeyCode.CONTROL, KeyCode.DIGIT2);
        waitFor("the look-ups", () -> says("1 of 10 look-ups") && says("Look-ups for 127.0.0.10"));
        assertThat(says("ip6:")).isFalse();
        Pictures.take(scene, "mail-domain-spf");
        click("::1");
        waitFor("those of the other address", () -> says("Look-ups for ::1"));
        press(KeyCode.UP);
        waitFor("the first again", () -> says("Look-ups for 127.0.0.10"));
        press(KeyCode.CONTROL, KeyCode.DIGIT1);
        String spf = mail().domains().zoneFile(caller(), domain.id());
        dns.at("127.0.0.2").zone("example.com", SERVERS + spf.replace("v=spf1 mx", "v=spf1 a:other.example.com"));
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor("which is wrong", () -> says("SPF pending."));
        onFx(() -> {
            TableView<?> table = (TableView<?>) scene.lookup(".record-table");
            table.getSelectionModel().select(1);
            return true;
        });
        waitFor("the other server's answer", () -> says("v=spf1 a:other.example.com"));
        assertThat(says("ns2.example.net  ·  127.0.0.2")).isTrue();
        Pictures.take(scene, "mail-domain-differs");
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.Z);
        waitFor("the zone file", () -> workbench.copied.size() == 5);
        assertThat(workbench.copied.getLast()).contains("$ORIGIN example.com.");
    }

    private TextInputControl policyArea() {
        return (TextInputControl)
                robot().lookup(each -> each instanceof TextInputControl && "policy".equals(each.getId()))
                        .query();
    }

    @Test
    void aKeyIsRotatedOnceEveryNameServerHasItsRecord() {
        MailDomain domain = domain(instance("mail1", "mail.example.com"), "example.com");
        String first = domain.dkimSelector();
        serve(domain);
        begin();
        openPage(domain);
        press(KeyCode.CONTROL, KeyCode.DIGIT3);
        waitFor("the key that signs", () -> isShown("#rotation") && says(first) && says("Signs since today"));
        waitFor("its record seen", () -> status(domain) == RecordStatus.VERIFIED && !isShown("#record-" + first));
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.R);
        waitFor("the form", () -> isShown(".rotation-form"));
        write("#selector", first);
        save();
        waitFor("that it is taken", () -> hasProblem("name"));
        write("#selector", "a b");
        save();
        waitFor("that it is none", () -> hasProblem("selector"));
        Pictures.take(scene, "mail-rotation-form");
        write("#selector", "next");
        save();
        waitFor("the next key", () -> told("next was made.") && says("Waits until every name server has its record."));
        waitFor("its record", () -> text("#record-next").startsWith("v=DKIM1"));
        assertThat(says("next._domainkey.example.com  TXT")).isTrue();
        assertThat(button("switch").isDisabled()).isTrue();
        Pictures.take(scene, "mail-keys-next");
        press(KeyCode.CONTROL, KeyCode.ENTER);
        assertThat(workbench.questions).isEmpty();
        click("#line");
        assertThat(workbench.copied.getLast()).startsWith("next._domainkey.example.com. IN TXT \"v=DKIM1");
        serve(domain);
        press(KeyCode.CONTROL, KeyCode.R);
        waitFor(
                "that it can be switched to",
                () -> says("Ready to sign.") && !button("switch").isDisabled());
        Pictures.take(scene, "mail-keys-ready");
        workbench.answer = false;
        press(KeyCode.CONTROL, KeyCode.ENTER);
        assertThat(workbench.questions.getLast().title()).isEqualTo("Switch to next?");
        workbench.answer = true;
        press(KeyCode.CONTROL, KeyCode.ENTER);
        waitFor(
                "the other key",
                () -> told("next signs the mail of example.com now.") && says("Revoked by the first check"));
        Pictures.take(scene, "mail-keys-retired");
        assertThat(mail().keys().list(caller(), domain.id()))
                .extracting(DkimKey::selector, DkimKey::state)
                .containsExactly(tuple("next", DkimKeyState.SIGNING), tuple(first, DkimKeyState.RETIRED));
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.R);
        waitFor("the form again", () -> isShown(".rotation-form"));
        save();
        waitFor("a key with the year", () -> says("Waits until every name server has its record."));
        click("#cancel-rotation");
        waitFor("it dropped", () -> told("was dropped.") && !isShown("#switch"));
        assertThat(workbench.questions.getLast().title()).startsWith("Drop ");
    }

    private Button button(String id) {
        return robot().lookup("#" + id).queryAs(Button.class);
    }

    @Test
    void theKeyIsShownForTheProgramThatSigns() {
        MailDomain domain = domain(instance("mail1", "mail.example.com"), "example.com");
        begin();
        openPage(domain);
        press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.E);
        waitFor("the form", () -> isShown(".key-form"));
        click("OpenDKIM");
        Pictures.take(scene, "mail-key-form");
        save();
        waitFor("the key", () -> isShown(".kept-text"));
        assertThat(text("#key")).startsWith("-----BEGIN PRIVATE KEY-----");
        assertThat(says("SigningTable")).isTrue();
        Pictures.take(scene, "mail-key");
        click("#copyKey");
        assertThat(workbench.copied).containsExactly(text("#key"));
        click("#done");
        waitFor("the page", () -> !isShown(".kept-text"));
    }

    @Test
    void aManagedDomainIsPublishedAndTakenBack() throws IOException {
        MailInstance instance = instance("mail1", "mail." + TestZone.NAME);
        try (ZoneServer zone = new ZoneServer()) {
            MailDomainDraft draft = new MailDomainDraft(
                    instance.id(),
                    TestZone.NAME,
                    DnsMode.MANAGED,
                    null,
                    null,
                    new DnsDraft(
                            "rfc2136",
                            "127.0.0.1",
                            zone.port(),
                            null,
                            TestZone.KEY,
                            null,
                            TestZone.SECRET_TEXT,
                            null,
                            null));
            MailDomain domain = mail().domains().create(caller(), draft);
            begin();
            openPage(domain);
            press(KeyCode.CONTROL, KeyCode.SHIFT, KeyCode.P);
            waitFor("the preview", () -> says("What publishing does to the zone example.test:"));
            Pictures.take(scene, "mail-publish-preview");
            List<CheckBox> foreign = foreign();
            assertThat(foreign).hasSizeGreaterThan(1).noneMatch(CheckBox::isSelected);
            onFx(() -> {
                foreign.getFirst().fire();
                return true;
            });
            Pictures.take(scene, "mail-publish-ticked");
            // What was previewed is no longer what would be done.
            mail().domains().update(caller(), domain.id(), draft, null);
            press(KeyCode.CONTROL, KeyCode.ENTER);
            waitFor("the refusal", () -> isShown("#refused"));
            assertThat(says("was changed since.")).isTrue();
            Pictures.take(scene, "mail-publish-refused");
            click("Preview again");
            waitFor("another preview", () -> says("What publishing does to the zone example.test:"));
            assertThat(foreign()).noneMatch(CheckBox::isSelected);
            press(KeyCode.CONTROL, KeyCode.ENTER);
            waitFor("the end", () -> says("Published. The records are checked again at once."));
            waitFor("what was done", () -> isShown("#undo"));
            Pictures.take(scene, "mail-published");
            click("#preview");
            waitFor(
                    "what is left",
                    () -> foreign().size() == foreign.size() && says("− v=spf1 include:_spf.other.test ~all"));
            click("#undo");
            waitFor("it undone", () -> says("Taken back. The zone is as it was before."));
            waitFor("it among those before", () -> says("Undone"));
        }
    }

    private List<CheckBox> foreign() {
        return onFx(() ->
                robot().lookup("#tick").queryAllAs(CheckBox.class).stream().toList());
    }

    @Test
    void domainsAndInstancesAreListedFoundAndDeleted() {
        MailInstance one = instance("mail1", "mail.example.com");
        instance("spare", "mail.example.org");
        domain(one, "example.com");
        domain(one, "bücher.example");
        domain(one, "shop.example.org");
        begin();
        waitFor(
                "all of them",
                () -> listed().equals(List.of("bücher.example", "example.com", "shop.example.org", "mail1", "spare")));
        waitFor("their checks", () -> !says("Not yet"));
        Pictures.take(scene, "mail-list");
        press(KeyCode.ALT, KeyCode.DIGIT3);
        waitFor("another screen", () -> !isShown(".mail-table"));
        press(KeyCode.ALT, KeyCode.DIGIT0);
        waitFor("the list again", () -> isShown(".mail-table"));
        write("#filter", "bcher");
        waitFor("the one", () -> listed().equals(List.of("bücher.example")));
        write("#filter", "");
        click("Instances");
        waitFor("the instances", () -> listed().equals(List.of("mail1", "spare")));
        select("spare");
        press(KeyCode.ENTER);
        waitFor("its form", () -> isShown(".instance-form"));
        assertThat(text("#hostname")).isEqualTo("mail.example.org");
        write("#name", "backup");
        save();
        waitFor("it saved", () -> told("backup was saved.") && listed().contains("backup"));
        select("backup");
        press(KeyCode.DELETE);
        waitFor("it deleted", () -> told("backup was deleted."));
        select("mail1");
        press(KeyCode.DELETE);
        waitFor(
                "why not",
                () -> workbench.errors.stream()
                        .anyMatch(each -> String.valueOf(each.getMessage()).contains("is used by")));
        click("Domains");
        waitFor("the domains", () -> listed().size() == 3);
        select("bücher.example");
        press(KeyCode.DELETE);
        waitFor("it deleted", () -> told("xn--bcher-kva.example was deleted."));
        assertThat(workbench.questions.getLast().text())
                .contains("DKIM key is deleted")
                .contains("records in its zone stay");
        List<PaletteEntry> entries = onFx(wiring::paletteEntries);
        assertThat(entries).extracting(PaletteEntry::title).contains("example.com", "Verify example.com", "mail1");
        ScreenPart part = onFx(wiring::unverified);
        onFx(() -> {
            part.onShow();
            return true;
        });
        waitFor("those not verified", () -> part.root().isVisible());
        assertThat(part.root().lookupAll(".overview-row")).hasSize(2);
        onFx(() -> {
            part.onHide();
            return true;
        });
    }
}
