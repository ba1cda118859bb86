package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.check.SpfCheck;
import dev.wheelhouse.core.mail.spf.SpfEvaluation;
import dev.wheelhouse.core.mail.spf.SpfNode;
import dev.wheelhouse.core.mail.spf.SpfStep;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.screen.DetailPane;
import java.util.List;
import java.util.Objects;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** How a domain's SPF record is evaluated for each address: the result, and the tree of look-ups with its count to ten. */
final class SpfPane {

    private static final double INDENT = 24;
    private static final double ADDRESS = 260;
    private static final double STATUS = 140;
    private static final double COST = 90;

    private final DetailPane pane;
    private final VBox lookups = new VBox(8);
    private String chosen = "";

    SpfPane(ActionControls controls) {
        this.pane = new DetailPane(controls, "spf-pane");
    }

    /** Shows these, at least one, unless they are shown already. */
    void show(List<SpfCheck> checks) {
        pane.show("spf", List.copyOf(checks), () -> fill(checks));
    }

    private void fill(List<SpfCheck> checks) {
        pane.add(Nodes.label("Result for each address of the instance", "h3"));
        SpfCheck first = checks.stream()
                .filter(each -> each.address().equals(chosen))
                .findFirst()
                .orElse(checks.getFirst());
        ToggleGroup addresses = new ToggleGroup();
        checks.forEach(each -> pane.add(result(each, addresses, each.equals(first))));
        pane.add(lookups);
        choose(first);
    }

    /** Shows the look-ups of one. */
    private void choose(SpfCheck check) {
        chosen = check.address();
        Steps steps = new Steps();
        steps.add(check.evaluation().tree(), 0);
        VBox.setMargin(steps.lines, new Insets(4, 0, 0, 0));
        lookups.getChildren()
                .setAll(Nodes.label("Look-ups for " + chosen, "h3"), count(check.evaluation()), steps.lines);
    }

    private Node result(SpfCheck check, ToggleGroup addresses, boolean isFirst) {
        SpfEvaluation of = check.evaluation();
        RadioButton address = new RadioButton(check.address());
        address.getStyleClass().add("mono");
        address.setMinWidth(ADDRESS);
        address.setToggleGroup(addresses);
        address.setSelected(isFirst);
        address.setAccessibleText("Look-ups for " + check.address() + ", "
                + MailLabels.look(of.result()).words());
        address.selectedProperty().addListener((_, _, selected) -> {
            if (selected) {
                choose(check);
            }
        });
        HBox state = Nodes.stated(MailLabels.look(of.result()), "");
        state.setMinWidth(STATUS);
        Label why = Nodes.wrapped(
                (of.mechanism() == null ? "" : "Decided by " + of.mechanism() + ". ") + of.reason(), "dim");
        HBox.setHgrow(why, Priority.ALWAYS);
        HBox line = Nodes.line(12, address, state, why);
        line.getStyleClass().add("attempt");
        return line;
    }

    /** Such as {@code 4 of 10 look-ups}, red above ten and orange near it. */
    private static Node count(SpfEvaluation of) {
        String style = of.mostLookups() > SpfEvaluation.MOST_LOOKUPS
                ? "danger-text"
                : of.isNearLimit() ? "warning-text" : "success-text";
        Label words = Nodes.wrapped(
                of.mostLookups() + " of " + SpfEvaluation.MOST_LOOKUPS + " look-ups"
                        + (of.mostLookups() == of.lookups() ? "" : ", " + of.lookups() + " until the result was known")
                        + "; " + of.voidLookups() + " of " + SpfEvaluation.MOST_VOID_LOOKUPS + " empty answers",
                style);
        words.setId("lookups");
        return words;
    }

    /** The terms below each other, those of an included record further in. */
    private static final class Steps {

        private final VBox lines = new VBox(4);
        private int count;

        void add(SpfNode node, int depth) {
            Label domain = Nodes.wrapped(
                    node.domain() + ":  " + Objects.requireNonNullElse(node.record(), node.reason()), "mono", "small");
            VBox.setMargin(domain, new Insets(0, 0, 0, INDENT * depth));
            lines.getChildren().add(domain);
            node.steps().forEach(each -> add(each, depth + 1));
        }

        private void add(SpfStep step, int depth) {
            count += step.cost();
            Label term = Nodes.narrow(step.term(), "mono");
            Label target = Nodes.narrow(
                    step.target() == null || step.term().contains(step.target()) ? step.note() : step.target(),
                    "dim",
                    "small");
            HBox words = Nodes.line(12, term, target);
            words.setMinWidth(0);
            HBox.setHgrow(words, Priority.ALWAYS);
            HBox state = Nodes.stated(MailLabels.look(step.status()), "");
            state.setMinWidth(STATUS);
            Label cost = Nodes.label(step.cost() == 0 ? "" : "look-up " + count, "figures", "dim");
            cost.setMinWidth(COST);
            HBox line = Nodes.line(12, words, state, cost);
            line.getStyleClass().add("spf-step");
            VBox.setMargin(line, new Insets(0, 0, 0, INDENT * depth));
            lines.getChildren().add(line);
            if (step.child() != null) {
                add(step.child(), depth + 1);
            }
        }
    }

    Parent root() {
        return pane.root();
    }
}
