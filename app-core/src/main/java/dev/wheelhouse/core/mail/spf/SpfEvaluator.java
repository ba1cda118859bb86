package dev.wheelhouse.core.mail.spf;

import dev.wheelhouse.core.mail.spf.SpfTerm.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a client may send mail for a domain: {@code check_host()} of RFC 7208 section 4. Always ends, with any
 * record. Thread-safe if its {@link SpfDns} is.
 */
public final class SpfEvaluator {

    /** How many terms {@link #explore} counts at most. */
    public static final int MOST_EXPLORED = 50;

    private final SpfDns dns;

    public SpfEvaluator(SpfDns dns) {
        this.dns = dns;
    }

    /** Whether a TXT record is one of SPF, whatever else is in it. */
    public static boolean isSpf(String text) {
        return SpfRecord.isSpf(text);
    }

    /**
     * What a record should not have, in sentences; nothing is asked.
     *
     * @param text for which {@link #isSpf} holds
     */
    public static List<String> advice(String text) {
        return SpfRecord.parse(text).advice();
    }

    /** Asks only what the result needs; the rest of the record is in the tree, not evaluated. */
    public SpfEvaluation evaluate(SpfSender sender) {
        return evaluate(sender, false);
    }

    /**
     * The same result, and behind it what the whole record would cost: terms behind a match or an error are counted, and the
     * records of includes and redirects among them read, up to {@link #MOST_EXPLORED} terms. For all other mechanisms
     * there nothing is asked.
     */
    public SpfEvaluation explore(SpfSender sender) {
        return evaluate(sender, true);
    }

    private SpfEvaluation evaluate(SpfSender given, boolean explores) {
        SpfSender sender = new SpfSender(
                given.client(),
                SpfNames.aLabels(given.domain()),
                given.localPart(),
                given.helo(),
                given.receiver(),
                given.at());
        SpfQuestions questions = new SpfQuestions(dns);
        SpfMatching matching = new SpfMatching(sender);
        SpfNode tree = new SpfWalk(questions, matching, explores).check(sender.domain(), Set.of(), false);
        SpfNode deciding = deciding(tree);
        String mechanism = deciding.steps().stream()
                .filter(each -> each.status() == SpfStep.Status.MATCHED)
                .map(SpfStep::term)
                .findFirst()
                .orElse(null);
        SpfResult result = tree.result() == null ? SpfResult.NONE : tree.result();
        return new SpfEvaluation(
                result,
                mechanism,
                tree.reason(),
                result == SpfResult.FAIL ? explanation(deciding, matching, questions.new Asked()) : null,
                tree,
                questions.terms(),
                questions.mostTerms(),
                questions.voids());
    }

    private static SpfNode deciding(SpfNode node) {
        for (SpfStep each : node.steps()) {
            if (each.status() == SpfStep.Status.FOLLOWED && each.child() != null) {
                return deciding(each.child());
            }
        }
        return node;
    }

    /** Any error makes it none (RFC 7208 section 6.2). */
    private static @Nullable String explanation(SpfNode node, SpfMatching matching, SpfQuestions.Asked asked) {
        Optional<Modifier> modifier =
                Optional.ofNullable(node.record()).map(SpfRecord::parse).flatMap(each -> each.modifier("exp"));
        if (modifier.isEmpty()) {
            return null;
        }
        MacroString.Values values = matching.values(node.domain(), asked);
        String name = SpfNames.normal(modifier.get().value().expandName(values));
        List<String> texts = SpfNames.isAskable(name)
                ? asked.ask(SpfDns.Type.TXT, name).answer().values()
                : List.of();
        if (texts.size() != 1) {
            return null;
        }
        try {
            return MacroString.parseExplanation(texts.getFirst()).expand(values);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
