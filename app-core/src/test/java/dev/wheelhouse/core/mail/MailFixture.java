package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.smtp.SmtpHost;
import dev.wheelhouse.core.mail.dns.DnsViews;
import dev.wheelhouse.core.mail.publish.DnsDraft;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.console.Consoles;
import dev.wheelhouse.core.platform.console.Leases;
import dev.wheelhouse.core.platform.event.Event;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventLog;
import dev.wheelhouse.core.platform.event.EventService;
import dev.wheelhouse.core.platform.host.ssh.SshTimeouts;
import dev.wheelhouse.core.platform.net.OutgoingRequests;
import dev.wheelhouse.core.platform.paging.PageRequest;
import dev.wheelhouse.core.platform.secret.Vault;
import dev.wheelhouse.core.platform.settings.Dns;
import dev.wheelhouse.core.platform.store.StateStoreConfig;
import dev.wheelhouse.core.platform.timer.Timers;
import dev.wheelhouse.core.servers.Servers;
import dev.wheelhouse.core.servers.ServersConfig;
import dev.wheelhouse.core.testing.OpenState;
import dev.wheelhouse.core.testing.SettableClock;
import dev.wheelhouse.core.testing.StateKind;
import dev.wheelhouse.core.testing.TestNameServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A console with mail domains over a state that others may share, and name servers in this process. */
final class MailFixture implements AutoCloseable {

    static final String FQDN = "example.com";

    private static final int PACE = 10_000;

    /** Of TSIG, in Base64. */
    static final String SECRET = "c2VjcmV0IGZvciB0aGUgdGVzdHMgYWxvbmU=";

    final OpenState state;
    final Servers servers;
    final Timers timers;
    final Mail mail;
    final Caller owner;
    final FakeZone zone;
    volatile SmtpHost smtp = (_, _) -> new SmtpHost.Unreachable("connection refused");

    private MailFixture(
            OpenState state,
            Supplier<Dns> dns,
            FakeZone zone,
            String homeId,
            @Nullable Caller owner,
            Random random,
            int pace) {
        this.state = state;
        this.zone = zone;
        SettableClock clock = state.clock();
        Vault vault = new Vault(state.home(), homeId, "own", state.store(), clock);
        EventLog events = new EventLog(state.store(), state.ids(), clock, homeId);
        timers = new Timers(state.store(), clock, homeId);
        Consoles consoles = new Consoles(state.store(), clock, homeId);
        consoles.beat();
        servers = Servers.open(new ServersConfig(
                state.home(),
                homeId,
                "own",
                state.store(),
                vault,
                events,
                state.ids(),
                clock,
                state.workers(),
                SshTimeouts.DEFAULT,
                null));
        mail = new Mail(new MailConfig(
                state.store(),
                vault,
                events,
                timers,
                new Leases(state.store(), consoles),
                servers.service(),
                new OutgoingRequests(List::of, state.workers()),
                (address, host) -> smtp.ask(address, host),
                (_, secret, domain) -> zone.login(secret, domain),
                _ -> dns.get(),
                new DnsViews(state.workers(), random, pace),
                state.workers(),
                state.ids(),
                new Random(1),
                new PublicSuffixes(),
                KeysInTurn.OF_ALL_TESTS,
                clock));
        this.owner = owner == null ? state.organizations().newOrganization() : owner;
    }

    static MailFixture create(StateKind kind, Path directory, TestNameServer dns) {
        return create(kind.newState(directory), directory, dns);
    }

    static MailFixture create(StateStoreConfig config, Path directory, TestNameServer dns) {
        OpenState state = OpenState.open(config, directory, new SettableClock(), 1);
        return new MailFixture(state, dns::settings, new FakeZone(FQDN), "srv_one", null, new Random(1), PACE);
    }

    /** @param pace how many questions a second in the background */
    static MailFixture create(StateKind kind, Path directory, Dns dns, Random random, int pace) {
        OpenState state = OpenState.open(kind.newState(directory), directory, new SettableClock(), 1);
        return new MailFixture(state, () -> dns, new FakeZone(FQDN), "srv_one", null, random, pace);
    }

    /** Another console over the same state and clock. */
    MailFixture beside(StateStoreConfig config, Path directory, TestNameServer dns) {
        OpenState beside = OpenState.open(config, directory, state.clock(), 2);
        return new MailFixture(beside, dns::settings, zone, "srv_two", owner, new Random(1), PACE);
    }

    MailInstance instance() {
        return mail.instances().create(owner, instanceDraft("mail1"));
    }

    static MailInstanceDraft instanceDraft(String name) {
        return new MailInstanceDraft(
                name, "mail.example.com", List.of("192.0.2.10"), List.of("2001:db8::10"), null, DkimKeyType.RSA);
    }

    MailDomain domain() {
        return mail.domains().create(owner, draft(instance().id(), FQDN));
    }

    static MailDomainDraft draft(String instanceId, String fqdn) {
        return new MailDomainDraft(instanceId, fqdn, DnsMode.MANUAL, null, null, null);
    }

    /** One whose zone is the fake one. */
    MailDomain managed() {
        return mail.domains()
                .create(
                        owner,
                        new MailDomainDraft(instance().id(), FQDN, DnsMode.MANAGED, null, null, dnsDraft(SECRET)));
    }

    static DnsDraft dnsDraft(@Nullable String secret) {
        return new DnsDraft("rfc2136", "127.0.0.1", 5353, null, "key.example", null, secret, null, null);
    }

    MailDomain now(MailDomain domain) {
        return mail.domains().get(owner, domain.id());
    }

    DomainRecord entry(MailDomain domain, String kind) {
        return mail.domains().records(owner, domain.id()).stream()
                .filter(each -> each.record().kind().wireName().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    /** Events of that name, the oldest first. */
    List<Event> events(String kind) {
        return new EventService(state.store())
                .list(owner, EventFilter.ALL, new PageRequest(200, null)).items().reversed().stream()
                        .filter(each -> each.kind().equals(kind))
                        .toList();
    }

    /** Serves all that the domain asks for, at every address of the name server. */
    void publish(TestNameServer dns, MailDomain domain) {
        dns.zone(FQDN, servers() + mail.domains().zoneFile(owner, domain.id()));
        dns.zone("2.0.192.in-addr.arpa", servers() + "10 IN PTR mail.example.com.\n");
        dns.zone(
                "8.b.d.0.1.0.0.2.ip6.arpa",
                servers() + "0.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0 IN PTR mail.example.com.\n");
    }

    private static String servers() {
        return "@ IN NS ns1.example.net.\n@ IN NS ns2.example.net.\n";
    }

    /** Where the name servers are. */
    static void names(TestNameServer dns) {
        dns.zone("example.net", "@ IN NS ns1.example.net.\nns1 IN A 127.0.0.1\nns2 IN A 127.0.0.2\n");
    }

    void pass(Duration time) {
        state.clock().advance(time);
    }

    @Override
    public void close() {
        servers.close();
        state.close();
    }
}
