package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.DomainOverview;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.check.SpfCheck;
import dev.wheelhouse.core.mail.records.MtaStsPolicy;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.mail.records.ZoneFile;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageFrame;
import dev.wheelhouse.ui.screen.SplitList;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.SetChangeListener;
import javafx.scene.Parent;
import org.jspecify.annotations.Nullable;

/** The page of a domain: how it does, its records with what was found, its SPF look-ups, its keys, and its publishing. */
final class DomainPage implements Page {

    private static final double TABLE_SHARE = 0.58;
    private static final List<String> ICONS_ONLY =
            List.of("domains.edit", "domains.zone", "domains.key", "domains.rotate", "domains.delete");

    private final LiveRow<MailLine> row;
    private final MailCommands commands;
    private final Workbench workbench;
    private final ActionControls controls;
    private final Clock clock;
    private final RecordList records;
    private final RecordPane pane;
    private final SplitList<RecordLine> split;
    private final SpfPane spf;
    private final KeysPane keys;
    private final PublishModel publishModel;
    private final PublishPane publishing;
    private final ObjectProperty<Part> part = new SimpleObjectProperty<>(this, "part", Part.RECORDS);
    private final Action goesBack;
    private final Action refreshes;
    private final PageFrame<MailLine> frame;
    private final StatePane state;
    private final SetChangeListener<String> onVerifying = _ -> showDomain();
    private @Nullable DomainOverview seen;

    /** What of it is shown, in the order of their keys. */
    enum Part {
        RECORDS("Records"),
        SPF("SPF"),
        KEYS("DKIM keys"),
        PUBLISH("Publish");

        private final String words;

        Part(String words) {
            this.words = words;
        }
    }

