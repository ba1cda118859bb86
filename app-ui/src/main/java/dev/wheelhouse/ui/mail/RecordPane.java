package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.dns.DnsAnswer;
import dev.wheelhouse.core.mail.dns.DnsRecord;
import dev.wheelhouse.core.mail.dns.ServerAnswer;
import dev.wheelhouse.core.mail.dns.ZoneAnswers;
import dev.wheelhouse.core.mail.records.MtaStsPolicy;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.screen.DetailPane;
import dev.wheelhouse.ui.words.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** All of one record: its value, what each name server answered, and what the world sees. Belongs to the window's thread. */
final class RecordPane {

    private static final int COLUMNS = 50;

    private final Function<RecordLine, List<Action>> actions;
    private final DetailPane pane;

    /** @param actions what can be done with a record */
    RecordPane(Function<RecordLine, List<Action>> actions, ActionControls controls) {
        this.actions = actions;
        this.pane = new DetailPane(controls, "run-output", "record-pane");
    }

    /**
     * Shows a record.
     *
     * @param line null for none
     * @param checkedAt when it was looked at; empty for never
     */
    void show(@Nullable RecordLine line, Optional<Instant> checkedAt, Instant now) {
        if (line == null) {
            pane.show("", List.of(), () -> {});
        } else {
            String world = world(line, checkedAt, now);
            pane.show(line.id(), List.of(line, world), () -> fill(line, world));
        }
    }

    private void fill(RecordLine line, String world) {
        pane.add(head(line));
        if (!line.record().detail().isEmpty()) {
            pane.add(Nodes.wrapped(line.record().detail()));
        }
        pane.heading(line.dns().type() == null ? "What is asked" : "Expected");
        pane.text("expected", "Value", line.expected(), COLUMNS);
        MtaStsPolicy policy = line.record().policy();
        if (policy != null) {
            pane.heading("Policy to serve at " + policy.url());
            pane.text("policy", "Policy", policy.text().strip(), COLUMNS);
        }
        List<ZoneAnswers> asked =
                line.finding() == null ? List.of() : line.finding().evidence();
        for (ZoneAnswers each : asked) {
            boolean own = each.question().equals(asked.getFirst().question());
            pane.heading(
                    own
                            ? "Found at the name servers" + (each.zone() == null ? "" : " of " + each.zone())
                            : "Also asked: " + each.question());
            if (each.answers().isEmpty()) {
                pane.add(Nodes.wrapped(sentence(each.trouble()), "danger-text"));
            }
            each.answers().forEach(answer -> pane.add(server(answer, own)));
        }
        if (!world.isEmpty()) {
            pane.heading("What the world sees");
            List<String> lines = world.lines().toList();
            // What it says stands above how long it does.
            lines.subList(0, lines.size() - 1).forEach(each -> pane.add(Nodes.wrapped(each, "mono", "small")));
            pane.add(Nodes.wrapped(lines.getLast()));
        }
    }

    private VBox head(RecordLine line) {
        FlowPane buttons = new FlowPane(8, 8);
        actions.apply(line).forEach(each -> buttons.getChildren().add(pane.button(each)));
        return new VBox(
                8,
                Nodes.line(
                        12,
                        Nodes.narrow(MailLabels.kind(line.dns().kind()), "h3"),
                        Nodes.stated(MailLabels.look(line.record().status()), "")),
                Nodes.narrow(line.dns().name() + "  ·  " + line.type(), "dim", "small"),
                buttons);
    }

    /** @param own whether it is the record's own question, where nothing is too little */
    private static Node server(ServerAnswer given, boolean own) {
        String address = given.server().address();
        String where = given.server().name()
                + (address.isEmpty() || address.equals(given.server().name()) ? "" : "  ·  " + address)
                + (given.serial() == null ? "" : "  ·  serial " + given.serial());
        VBox box = new VBox(2, Nodes.wrapped(where, "small"), answer(given.answer(), own ? "warning-text" : "dim"));
        box.getStyleClass().add("attempt");
        return box;
    }

    private static Node answer(DnsAnswer answer, String missing) {
        return switch (answer.status()) {
            case FOUND -> {
                VBox values = new VBox(2);
                if (!answer.chain().isEmpty()) {
                    values.getChildren()
                            .add(Nodes.wrapped("By CNAME to " + String.join(", ", answer.chain()), "dim", "small"));
                }
                answer.records()
                        .forEach(
                                each -> values.getChildren().add(Nodes.wrapped(each.text(), "mono", "small", "found")));
                yield values;
            }
            case NO_SUCH_NAME -> Nodes.wrapped("No such name", missing, "found");
            case NO_DATA -> Nodes.wrapped("The name has no such record", missing, "found");
            case FAILED -> Nodes.wrapped(sentence(answer.trouble()), "danger-text", "found");
        };
    }

    /** What a resolver answered, and for how long it goes on to; empty when none was asked. */
    private static String world(RecordLine line, Optional<Instant> checkedAt, Instant now) {
        DnsAnswer resolved = line.finding() == null ? null : line.finding().resolved();
        if (resolved == null) {
            return "";
        }
        return switch (resolved.status()) {
            case FOUND -> {
                long ttl = resolved.records().stream()
                        .mapToLong(DnsRecord::ttl)
                        .min()
                        .orElse(0);
                Duration left = checkedAt
                        .map(at -> Duration.between(now, at.plusSeconds(ttl)))
                        .orElse(Duration.ZERO);
                yield String.join(
                                "\n",
                                resolved.records().stream().map(DnsRecord::text).toList())
                        + (left.isPositive()
                                ? "\nKept by resolvers for another " + Moments.span(left) + "."
                                : "\nResolvers ask anew by now.");
            }
            case NO_SUCH_NAME, NO_DATA -> "Nothing.";
            case FAILED -> sentence(resolved.trouble());
        };
    }

    private static String sentence(String clause) {
        return clause.isEmpty() ? "" : Character.toUpperCase(clause.charAt(0)) + clause.substring(1) + ".";
    }

    Parent root() {
        return pane.root();
    }
}
