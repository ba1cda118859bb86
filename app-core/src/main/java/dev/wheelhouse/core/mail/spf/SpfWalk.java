package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.mail.spf.SpfStep.Status;
import dev.wheelhouse.core.mail.spf.SpfTerm.Kind;
import dev.wheelhouse.core.mail.spf.SpfTerm.Mechanism;
import dev.wheelhouse.core.mail.spf.SpfTerm.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Goes through the records of one evaluation, from a domain's own to those that it includes or redirects to. */
final class SpfWalk {

    private final SpfQuestions questions;
    private final SpfMatching matching;
    private final boolean explores;

    SpfWalk(SpfQuestions questions, SpfMatching matching, boolean explores) {
        this.questions = questions;
        this.matching = matching;
        this.explores = explores;
    }

    /** A result and a sentence about it. */
    private record Verdict(SpfResult result, String reason) {}

    /** @param verdict null when the record goes on behind the step */
    private record Outcome(SpfStep step, @Nullable Verdict verdict) {}

    /**
     * @param domain as {@link SpfNames#normal} writes it
     * @param above the domains whose records led here
     * @param isBeyond whether it is only counted
     */
    SpfNode check(String domain, Set<String> above, boolean isBeyond) {
        if (!SpfNames.isMailDomain(domain)) {
            return unread(domain, null, SpfResult.NONE, "%s is not a full domain name.".formatted(domain));
        }
        SpfLookup lookup = questions.new Asked().ask(SpfDns.Type.TXT, domain);
        if (lookup.answer().status() == SpfAnswer.Status.FAILED) {
            String reason = "The name servers did not answer for the TXT records of %s.".formatted(domain);
            return unread(domain, lookup, SpfResult.TEMPERROR, reason);
        }
        List<String> records =
                lookup.answer().values().stream().filter(SpfRecord::isSpf).toList();
        if (records.isEmpty()) {
            return unread(domain, lookup, SpfResult.NONE, "%s has no SPF record.".formatted(domain));
        }
        if (records.size() > 1) {
            String reason = "%s has %d SPF records; it must have one.".formatted(domain, records.size());
            return unread(domain, lookup, SpfResult.PERMERROR, reason);
        }
        SpfRecord record = SpfRecord.parse(records.getFirst());
        SpfTerm.Invalid error = record.error().orElse(null);
        if (error != null) {
            List<SpfStep> steps = record.terms().stream()
                    .map(each -> each instanceof SpfTerm.Invalid(String text, String problem)
                            ? step(text, Status.STOPPED, null, List.of(), 0, null, problem)
                            : notEvaluated(each))
                    .toList();
            String reason = "The record of %s has an error: %s".formatted(domain, error.problem());
            return new SpfNode(domain, lookup, record.text(), steps, SpfResult.PERMERROR, reason);
        }
        Set<String> chain = new HashSet<>(above);
        chain.add(domain);
        return walk(domain, lookup, record, chain, isBeyond);
    }

    private static SpfNode unread(String domain, @Nullable SpfLookup lookup, SpfResult result, String reason) {
        return new SpfNode(domain, lookup, null, List.of(), result, reason);
    }

    private SpfNode walk(String domain, SpfLookup lookup, SpfRecord record, Set<String> chain, boolean isBeyond) {
        SpfStep[] steps = record.terms().stream().map(SpfWalk::notEvaluated).toArray(SpfStep[]::new);
        Verdict verdict = null;
        for (int i = 0; i < steps.length; i++) {
            boolean isDecided = isBeyond || verdict != null;
            if (isDecided && !explores) {
                break;
            }
            if (!(record.terms().get(i) instanceof Mechanism mechanism)) {
                continue;
            }
            if (isDecided) {
                steps[i] = count(mechanism, domain, chain);
            } else {
                Outcome outcome = evaluate(mechanism, domain, chain);
                steps[i] = outcome.step();
                verdict = outcome.verdict();
            }
            if (mechanism.kind() == Kind.ALL) {
                break;
            }
        }
        boolean isDecided = isBeyond || verdict != null;
        Modifier redirect = record.modifier("redirect").orElse(null);
        if (redirect != null && !record.hasAll() && (explores || !isDecided)) {
            int i = record.terms().indexOf(redirect);
            if (isDecided) {
                steps[i] = countRecord(redirect, redirect.value(), domain, chain);
            } else {
                Outcome outcome = redirect(redirect, domain, chain);
                steps[i] = outcome.step();
                verdict = outcome.verdict();
            }
        }
        if (isBeyond) {
            return new SpfNode(domain, lookup, record.text(), List.of(steps), null, "The result was known before.");
        }
        if (verdict == null) {
            String reason = "No term of the record of %s matches %s.".formatted(domain, client());
            verdict = new Verdict(SpfResult.NEUTRAL, reason);
        }
        return new SpfNode(domain, lookup, record.text(), List.of(steps), verdict.result(), verdict.reason());
    }

    private SpfAddress client() {
        return matching.sender().client();
    }

    private Outcome evaluate(Mechanism mechanism, String domain, Set<String> chain) {
        int cost = mechanism.kind().asksDns() ? 1 : 0;
        if (cost == 1 && !questions.admitsTerm()) {
            return refused(count(mechanism, domain, chain));
        }
        SpfQuestions.Asked asked = questions.new Asked();
        String target = mechanism.domain() == null ? domain : name(mechanism.domain(), domain, asked);
        if (mechanism.kind() == Kind.INCLUDE) {
            return include(mechanism, target, domain, chain, asked);
        }
        String shown = cost == 1 ? target : null;
        try {
            // A name that cannot be asked for has no records (section 4.8).
            if (!SpfNames.isAskable(target) || !matching.matches(mechanism, target, asked)) {
                return new Outcome(
                        step(mechanism.text(), Status.NOT_MATCHED, shown, asked.lookups(), cost, null, ""), null);
            }
            return matched(
                    step(mechanism.text(), Status.MATCHED, shown, asked.lookups(), cost, null, ""), mechanism, domain);
        } catch (SpfStop stop) {
            return stopped(
                    step(mechanism.text(), Status.STOPPED, shown, asked.lookups(), cost, null, stop.reason()),
                    stop.result());
        }
    }

