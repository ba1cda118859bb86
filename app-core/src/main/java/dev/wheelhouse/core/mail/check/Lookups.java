package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.dns.DnsView;
import dev.wheelhouse.core.mail.dns.DomainNames;
import dev.wheelhouse.core.mail.dns.ServerAnswer;
import dev.wheelhouse.core.mail.dns.ZoneAnswers;
import dev.wheelhouse.core.mail.records.MailSetup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The questions of one check, whose answers from authoritative servers it keeps. */
final class Lookups {

    private final DnsView dns;
    private final Set<String> zones;
    private final Map<DnsQuestion, ZoneAnswers> evidence = new LinkedHashMap<>();

    Lookups(DnsView dns, MailSetup setup) {
        this.dns = dns;
        this.zones = Stream.of(setup.fqdn(), setup.host())
                .map(dns::zone)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    List<ZoneAnswers> evidence() {
        return List.copyOf(evidence.values());
    }

    ZoneAnswers authoritative(DnsQuestion question) {
        return evidence.computeIfAbsent(question, dns::authoritative);
    }

    DnsAnswer resolved(DnsQuestion question) {
        return dns.resolved(question);
    }

    @Nullable
    String zone(String name) {
        return dns.zone(name);
    }

    /**
     * One answer: in the zones of the domain and of the mail server that of the first authoritative server that gives one,
     * elsewhere the resolver's.
     */
    DnsAnswer ask(String name, DnsType type) {
        DnsQuestion question = new DnsQuestion(name, type);
        if (zones.stream().noneMatch(zone -> DomainNames.isWithin(name, zone))) {
            return resolved(question);
        }
        return first(authoritative(question));
    }

    /** The first that is no failure, or the first failure. */
    static DnsAnswer first(ZoneAnswers asked) {
        List<DnsAnswer> answers =
                asked.answers().stream().map(ServerAnswer::answer).toList();
        return answers.stream()
                .filter(each -> each.status() != DnsAnswer.Status.FAILED)
                .findFirst()
                .orElseGet(() -> answers.isEmpty() ? DnsAnswer.failed(asked.trouble()) : answers.getFirst());
    }
}