    /** @param back leaves for the list */
    DomainPage(
            LiveRow<MailLine> row, MailCommands commands, Runnable back, Workbench workbench, ActionControls controls) {
        this.row = row;
        this.commands = commands;
        this.workbench = workbench;
        this.controls = controls;
        MailList list = commands.list();
        this.clock = list.clock();
        this.records = new RecordList(commands.mail(), row.id(), workbench, clock);
        this.publishModel = new PublishModel(commands.mail().publishing(), row.id(), workbench, this::readAgain);
        this.publishing = new PublishPane(publishModel, this::domain, clock, list.zone(), controls);
        this.spf = new SpfPane(controls);
        this.keys = new KeysPane(commands, this::actionsOf, list.zone(), controls);
        this.pane = new RecordPane(this::actionsOf, controls);
        this.goesBack = Action.of("domains.back", "All domains", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(MailCalls::domains);
        this.refreshes = Action.of("domains.refresh-page", "Refresh page", "fth-refresh-cw", this::refresh)
                .withShortcut("F5")
                .withCurl(() -> switch (part.get()) {
                    case RECORDS -> MailCalls.evidence(domain());
                    case SPF -> MailCalls.spf(domain());
                    case KEYS -> MailCalls.keys(domain());
                    case PUBLISH -> MailCalls.publications(domain());
                });
        this.frame = new PageFrame<>(
                "domain-page",
                row,
                new PageFrame.Reads(list, records, clock, list.zone()),
                goesBack,
                Segments.lowRow("parts", List.of(Part.values()), part, each -> each.words),
                this::showDomain,
                workbench,
                controls);
        this.state = frame.state();
        ListModel<RecordLine> model = new ListModel<>(records, (_, _) -> true);
        LiveTable<RecordLine> table = new LiveTable<>(
                "record-table",
                model,
                RecordLine.columns(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                refreshes,
                controls);
        this.split = new SplitList<>(
                model,
                table,
                new SplitList.Sides(table.root(), pane.root(), pane.root(), TABLE_SHARE),
                state,
                line -> pane.show(line, records.checkedAt(), clock.instant()),
                this::showPart,
                workbench);
        part.addListener(_ -> changePart());
        showDomain();
        showPart();
    }

    private MailLine.OfDomain line() {
        return (MailLine.OfDomain) row.line();
    }

    private MailDomain domain() {
        return line().domain();
    }

    private boolean isManaged() {
        return domain().dnsMode() == DnsMode.MANAGED;
    }

    private List<Action> actionsOf(RecordLine line) {
        if (line.dns().type() == null) {
            return List.of();
        }
        List<Action> actions = new ArrayList<>();
        actions.add(copy("value", "Copy value", "The value", line.expected()).withShortcut("Shortcut+Shift+C"));
        String strings = ZoneFile.split(line.dns());
        if (!strings.equals(line.dns().value())) {
            actions.add(copy("split", "Copy in strings", "The value in strings of at most 255 bytes", strings));
        }
        actions.add(copy("line", "Copy as zone line", "The line for a zone file", ZoneFile.line(line.dns())));
        MtaStsPolicy policy = line.record().policy();
        if (policy != null) {
            actions.add(copy("policy", "Copy policy", "The policy", policy.text()));
        }
        return actions;
    }

    private Action copy(String id, String title, String what, String text) {
        return Action.of("records." + id, title, "fth-copy", () -> workbench.copy(text, what))
                .withCurl(() -> MailCalls.records(domain()));
    }

    private void refresh() {
        readAgain();
        if (isManaged()) {
            publishModel.readHistory();
        }
    }

    private void readAgain() {
        records.refresh();
        commands.list().refresh();
    }

    private void showDomain() {
        MailLine.OfDomain line = line();
        MailDomain domain = line.domain();
        if (seen != null && !seen.equals(line.overview())) {
            records.refresh();
        }
        seen = line.overview();
        boolean running = commands.verifying().contains(domain.id());
        frame.head().show("fth-at-sign", line.name(), Nodes.stated(MailLabels.look(domain.verificationStatus()), ""));
        frame.head().showTools(commands.all(line), List.of(domain, running), ICONS_ONLY);
        frame.setFacts((line.below().isEmpty() ? "" : line.below() + "  ·  ")
                + "on " + line.instance().name() + " (" + line.instance().hostname() + ")  ·  selector "
                + domain.dkimSelector() + "  ·  "
                + (domain.dns() == null
                        ? "records by hand"
                        : "records by the console, "
                                + MailLabels.provider(domain.dns().provider())));
        if (running) {
            frame.warn(
                    "fth-loader",
                    "Checking " + line.name() + "…",
                    "Every name server of the zone is asked, for at most 10 seconds.",
                    false);
        } else if (line.checked().isEmpty()) {
            frame.warn(
                    "fth-clock",
                    "It was not checked yet.",
                    (isManaged() ? "Publish the records" : "Put the records into the zone") + ", then verify.",
                    false);
        } else if (!line.wrong().isEmpty()) {
            frame.warn(
                    "fth-alert-triangle",
                    line.wrong() + ".",
                    "Checked " + line.checked() + ". " + next(domain.verificationStatus()),
                    domain.verificationStatus() == RecordStatus.FAILED);
        } else {
            frame.calm();
        }
        if (part.get() == Part.KEYS) {
            showPart();
        }
    }

    private static String next(RecordStatus status) {
        return switch (status) {
            case VERIFIED -> "It stays verified until three checks over at least an hour were bad.";
            case PENDING -> "It is checked again by itself, ever more rarely for 72 hours.";
            case FAILED -> "Correct the records in the zone, then verify.";
        };
    }

    private void changePart() {
        boolean hasKeyboard = Focus.isWithin(state);
        showPart();
        if (hasKeyboard && !state.getChildren().isEmpty()) {
            Focus.give(
                    part.get() == Part.RECORDS
                            ? split.table().root()
                            : state.getChildren().getFirst());
        }
    }

    private void showPart() {
        if (part.get() == Part.PUBLISH) {
            showPublishing();
        } else if (part.get() == Part.RECORDS || split.isEmpty()) {
            split.show(state::showLoading);
        } else if (part.get() == Part.KEYS) {
            List<RecordLine> lines = records.rows().stream().map(LiveRow::line).toList();
            keys.show(domain(), records.keys(), lines, clock.instant());
            state.showContent(keys.root());
        } else {
            showSpf();
        }
    }

    private void showSpf() {
        List<SpfCheck> checks = records.spf();
        if (checks.isEmpty()) {
            state.showEmpty(
                    "fth-git-branch",
                    "The SPF record was not evaluated yet: no name server answered, or no check was made.",
                    controls,
                    commands.verify(domain()));
        } else {
            spf.show(checks);
            state.showContent(spf.root());
        }
    }

    private void showPublishing() {
        if (isManaged()) {
            state.showContent(publishing.root());
        } else {
            state.showEmpty(
                    "fth-upload-cloud",
                    "The records of this domain are put into its zone by hand. Say where the zone is kept, and the console"
                            + " does it after a preview.",
                    controls,
                    commands.edit(domain()),
                    commands.copyZone(domain()));
        }
    }

    /** Shows how it is published, and reads the zone where that was not done. */
    void publish() {
        show(Part.PUBLISH);
        if (isManaged() && !(publishModel.stateProperty().get() instanceof PublishModel.State.Previewed)) {
            publishModel.preview();
        }
    }

    void show(Part wanted) {
        part.set(wanted);
    }

    @Override
    public String id() {
        return row.id();
    }

    @Override
    public Parent root() {
        return frame.root();
    }

    @Override
    public void onShow() {
        commands.verifying().addListener(onVerifying);
        frame.onShow();
        if (isManaged()) {
            publishModel.readHistory();
        }
    }

    @Override
    public void onHide() {
        frame.onHide();
        commands.verifying().removeListener(onVerifying);
    }

    @Override
    public void close() {
        publishModel.close();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        actions.add(goesBack);
        actions.addAll(commands.all(row.line()));
        switch (part.get()) {
            case RECORDS -> actions.addAll(split.table().actions());
            case KEYS -> actions.addAll(keys.actions());
            case PUBLISH -> actions.addAll(isManaged() ? publishing.actions() : List.of());
            case SPF -> {}
        }
        int number = 1;
        for (Part each : Part.values()) {
            actions.add(Action.of("domains.part-" + each.words, each.words, "fth-layout", () -> show(each))
                    .withShortcut("Shortcut+" + number++));
        }
        actions.add(refreshes);
        return actions;
    }

    @Override
    public void focus() {
        if (part.get() == Part.RECORDS) {
            split.focus(frame.head().back());
        } else {
            Focus.give(frame.head().back());
        }
    }
}