    private Outcome include(
            Mechanism mechanism, String target, String domain, Set<String> chain, SpfQuestions.Asked asked) {
        String text = mechanism.text();
        if (chain.contains(target)) {
            String note = loop(target, domain, "includes");
            return stopped(step(text, Status.STOPPED, target, asked.lookups(), 1, null, note), SpfResult.PERMERROR);
        }
        SpfNode child = check(target, chain, false);
        return switch (resultOf(child)) {
            case PASS -> matched(step(text, Status.MATCHED, target, asked.lookups(), 1, child, ""), mechanism, domain);
            case FAIL, SOFTFAIL, NEUTRAL ->
                new Outcome(step(text, Status.NOT_MATCHED, target, asked.lookups(), 1, child, ""), null);
            case TEMPERROR ->
                stopped(
                        step(text, Status.STOPPED, target, asked.lookups(), 1, child, child.reason()),
                        SpfResult.TEMPERROR);
            case PERMERROR, NONE ->
                stopped(
                        step(text, Status.STOPPED, target, asked.lookups(), 1, child, led(child, domain, "includes")),
                        SpfResult.PERMERROR);
        };
    }

    private Outcome redirect(Modifier redirect, String domain, Set<String> chain) {
        if (!questions.admitsTerm()) {
            return refused(countRecord(redirect, redirect.value(), domain, chain));
        }
        SpfQuestions.Asked asked = questions.new Asked();
        String target = name(redirect.value(), domain, asked);
        if (chain.contains(target)) {
            String note = loop(target, domain, "redirects to");
            return stopped(
                    step(redirect.text(), Status.STOPPED, target, asked.lookups(), 1, null, note), SpfResult.PERMERROR);
        }
        SpfNode child = check(target, chain, false);
        SpfResult result = resultOf(child);
        if (result == SpfResult.NONE || result == SpfResult.PERMERROR || result == SpfResult.TEMPERROR) {
            String note = led(child, domain, "redirects to");
            return stopped(
                    step(redirect.text(), Status.STOPPED, target, asked.lookups(), 1, child, note),
                    result == SpfResult.NONE ? SpfResult.PERMERROR : result);
        }
        return new Outcome(
                step(redirect.text(), Status.FOLLOWED, target, asked.lookups(), 1, child, ""),
                new Verdict(result, child.reason()));
    }

    private static SpfResult resultOf(SpfNode child) {
        return child.result() == null ? SpfResult.NONE : child.result();
    }

    private static String loop(String target, String domain, String verb) {
        String way = target.equals(domain) ? "" : " by way of " + domain;
        return "The record of %s %s itself%s.".formatted(target, verb, way);
    }

    /** Why a record that was led to is an error of the one that leads to it. */
    private static String led(SpfNode child, String domain, String verb) {
        return child.result() == SpfResult.NONE
                ? "The record of %s %s %s, but %s".formatted(domain, verb, child.domain(), child.reason())
                : child.reason();
    }

    private Outcome matched(SpfStep step, Mechanism mechanism, String domain) {
        String reason = "%s matches %s in the record of %s.".formatted(client(), mechanism.text(), domain);
        return new Outcome(step, new Verdict(mechanism.result(), reason));
    }

    private static Outcome stopped(SpfStep step, SpfResult result) {
        return new Outcome(step, new Verdict(result, step.note()));
    }

    private static Outcome refused(SpfStep counted) {
        String note = "The record needs more than %d look-ups.".formatted(SpfEvaluation.MOST_LOOKUPS);
        SpfStep step =
                step(counted.term(), Status.STOPPED, counted.target(), counted.lookups(), 1, counted.child(), note);
        return stopped(step, SpfResult.PERMERROR);
    }

    private SpfStep count(Mechanism mechanism, String domain, Set<String> chain) {
        if (!explores || !mechanism.kind().asksDns()) {
            return notEvaluated(mechanism);
        }
        if (mechanism.kind() == Kind.INCLUDE && mechanism.domain() != null) {
            return countRecord(mechanism, mechanism.domain(), domain, chain);
        }
        return questions.countsTerm()
                ? step(mechanism.text(), Status.COUNTED, null, List.of(), 1, null, "")
                : notEvaluated(mechanism);
    }

    private SpfStep countRecord(SpfTerm term, MacroString to, String domain, Set<String> chain) {
        if (!explores || !questions.countsTerm()) {
            return notEvaluated(term);
        }
        SpfQuestions.Asked asked = questions.new Asked();
        String target = name(to, domain, asked);
        SpfNode child = chain.contains(target) ? null : check(target, chain, true);
        return step(term.text(), Status.COUNTED, target, asked.lookups(), 1, child, "");
    }

    private String name(MacroString text, String domain, SpfQuestions.Asked asked) {
        return SpfNames.normal(text.expandName(matching.values(domain, asked)));
    }

    private static SpfStep notEvaluated(SpfTerm term) {
        return step(term.text(), Status.NOT_EVALUATED, null, List.of(), 0, null, "");
    }

    private static SpfStep step(
            String term,
            Status status,
            @Nullable String target,
            List<SpfLookup> lookups,
            int cost,
            @Nullable SpfNode child,
            String note) {
        return new SpfStep(term, status, target, lookups, cost, child, note);
    }
}
