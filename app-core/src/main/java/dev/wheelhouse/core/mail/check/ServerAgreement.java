package dev.wheelhouse.core.mail.check;

import static java.util.stream.Collectors.joining;

import dev.wheelhouse.core.mail.check.Judgement.Outcome;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import dev.wheelhouse.core.mail.dns.ServerAnswer;
import dev.wheelhouse.core.mail.dns.ZoneAnswers;
import dev.wheelhouse.core.mail.records.RecordStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes one verdict of what all authoritative servers answered. */
final class ServerAgreement {

    private final String expected;
    private final boolean isRequired;
    private final ZoneAnswers asked;
    private final List<Judged> answered = new ArrayList<>();
    private final List<ServerAnswer> silent = new ArrayList<>();

    private record Judged(ServerAnswer from, Judgement judgement) {

        Outcome outcome() {
            return judgement.outcome();
        }
    }

    ServerAgreement(String expected, boolean isRequired, ZoneAnswers asked, Function<DnsAnswer, Judgement> judge) {
        this.expected = expected;
        this.isRequired = isRequired;
        this.asked = asked;
        Map<DnsAnswer, Judgement> known = new LinkedHashMap<>();
        for (ServerAnswer each : asked.answers()) {
            if (each.answer().status() == DnsAnswer.Status.FAILED) {
                silent.add(each);
            } else {
                answered.add(new Judged(each, known.computeIfAbsent(each.answer(), judge)));
            }
        }
    }

    /** @param resolved what the world sees */
    Verdict verdict(DnsAnswer resolved) {
        if (answered.isEmpty()) {
            String reason = asked.answers().isEmpty() ? asked.trouble() : "no name server answered: " + silentServers();
            return new Verdict(null, Sentences.sentence(reason));
        }
        List<String> sentences = new ArrayList<>();
        RecordStatus status = status();
        sentences.add(finding(status));
        if (!silent.isEmpty()) {
            sentences.add("No answer from " + silentServers() + ".");
        }
        Set<String> notes = new LinkedHashSet<>();
        answered.forEach(each -> notes.addAll(each.judgement().notes()));
        sentences.addAll(notes);
        sentences.add(world(resolved));
        sentences.removeIf(String::isEmpty);
        return new Verdict(status, String.join(" ", sentences));
    }

    private @Nullable RecordStatus status() {
        Set<Outcome> outcomes = outcomes();
        if (outcomes.contains(Outcome.OPEN)) {
            return null;
        }
        if (outcomes.equals(Set.of(Outcome.RIGHT))) {
            return silent.isEmpty() ? RecordStatus.VERIFIED : null;
        }
        return outcomes.equals(Set.of(Outcome.WRONG)) ? RecordStatus.FAILED : RecordStatus.PENDING;
    }

    private Set<Outcome> outcomes() {
        Set<Outcome> outcomes = new HashSet<>();
        answered.forEach(each -> outcomes.add(each.outcome()));
        return outcomes;
    }

    private String finding(@Nullable RecordStatus status) {
        Set<Outcome> outcomes = outcomes();
        if (outcomes.equals(Set.of(Outcome.MISSING))) {
            return (isRequired ? "Not found at " : "Optional: not found at ") + names(answered) + ".";
        }
        if (status == RecordStatus.FAILED) {
            return "Expected " + expected + ", found " + wrong() + ".";
        }
        if (outcomes.equals(Set.of(Outcome.OPEN))) {
            return "";
        }
        if (outcomes.size() == 1) {
            return "Found at " + names(answered) + "." + differences();
        }
        return "Expected " + expected + ". The name servers differ: "
                + answered.stream().map(this::difference).collect(joining("; ")) + "." + lag();
    }

    private String wrong() {
        Map<String, List<Judged>> groups = new LinkedHashMap<>();
        answered.forEach(each -> groups.computeIfAbsent(each.judgement().found(), _ -> new ArrayList<>())
                .add(each));
        return groups.entrySet().stream()
                .map(each -> each.getKey() + " at " + names(each.getValue()))
                .collect(joining("; "));
    }

    private String difference(Judged each) {
        Long serial = each.from().serial();
        String server = each.from().server().name() + (serial == null ? "" : " (serial " + serial + ")");
        return switch (each.outcome()) {
            case RIGHT, NOT_YET, OPEN -> server + " has it";
            case MISSING -> server + " does not have it";
            case WRONG -> server + " has " + each.judgement().found();
        };
    }

    /** All are right, yet not with the same records, as where one has another MX more. */
    private String differences() {
        long sets = answered.stream()
                .map(each -> Set.copyOf(texts(each.from().answer())))
                .distinct()
                .count();
        return sets <= 1 ? "" : " The name servers do not have the same records.";
    }

    private String lag() {
        List<Long> serials = answered.stream()
                .map(each -> each.from().serial())
                .filter(Objects::nonNull)
                .toList();
        if (serials.isEmpty()) {
            return "";
        }
        long newest = serials.stream().reduce((a, b) -> isOlder(a, b) ? b : a).orElseThrow();
        List<Judged> behind = answered.stream()
                .filter(each -> {
                    Long serial = each.from().serial();
                    return serial != null && isOlder(serial, newest);
                })
                .toList();
        if (!behind.isEmpty()) {
            return " Behind serial " + newest + ": " + names(behind) + ".";
        }
        return serials.size() < answered.size() ? "" : " All have the same serial, so they do not serve the same zone.";
    }

    /** Serial numbers go round (RFC 1982 section 3.2). */
    private static boolean isOlder(long serial, long than) {
        return (int) (serial - than) < 0;
    }

    private String world(DnsAnswer resolved) {
        if (resolved.status() == DnsAnswer.Status.FAILED) {
            return "The resolver did not answer (" + resolved.trouble() + ").";
        }
        Set<String> seen = Set.copyOf(texts(resolved));
        if (answered.stream()
                .anyMatch(each -> Set.copyOf(texts(each.from().answer())).equals(seen))) {
            return "";
        }
        if (resolved.isMissing()) {
            return "The resolver does not have it yet.";
        }
        long ttl = resolved.records().stream().mapToLong(DnsRecord::ttl).min().orElse(0);
        return "The resolver gives %s, which no authoritative server has: an older answer, for up to %s, or split DNS."
                .formatted(Sentences.list(resolved), Sentences.duration(ttl));
    }

    private static List<String> texts(DnsAnswer answer) {
        return answer.records().stream().map(DnsRecord::text).toList();
    }

    private String silentServers() {
        return silent.stream()
                .map(each -> each.server().name() + " (" + each.answer().trouble() + ")")
                .collect(joining(", "));
    }

    private static String names(List<Judged> servers) {
        return servers.stream().map(each -> each.from().server().name()).collect(joining(", "));
    }
}
