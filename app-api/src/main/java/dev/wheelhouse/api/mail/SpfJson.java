package dev.wheelhouse.api.mail;

import dev.wheelhouse.core.mail.DomainEvidence;
import dev.wheelhouse.core.mail.check.SpfCheck;
import dev.wheelhouse.core.mail.spf.SpfAnswer;
import dev.wheelhouse.core.mail.spf.SpfDns;
import dev.wheelhouse.core.mail.spf.SpfEvaluation;
import dev.wheelhouse.core.mail.spf.SpfLookup;
import dev.wheelhouse.core.mail.spf.SpfNode;
import dev.wheelhouse.core.mail.spf.SpfResult;
import dev.wheelhouse.core.mail.spf.SpfStep;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How the last check evaluated a domain's SPF record, on the wire. */
record SpfJson(@Nullable Instant checkedAt, List<Check> checks) {

    /** For one address of the mail server. */
    record Check(
            String address,
            SpfResult result,
            @Nullable String mechanism,
            String reason,
            @Nullable String explanation,
            int lookups,
            int mostLookups,
            int voidLookups,
            Node tree) {

        static Check from(SpfCheck check) {
            SpfEvaluation evaluation = check.evaluation();
            return new Check(
                    check.address(),
                    evaluation.result(),
                    evaluation.mechanism(),
                    evaluation.reason(),
                    evaluation.explanation(),
                    evaluation.lookups(),
                    evaluation.mostLookups(),
                    evaluation.voidLookups(),
                    Node.from(evaluation.tree()));
        }
    }

    /** A domain's record. */
    record Node(
            String domain,
            @Nullable String record,
            @Nullable SpfResult result,
            String reason,
            List<Step> steps) {

        static Node from(SpfNode node) {
            return new Node(
                    node.domain(),
                    node.record(),
                    node.result(),
                    node.reason(),
                    node.steps().stream().map(Step::from).toList());
        }
    }

    /** One term of a record. */
    record Step(
            String term,
            SpfStep.Status status,
            @Nullable String target,
            int cost,
            @Nullable String note,
            List<Lookup> lookups,
            @Nullable Node child) {

        static Step from(SpfStep step) {
            return new Step(
                    step.term(),
                    step.status(),
                    step.target(),
                    step.cost(),
                    step.note().isEmpty() ? null : step.note(),
                    step.lookups().stream().map(Lookup::from).toList(),
                    Optional.ofNullable(step.child()).map(Node::from).orElse(null));
        }
    }

    record Lookup(SpfDns.Type type, String name, SpfAnswer.Status status, List<String> values) {

        static Lookup from(SpfLookup lookup) {
            return new Lookup(
                    lookup.type(),
                    lookup.name(),
                    lookup.answer().status(),
                    lookup.answer().values());
        }
    }

    static SpfJson from(DomainEvidence evidence) {
        return new SpfJson(
                evidence.checkedAt(),
                evidence.records().stream()
                        .flatMap(each -> each.finding() == null ? Stream.<SpfCheck>of() : each.finding().spf().stream())
                        .map(Check::from)
                        .toList());
    }
}
