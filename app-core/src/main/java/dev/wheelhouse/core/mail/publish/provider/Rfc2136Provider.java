package dev.wheelhouse.core.mail.publish.provider;

import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.publish.ApplyOutcome;
import dev.wheelhouse.core.mail.publish.SetChange;
import dev.wheelhouse.core.mail.publish.ZoneProvider;
import dev.wheelhouse.core.mail.publish.ZoneSnapshot;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Type;
import org.xbill.DNS.Update;

/**
 * Dynamic updates (RFC 2136) to a primary server, signed with TSIG (RFC 8945), over TCP. An update is one message, which a
 * server applies whole or not at all; the conditions are in it, so that nothing that changed meanwhile is overwritten. An
 * answer counts only with its signature.
 */
public final class Rfc2136Provider implements ZoneProvider {

    private final Rfc2136Access access;
    private final String domain;
    private final Clock clock;
    private final DnsTimeouts timeouts;
    private final UpdateWords words;

    /** @param domain whose zone it is, in the form of {@link DnsQuestion#name} */
    public Rfc2136Provider(Rfc2136Access access, String domain, Clock clock, DnsTimeouts timeouts) {
        this.access = access;
        this.domain = domain;
        this.clock = clock;
        this.timeouts = timeouts;
        this.words = new UpdateWords(access);
    }

    /** Deletes what is not there, which servers check as they would any change, and which changes nothing. */
    @Override
    public String test() {
        return connected(connection -> {
            String zone = reader(connection).zone(access.zone(), domain);
            Update update = new Update(Names.of(zone));
            update.delete(Names.of("_wheelhouse-test." + domain), Type.TXT);
            DnsConnection.Reply reply = connection.ask(update);
            if (reply.rcode() != Rcode.NOERROR) {
                throw failed(words.of(reply.message(), zone));
            }
            if (!reply.isSigned()) {
                throw failed("The answer of " + access.address() + " is not signed with the key.");
            }
            return zone;
        });
    }

    @Override
    public ZoneSnapshot read(Collection<DnsQuestion> questions) {
        return connected(connection -> {
            ZoneReader reader = reader(connection);
            return reader.read(reader.zone(access.zone(), domain), questions);
        });
    }

    @Override
    public ApplyOutcome apply(List<SetChange> changes) {
        return connected(connection -> {
            String zone = reader(connection).zone(access.zone(), domain);
            Message update = update(zone, changes);
            DnsConnection.Reply reply;
            try {
                reply = connection.ask(update);
            } catch (IOException e) {
                return new ApplyOutcome.Unknown(
                        "The update was sent to " + access.address() + ", and " + problem(e) + ".");
            }
            return outcome(zone, changes, reply);
        });
    }

    private ApplyOutcome outcome(String zone, List<SetChange> changes, DnsConnection.Reply reply) {
        return switch (reply.rcode()) {
            case Rcode.NOERROR ->
                reply.isSigned()
                        ? readBack(changes)
                        : new ApplyOutcome.Unknown("The update was sent to " + access.address()
                                + ", and the answer is not signed with the key.");
            case Rcode.YXDOMAIN, Rcode.YXRRSET, Rcode.NXRRSET, Rcode.NXDOMAIN ->
                new ApplyOutcome.ChangedMeanwhile(changed(changes));
            default ->
                new ApplyOutcome.Refused(UpdateWords.code(reply.message()), words.of(reply.message(), zone), null);
        };
    }

    /** A server leaves records out that break its rules without a word (RFC 2136 section 3.4.2.2), such as one beside a CNAME. */
    private ApplyOutcome readBack(List<SetChange> changes) {
        try {
            return state(changes) == State.AFTER
                    ? new ApplyOutcome.Applied()
                    : new ApplyOutcome.Unknown(access.address()
                            + " took the update, and the zone is not as the update should have made it.");
        } catch (AppException e) {
            return new ApplyOutcome.Unknown(
                    access.address() + " took the update. Reading it back failed: " + e.getMessage());
        }
    }

    private List<DnsQuestion> changed(List<SetChange> changes) {
        try {
            return ZoneProvider.changed(
                    changes, read(changes.stream().map(SetChange::question).toList()));
        } catch (AppException _) {
            // That something changed is sure; what, the next preview shows.
            return List.of();
        }
    }

    /** Addresses first, and all deletions before: BIND takes an MX only with its host, servers a record only without CNAME. */
    private static Message update(String zone, List<SetChange> changes) {
        Update update = new Update(Names.of(zone));
        List<SetChange> ordered = changes.stream()
                .sorted(Comparator.comparing(each -> each.type() != DnsType.A && each.type() != DnsType.AAAA))
                .toList();
        Set<String> occupied = new HashSet<>();
        for (SetChange each : ordered) {
            if (each.before().isEmpty()) {
                update.absent(Names.of(each.name()), Names.type(each.type()));
            } else {
                occupied.add(each.name());
                each.before().forEach(value -> update.present(Names.record(each.name(), each.type(), 0, value)));
            }
        }
        for (SetChange each : ordered) {
            boolean isNewAlias = each.type() == DnsType.CNAME && each.before().isEmpty();
            if (isNewAlias && !occupied.contains(each.name())) {
                update.absent(Names.of(each.name()));
            }
            each.removed().forEach(value -> update.delete(Names.record(each.name(), each.type(), each.ttl(), value)));
        }
        for (SetChange each : ordered) {
            each.added().forEach(value -> update.add(Names.record(each.name(), each.type(), each.ttl(), value)));
        }
        return update;
    }

    private ZoneReader reader(DnsConnection connection) {
        return new ZoneReader(connection, access, words);
    }

    /** Work over one connection. */
    private interface Conversation<T> {
        T hold(DnsConnection connection) throws IOException;
    }

    private <T> T connected(Conversation<T> conversation) {
        try (DnsConnection connection = new DnsConnection(access, clock, timeouts)) {
            return conversation.hold(connection);
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AppException(PlatformError.CANCELLED, "Asking " + access.address() + " was cancelled.", e);
            }
            boolean isLate = e instanceof SocketTimeoutException;
            PlatformError code = isLate ? PlatformError.UPSTREAM_TIMEOUT : PlatformError.UPSTREAM_FAILED;
            throw new AppException(code, access.address() + ": " + problem(e) + ".", e);
        }
    }

    private static String problem(IOException e) {
        return e instanceof UnknownHostException ? "this name does not resolve" : String.valueOf(e.getMessage());
    }

    private static AppException failed(String message) {
        return new AppException(PlatformError.UPSTREAM_FAILED, message);
    }
}
