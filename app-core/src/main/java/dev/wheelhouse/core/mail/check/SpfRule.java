package dev.wheelhouse.core.mail.check;

import dev.wheelhouse.core.mail.check.Judgement.Outcome;
import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsQuestion;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.MailSetup;
import dev.wheelhouse.core.mail.spf.SpfAddress;
import dev.wheelhouse.core.mail.spf.SpfAnswer;
import dev.wheelhouse.core.mail.spf.SpfDns;
import dev.wheelhouse.core.mail.spf.SpfEvaluation;
import dev.wheelhouse.core.mail.spf.SpfEvaluator;
import dev.wheelhouse.core.mail.spf.SpfResult;
import dev.wheelhouse.core.mail.spf.SpfSender;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Mail from each address of the mail server must pass, whatever the record looks like (RFC 7208). */
final class SpfRule implements RecordRule {

    private static final String START = "v=spf1";

    private final MailSetup setup;
    private final String expected;
    private final Lookups lookups;
    private final Map<DnsAnswer, List<SpfCheck>> evaluated = new HashMap<>();

    SpfRule(MailSetup setup, String expected, Lookups lookups) {
        this.setup = setup;
        this.expected = expected;
        this.lookups = lookups;
    }

    @Override
    public DnsQuestion question() {
        return new DnsQuestion(setup.fqdn(), DnsType.TXT);
    }

    @Override
    public String expected() {
        return expected;
    }

    @Override
    public Judgement judge(DnsAnswer answer) {
        return OneText.judge(answer, "SPF record", START, SpfEvaluator::isSpf, text -> judge(answer, text));
    }

    private Judgement judge(DnsAnswer answer, String text) {
        List<SpfCheck> checks = evaluate(answer);
        List<String> problems = checks.stream()
                .filter(each -> each.evaluation().result() != SpfResult.PASS)
                .map(SpfRule::problem)
                .toList();
        if (checks.stream().anyMatch(each -> each.evaluation().result() == SpfResult.TEMPERROR)) {
            return Judgement.of(Outcome.OPEN, problems);
        }
        if (!problems.isEmpty()) {
            return Judgement.wrong(Sentences.shortened(text), problems.toArray(String[]::new));
        }
        int most = checks.stream()
                .mapToInt(each -> each.evaluation().mostLookups())
                .max()
                .orElse(0);
        if (most > SpfEvaluation.MOST_LOOKUPS) {
            return Judgement.wrong(
                    Sentences.shortened(text),
                    "It needs %d look-ups, %d are allowed (RFC 7208): other senders get a permanent error."
                            .formatted(most, SpfEvaluation.MOST_LOOKUPS));
        }
        List<String> near = checks.stream().anyMatch(each -> each.evaluation().isNearLimit())
                ? List.of("It needs %d of %d look-ups.".formatted(most, SpfEvaluation.MOST_LOOKUPS))
                : List.of();
        return Judgement.right(Stream.of(near, openElsewhere(checks, text), SpfEvaluator.advice(text))
                .flatMap(List::stream)
                .toList());
    }

    /** A record that is redirected to may let everybody send as well. */
    private static List<String> openElsewhere(List<SpfCheck> checks, String text) {
        boolean hasOwn = Stream.of(text.split(" ")).anyMatch(each -> each.matches("(?i)[+?~-]?all"));
        return checks.stream()
                .map(each -> each.evaluation().mechanism())
                .filter(each -> each != null && each.matches("(?i)\\+?all") && !hasOwn)
                .distinct()
                .map(each -> "It passes by " + each + " of the record that it redirects to, which lets everybody send.")
                .toList();
    }

    private static String problem(SpfCheck check) {
        return "%s: %s. %s"
                .formatted(
                        check.address(),
                        check.evaluation().result().wireName(),
                        check.evaluation().reason());
    }

    /** @param own the TXT records of the domain */
    List<SpfCheck> evaluate(DnsAnswer own) {
        List<SpfCheck> known = evaluated.get(own);
        if (known != null) {
            return known;
        }
        SpfEvaluator evaluator = new SpfEvaluator((type, name) -> ask(own, type, name));
        List<SpfCheck> checks = setup.addresses().stream()
                .flatMap(each -> SpfAddress.parse(each).stream())
                .map(each -> new SpfCheck(
                        each.toString(),
                        evaluator
                                .explore(SpfSender.of(each, setup.fqdn(), setup.host()))
                                .shortened()))
                .toList();
        evaluated.put(own, checks);
        return checks;
    }

    private SpfAnswer ask(DnsAnswer own, SpfDns.Type type, String name) {
        DnsAnswer answer = type == SpfDns.Type.TXT && name.equals(setup.fqdn())
                ? own
                : lookups.ask(name, DnsType.valueOf(type.name()));
        return switch (answer.status()) {
            case NO_SUCH_NAME -> SpfAnswer.NO_SUCH_NAME;
            case NO_DATA -> SpfAnswer.NO_DATA;
            case FAILED -> SpfAnswer.FAILED;
            // The host of a null MX is no name to ask for.
            case FOUND ->
                SpfAnswer.of(answer.records().stream()
                        .sorted(Comparator.comparing(
                                DnsRecord::priority, Comparator.nullsFirst(Comparator.naturalOrder())))
                        .map(DnsRecord::value)
                        .filter(each -> !each.equals("."))
                        .toList());
        };
    }
}
