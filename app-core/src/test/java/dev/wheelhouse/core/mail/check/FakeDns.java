package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.DnsView;
import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.dns.NameServer;
import dev.wheelhouse.core.mail.dns.ServerAnswer;
import dev.wheelhouse.core.mail.dns.ZoneAnswers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * DNS from zone texts: each line {@code name TYPE value}, MX and SRV with their priority before it, names whole. Knows
 * wildcards and CNAMEs, and each server may have other contents, or none.
 */
public final class FakeDns implements DnsView {

    private static final long TTL = 300;
    private static final int MOST_CNAMES = 8;

    private final Map<String, List<Server>> zones = new LinkedHashMap<>();
    private final List<DnsRecord> older = new ArrayList<>();
    private final List<DnsQuestion> questions = new ArrayList<>();
    private String resolverTrouble = "";

    private record Server(String name, @Nullable Long serial, List<DnsRecord> records, String trouble) {}

    /** Two servers with the same contents and serial 1. */
    public FakeDns zone(String zone, String text) {
        return server(zone, "ns1." + zone, 1L, text).server(zone, "ns2." + zone, 1L, text);
    }

    public FakeDns server(String zone, String name, @Nullable Long serial, String text) {
        zones.computeIfAbsent(zone, _ -> new ArrayList<>()).add(new Server(name, serial, records(text), ""));
        return this;
    }

    /** A server that fails with every question. */
    public FakeDns failing(String zone, String name, String trouble) {
        zones.computeIfAbsent(zone, _ -> new ArrayList<>()).add(new Server(name, null, List.of(), trouble));
        return this;
    }

    /** What the resolver gives for the names in this text in place of what the servers have. */
    public FakeDns resolver(String text) {
        older.addAll(records(text));
        return this;
    }

    public FakeDns resolverFails(String trouble) {
        resolverTrouble = trouble;
        return this;
    }

    /** What servers were asked, in order. */
    public List<DnsQuestion> questions() {
        return questions;
    }

    private static List<DnsRecord> records(String text) {
        return text.lines().filter(line -> !line.isBlank()).map(FakeDns::record).toList();
    }

    private static DnsRecord record(String line) {
        String[] parts = line.strip().split("\\s+", 3);
        DnsType type = DnsType.valueOf(parts[1]);
        if (type != DnsType.MX && type != DnsType.SRV) {
            return new DnsRecord(parts[0], type, TTL, null, parts[2]);
        }
        String[] value = parts[2].split(" ", 2);
        return new DnsRecord(parts[0], type, TTL, Integer.valueOf(value[0]), value[1]);
    }

    private List<Server> servers(String zone) {
        return zones.getOrDefault(zone, List.of());
    }

    @Override
    public @Nullable String zone(String name) {
        return zones.keySet().stream()
                .filter(each -> DomainNames.isWithin(name, each))
                .max(Comparator.comparingInt(String::length))
                .orElse(null);
    }

    @Override
    public ZoneAnswers authoritative(DnsQuestion question) {
        questions.add(question);
        String zone = zone(question.name());
        if (zone == null) {
            return new ZoneAnswers(question, null, List.of(), "the zone of " + question.name() + " was not found");
        }
        List<ServerAnswer> answers = servers(zone).stream()
                .flatMap(each -> answers(each, zone, question, List.of()).stream())
                .distinct()
                .toList();
        return new ZoneAnswers(question, zone, answers, "");
    }

    private List<ServerAnswer> answers(Server server, String zone, DnsQuestion question, List<String> chain) {
        NameServer as = new NameServer(server.name(), "192.0.2.53", 53);
        if (!server.trouble().isEmpty()) {
            return List.of(new ServerAnswer(as, null, DnsAnswer.failed(server.trouble())));
        }
        List<DnsRecord> here = at(server.records(), question.name());
        String alias = here.stream()
                .filter(each -> each.type() == DnsType.CNAME)
                .map(DnsRecord::value)
                .findFirst()
                .orElse("");
        if (question.type() != DnsType.CNAME && !alias.isEmpty()) {
            if (chain.size() == MOST_CNAMES) {
                return List.of(new ServerAnswer(as, server.serial(), DnsAnswer.failed("too many CNAMEs")));
            }
            List<String> longer =
                    Stream.concat(chain.stream(), Stream.of(alias)).toList();
            DnsQuestion next = new DnsQuestion(alias, question.type());
            String other = zone(alias);
            if (other == null) {
                return List.of(new ServerAnswer(
                        as, server.serial(), new DnsAnswer(DnsAnswer.Status.NO_SUCH_NAME, List.of(), longer, "")));
            }
            return other.equals(zone)
                    ? answers(server, zone, next, longer)
                    : servers(other).stream()
                            .flatMap(each -> answers(each, other, next, longer).stream())
                            .toList();
        }
        List<DnsRecord> found =
                here.stream().filter(each -> each.type() == question.type()).toList();
        DnsAnswer.Status status = found.isEmpty()
                ? here.isEmpty() ? DnsAnswer.Status.NO_SUCH_NAME : DnsAnswer.Status.NO_DATA
                : DnsAnswer.Status.FOUND;
        return List.of(new ServerAnswer(as, server.serial(), new DnsAnswer(status, found, chain, "")));
    }

    /** The records of a name, or of the wildcard beside the nearest name above it that exists (RFC 4592). */
    private static List<DnsRecord> at(List<DnsRecord> records, String name) {
        String ending = name;
        while (true) {
            String there = ending;
            if (records.stream().anyMatch(each -> DomainNames.isWithin(each.name(), there))) {
                String owner = there.equals(name) ? name : "*." + there;
                return records.stream()
                        .filter(each -> each.name().equals(owner))
                        .map(each -> new DnsRecord(name, each.type(), each.ttl(), each.priority(), each.value()))
                        .toList();
            }
            int dot = ending.indexOf('.');
            if (dot < 0) {
                return List.of();
            }
            ending = ending.substring(dot + 1);
        }
    }

    @Override
    public DnsAnswer resolved(DnsQuestion question) {
        if (!resolverTrouble.isEmpty()) {
            return DnsAnswer.failed(resolverTrouble);
        }
        List<DnsRecord> cached = older.stream()
                .filter(each -> each.name().equals(question.name()))
                .toList();
        if (!cached.isEmpty()) {
            List<DnsRecord> found = cached.stream()
                    .filter(each -> each.type() == question.type())
                    .toList();
            return new DnsAnswer(
                    found.isEmpty() ? DnsAnswer.Status.NO_DATA : DnsAnswer.Status.FOUND, found, List.of(), "");
        }
        String zone = zone(question.name());
        return zone == null
                ? new DnsAnswer(DnsAnswer.Status.NO_SUCH_NAME, List.of(), List.of(), "")
                : answers(servers(zone).getFirst(), zone, question, List.of())
                        .getFirst()
                        .answer();
    }
}
