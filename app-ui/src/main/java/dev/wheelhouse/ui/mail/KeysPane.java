package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.dkim.DkimKey;
import dev.wheelhouse.core.mail.dkim.DkimKeyState;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.screen.DetailPane;
import dev.wheelhouse.ui.words.Moments;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Function;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** A domain's DKIM keys: what each is for, what comes next and when, and its record. Belongs to the window's thread. */
final class KeysPane {

    private static final int COLUMNS = 110;

    private final MailCommands commands;
    private final Function<RecordLine, List<Action>> copies;
    private final ZoneId zone;
    private final DetailPane pane;
    private List<Action> actions = List.of();

    /**
     * @param copies ways to copy a record
     * @param zone in which times are shown
     */
    KeysPane(MailCommands commands, Function<RecordLine, List<Action>> copies, ZoneId zone, ActionControls controls) {
        this.commands = commands;
        this.copies = copies;
        this.zone = zone;
        this.pane = new DetailPane(controls, "keys-pane");
    }

    /** A key with its record; null for one whose record is not known yet. */
    private record Kept(DkimKey key, @Nullable RecordLine line) {

        private boolean isSeen() {
            return line != null && line.record().status() == RecordStatus.VERIFIED;
        }

        private boolean is(DkimKeyState state) {
            return key.state() == state;
        }
    }

    void show(MailDomain domain, List<DkimKey> keys, List<RecordLine> records, Instant now) {
        List<Kept> kept = keys.stream()
                .map(key -> new Kept(key, record(domain, key, records)))
                .toList();
        pane.show("keys", List.of(domain, kept), () -> fill(domain, kept, now));
    }

    private static @Nullable RecordLine record(MailDomain domain, DkimKey key, List<RecordLine> records) {
        String name = key.dnsRecord().name(domain.fqdn());
        return records.stream()
                .filter(each -> each.dns().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private void fill(MailDomain domain, List<Kept> keys, Instant now) {
        Kept next = keys.stream()
                .filter(each -> each.is(DkimKeyState.NEXT))
                .findFirst()
                .orElse(null);
        boolean isManual = domain.dnsMode() == DnsMode.MANUAL;
        // What begins a rotation is among the actions of the page already.
        actions = next == null
                ? List.of()
                : List.of(
                        commands.cancelRotation(domain, next.key()),
                        commands.switchKey(domain, next.key(), next.isSeen()));
        Label words = Nodes.wrapped(
                next == null
                        ? "Rotating makes another key beside the one that signs. Nothing else changes until you switch to it."
                        : words(next, isManual));
        words.setId("rotation");
        words.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(words, Priority.ALWAYS);
        HBox head = Nodes.line(8, words);
        (next == null ? List.of(commands.rotateKey(domain)) : actions)
                .forEach(each -> head.getChildren().add(pane.button(each)));
        pane.add(head);
        keys.forEach(each -> pane.add(card(domain, each, isManual, now)));
    }

    private static String words(Kept next, boolean isManual) {
        String selector = next.key().selector();
        return next.isSeen()
                ? "Every name server has the record of " + selector
                        + ". Export the key to the mail server, have it sign" + " with it, and switch."
                : (isManual
                                ? "Put the record of " + selector + " into the zone, and verify."
                                : "Publish the record of " + selector + ".")
                        + " It can be switched to once every name server has it.";
    }

    private VBox card(MailDomain domain, Kept kept, boolean isManual, Instant now) {
        DkimKey key = kept.key();
        HBox head = Nodes.line(
                12,
                Nodes.whole(key.selector(), "h3"),
                Nodes.whole(MailLabels.keyType(key.type()), "dim"),
                Nodes.stated(MailLabels.look(key.state()), ""),
                Nodes.gap());
        if (!kept.is(DkimKeyState.REVOKED)) {
            head.getChildren().add(pane.button(commands.exportKey(domain, key.selector())));
        }
        VBox card = new VBox(8, head, Nodes.wrapped(since(key, now) + " " + comes(kept, now), "dim"));
        card.getStyleClass().add("plan-row");
        RecordLine line = kept.line();
        if (line != null) {
            String detail = line.record().detail();
            card.getChildren()
                    .add(Nodes.line(
                            12,
                            Nodes.stated(MailLabels.look(line.record().status()), ""),
                            Nodes.wrapped("Record: " + (detail.isEmpty() ? "Not checked yet." : detail), "small")));
        }
        if (line != null && !kept.isSeen()) {
            HBox buttons = new HBox(8);
            copies.apply(line).forEach(each -> buttons.getChildren().add(pane.button(each)));
            String what = isManual ? "Put this record into the zone: " : "Record to publish: ";
            card.getChildren()
                    .addAll(
                            Nodes.wrapped(what + line.dns().name() + "  TXT", "dim", "small"),
                            pane.area(
                                    "record-" + key.selector(),
                                    "Record of " + key.selector(),
                                    line.expected(),
                                    COLUMNS),
                            buttons);
        }
        return card;
    }

    private String since(DkimKey key, Instant now) {
        String at = Moments.onDay(key.changedAt(), now, zone) + ".";
        return switch (key.state()) {
            case SIGNING -> "Signs since " + at;
            case NEXT -> "Made " + at;
            case RETIRED -> "Signed until " + at;
            case REVOKED -> "Revoked " + at;
        };
    }

    private String comes(Kept kept, Instant now) {
        Instant end = kept.key().endsAt();
        String at = end == null ? "" : Moments.onDay(end, now, zone);
        return switch (kept.key().state()) {
            case SIGNING -> "It does until you switch to another one.";
            case NEXT -> kept.isSeen() ? "Ready to sign." : "Waits until every name server has its record.";
            case RETIRED ->
                "Revoked by the first check after " + at + ". Until then mail that it signed may be on its way, so its"
                        + " record stays.";
            case REVOKED -> "Its record says so, and may go after " + at + ", when the console forgets the key.";
        };
    }

    /** What can be done here now. */
    List<Action> actions() {
        return actions;
    }

    Parent root() {
        return pane.root();
    }
}
