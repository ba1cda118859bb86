package dev.wheelhouse.core.mail.dns;

import dev.wheelhouse.core.platform.job.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.TextParseException;

/** Which zone a name lies in and who serves it, as a resolver says; each asked once. Thread-safe. */
final class ZoneFinder implements AutoCloseable {

    /** As many as the root has, and as one answer over UDP could always hold. */
    private static final int MOST_SERVERS = 13;

    private final int port;
    private final Function<DnsQuestion, Reply> resolver;
    private final Memo<DnsQuestion, Reply> resolved;
    private final Memo<String, Zone> zones;
    private final Memo<String, Servers> servers;

    /**
     * A zone, or why there is none.
     *
     * @param name null when it was not found
     * @param trouble what the resolver did, a clause such as {@code refused the question}; empty when it was found
     */
    record Zone(@Nullable String name, String trouble) {}

    /**
     * Who serves a zone.
     *
     * @param list in the order of their names; empty only with trouble
     * @param trouble a clause; empty otherwise
     */
    record Servers(List<ZoneServer> list, String trouble) {}

    /**
     * @param port of the name servers
     * @param resolver what the world sees; never throws
     */
    ZoneFinder(Workers workers, int port, Function<DnsQuestion, Reply> resolver) {
        this.port = port;
        this.resolver = resolver;
        this.resolved = new Memo<>(workers, resolver, Reply.ENDED);
        this.zones = new Memo<>(workers, this::find, new Zone(null, Reply.ENDED.trouble()));
        this.servers = new Memo<>(workers, this::findServers, new Servers(List.of(), Reply.ENDED.trouble()));
    }

    Zone zone(String name) {
        return zones.get(name);
    }

    Servers servers(String zone) {
        return servers.get(zone);
    }

    /**
     * Asks for a CNAME, which no resolver follows: what it leads to may be broken, and is of another zone. A name that
     * has one begins no zone (RFC 1034 section 3.6.2); of any other the SOA beside the answer names the zone (RFC 2308
     * section 3), or, where a resolver leaves it out, the SOA at the name itself. That is asked for also where the
     * name is said to be missing: some say so of a name that only lacks the type (RFC 4074 section 4.2). The root is
     * not asked about: no domain begins there, and an isolated network has none.
     */
    private Zone find(String name) {
        DnsQuestion question = new DnsQuestion(name, DnsType.CNAME);
        Reply reply = resolver.apply(question);
        DnsAnswer answer = AnswerReader.resolved(reply, question);
        if (answer.isMissing()) {
            String zone = AnswerReader.zone(reply, name);
            if (zone != null) {
                return new Zone(zone, "");
            }
            DnsQuestion soa = new DnsQuestion(name, DnsType.SOA);
            answer = AnswerReader.resolved(resolver.apply(soa), soa);
            if (answer.status() == DnsAnswer.Status.FOUND && answer.chain().isEmpty()) {
                return new Zone(name, "");
            }
        }
        if (answer.status() == DnsAnswer.Status.FAILED) {
            return new Zone(null, answer.trouble());
        }
        String parent = parent(name);
        return parent.equals(DnsNames.ROOT) ? new Zone(null, "names none") : zone(parent);
    }

    private static String byResolver(DnsAnswer answer) {
        return " (resolver: " + answer.trouble() + ")";
    }

    private static String parent(String name) {
        try {
            return DnsNames.parent(name);
        } catch (TextParseException _) {
            return DnsNames.ROOT;
        }
    }

    private Servers findServers(String zone) {
        DnsQuestion question = new DnsQuestion(zone, DnsType.NS);
        DnsAnswer answer = AnswerReader.resolved(resolver.apply(question), question);
        if (answer.status() == DnsAnswer.Status.FAILED) {
            return new Servers(List.of(), "the name servers of " + zone + " cannot be found" + byResolver(answer));
        }
        if (answer.records().isEmpty()) {
            return new Servers(List.of(), "the zone " + zone + " has no name server that can be found");
        }
        List<String> names = answer.values().stream().limit(MOST_SERVERS).toList();
        List<FutureTask<Reply>> started = new ArrayList<>();
        for (String name : names) {
            started.add(resolved.start(new DnsQuestion(name, DnsType.A)));
            started.add(resolved.start(new DnsQuestion(name, DnsType.AAAA)));
        }
        List<ZoneServer> found = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            DnsAnswer ipv4 = read(started.get(2 * i), new DnsQuestion(name, DnsType.A));
            DnsAnswer ipv6 = read(started.get(2 * i + 1), new DnsQuestion(name, DnsType.AAAA));
            found.add(server(name, ipv4, ipv6));
        }
        return new Servers(found, "");
    }

    private DnsAnswer read(FutureTask<Reply> started, DnsQuestion question) {
        return AnswerReader.resolved(resolved.get(started), question);
    }

    /** IPv4 comes first: where a network has no way out for IPv6 but does not say so, each question would wait for it. */
    private ZoneServer server(String name, DnsAnswer ipv4, DnsAnswer ipv6) {
        List<String> addresses = new ArrayList<>(ipv4.values());
        addresses.addAll(ipv6.values());
        DnsAnswer other = ipv4.trouble().isEmpty() ? ipv6 : ipv4;
        String without =
                other.trouble().isEmpty() ? "has no address" : "has no address that can be found" + byResolver(other);
        return new ZoneServer(name, addresses, port, without);
    }

    @Override
    public void close() {
        resolved.close();
        zones.close();
        servers.close();
    }
}
