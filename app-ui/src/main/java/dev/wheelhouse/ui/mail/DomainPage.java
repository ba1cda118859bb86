package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.DnsMode;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.check.SpfCheck;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.mail.records.ZoneFile;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.fx.Focus;
import dev.wheelhouse.ui.list.ListModel;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.LiveTable;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.screen.Page;
import dev.wheelhouse.ui.screen.PageBanner;
import dev.wheelhouse.ui.screen.PageHead;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ChangeListener;
import javafx.collections.ListChangeListener;
import javafx.collections.SetChangeListener;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The page of a domain: how it does, its records with what was found, its SPF look-ups, and its publishing. */
final class DomainPage implements Page {

    private static final double TABLE_SHARE = 0.58;
    private static final List<String> ICONS_ONLY =
            List.of("domains.edit", "domains.zone", "domains.key", "domains.delete");

    private final LiveRow<MailLine> row;
    private final MailCommands commands;
    private final Workbench workbench;
    private final ActionControls controls;
    private final RecordList records;
    private final ListModel<RecordLine> model;
    private final LiveTable<RecordLine> table;
    private final RecordPane pane;
    private final SpfPane spf = new SpfPane();
    private final PublishModel publishModel;
    private final PublishPane publishing;
    private final ObjectProperty<Part> part = new SimpleObjectProperty<>(this, "part", Part.RECORDS);
    private final StatePane state;
    private final StaleLine stale;
    private final SplitPane split = new SplitPane();
    private final Action goesBack;
    private final Action refreshes;
    private final PageHead head;
    private final Label facts = PageHead.facts();
    private final Label trouble = Nodes.wrapped("");
    private final PageBanner banner;
    private final VBox root = new VBox();
    private final ChangeListener<MailLine> onChange = (_, _, _) -> showDomain();
    private final SetChangeListener<String> onVerifying = _ -> showDomain();
    private Background.Handle watch = Background.Handle.NONE;

    /** What of it is shown. */
    enum Part {
        RECORDS("Records"),
        SPF("SPF"),
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
        this.records = new RecordList(commands.mail().domains(), row.id(), workbench, list.clock());
        this.model = new ListModel<>(records, (_, _) -> true);
        this.publishModel = new PublishModel(commands.mail().publishing(), row.id(), workbench, () -> {
            records.refresh();
            list.refresh();
        });
        this.publishing = new PublishPane(publishModel, this::domain, list.clock(), list.zone(), controls);
        this.goesBack = Action.of("domains.back", "All domains", "fth-arrow-left", back)
                .withShortcut("Alt+Left")
                .withCurl(MailCalls::domains);
        this.refreshes = Action.of("domains.refresh-page", "Refresh page", "fth-refresh-cw", this::refresh)
                .withShortcut("F5")
                .withCurl(() -> part.get() == Part.SPF ? MailCalls.spf(domain()) : MailCalls.evidence(domain()));
        this.table = new LiveTable<>(
                "record-table",
                model,
                RecordLine.columns(),
                lines -> lines.isEmpty() ? List.of() : actionsOf(lines.getFirst()),
                refreshes,
                controls);
        this.pane = new RecordPane(this::actionsOf, controls);
        this.state = new StatePane(workbench.background());
        this.stale = new StaleLine(list.clock(), list.zone(), List.of(records, list));
        this.head = new PageHead(goesBack, "fth-at-sign", facts, controls);
        this.banner = new PageBanner(controls, trouble);
        HBox parts = new HBox();
        parts.setId("parts");
        parts.getStyleClass().add("range-buttons");
        Segments.fill(parts, List.of(Part.values()), part, each -> each.words);
        VBox top = new VBox(12, head, banner, parts);
        top.getStyleClass().add("server-head");
        VBox.setVgrow(state, Priority.ALWAYS);
        root.getStyleClass().add("domain-page");
        root.getChildren().setAll(top, stale, state);
        split.getStyleClass().add("schedule-split");
        split.getItems().setAll(table.root(), pane.root());
        split.setDividerPositions(TABLE_SHARE);
        records.rows().addListener((ListChangeListener<LiveRow<RecordLine>>) _ -> showPart());
        records.knownProperty().addListener(_ -> showPart());
        records.failureProperty().addListener(_ -> showPart());
        model.selectedProperty().addListener(_ -> showSelected());
        model.openProperty().addListener((_, _, id) -> {
            if (id != null) {
                Focus.give(pane.root());
                model.back();
            }
        });
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
        return actions;
    }

    private Action copy(String id, String title, String what, String text) {
        return Action.of("records." + id, title, "fth-copy", () -> workbench.copy(text, what))
                .withCurl(() -> MailCalls.records(domain()));
    }

    private void refresh() {
        commands.list().refresh();
        records.refresh();
        if (domain().dnsMode() == DnsMode.MANAGED) {
            publishModel.readHistory();
        }
    }

    private void showDomain() {
        MailLine.OfDomain line = line();
        MailDomain domain = line.domain();
        boolean running = commands.verifying().contains(domain.id());
        head.show("fth-at-sign", line.name(), Nodes.stated(MailLabels.look(domain.verificationStatus()), ""));
        head.showTools(commands.all(line), List.of(domain, running), ICONS_ONLY);
        facts.setText((line.below().isEmpty() ? "" : line.below() + "  ·  ")
                + "on " + line.instance().name() + " (" + line.instance().hostname() + ")  ·  selector "
                + domain.dkimSelector() + "  ·  "
                + (domain.dns() == null
                        ? "records by hand"
                        : "records by the console, "
                                + MailLabels.provider(domain.dns().provider())));
        if (running) {
            banner.show("fth-loader", "Checking " + line.name() + "…", false, List.of());
            trouble.setText("Every name server of the zone is asked, for at most 10 seconds.");
        } else if (line.checked().isEmpty()) {
            banner.show("fth-clock", "It was not checked yet.", false, List.of());
            trouble.setText(
                    domain.dns() == null
                            ? "Put the records into the zone, then verify."
                            : "Publish the records, then verify.");
        } else if (!line.wrong().isEmpty()) {
            banner.show(
                    "fth-alert-triangle",
                    line.wrong() + ".",
                    domain.verificationStatus() == RecordStatus.FAILED,
                    List.of());
            trouble.setText("Checked " + line.checked() + ". " + next(domain.verificationStatus()));
        } else {
            banner.setVisible(false);
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
                            ? table.root()
                            : state.getChildren().getFirst());
        }
    }

    private void showPart() {
        var failure = records.failureProperty().get();
        if (part.get() == Part.PUBLISH) {
            showPublishing();
        } else if (records.rows().isEmpty() && failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), this::refresh, details -> workbench.copy(details, "The details"));
        } else if (records.rows().isEmpty()) {
            state.showLoading();
        } else if (part.get() == Part.SPF) {
            showSpf();
        } else {
            showRecords();
        }
    }

    private void showRecords() {
        boolean first = !state.getChildren().contains(split);
        state.showContent(split);
        String selected = model.selectedProperty().get();
        if (selected == null || records.find(selected).isEmpty()) {
            model.selectedProperty().set(records.rows().getFirst().id());
        }
        if (first && root.getScene() != null && !Focus.isWithin(head) && !Focus.isWithin(root)) {
            table.focus();
        }
        showSelected();
    }

    private void showSpf() {
        List<SpfCheck> checks = records.spf();
        if (checks.isEmpty()) {
            state.showEmpty(
                    "fth-git-branch",
                    "The SPF record was not evaluated yet: no name server answered, or no check was made.",
                    controls,
                    commands.all(line()).getFirst());
        } else {
            spf.show(checks);
            state.showContent(spf.root());
        }
    }

    private void showPublishing() {
        if (domain().dnsMode() == DnsMode.MANAGED) {
            state.showContent(publishing.root());
        } else {
            List<Action> all = commands.all(line());
            state.showEmpty(
                    "fth-upload-cloud",
                    "The records of this domain are put into its zone by hand. Say where the zone is kept, and the console"
                            + " does it after a preview.",
                    controls,
                    all.get(1),
                    all.get(2));
        }
    }

    private void showSelected() {
        String selected = model.selectedProperty().get();
        Instant now = commands.list().clock().instant();
        pane.show(selected == null ? null : records.find(selected).orElse(null), records.checkedAt(), now);
    }

    /** Shows how it is published, and reads the zone where that was not done. */
    void publish() {
        part.set(Part.PUBLISH);
        if (domain().dnsMode() == DnsMode.MANAGED
                && !(publishModel.stateProperty().get() instanceof PublishModel.State.Previewed)) {
            publishModel.preview();
        }
    }

    @Override
    public String id() {
        return row.id();
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        row.lineProperty().addListener(onChange);
        commands.verifying().addListener(onVerifying);
        watch = records.watch();
        stale.onShow();
        if (domain().dnsMode() == DnsMode.MANAGED) {
            publishModel.readHistory();
        }
        showDomain();
    }

    @Override
    public void onHide() {
        stale.onHide();
        watch.cancel();
        commands.verifying().removeListener(onVerifying);
        row.lineProperty().removeListener(onChange);
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
        if (part.get() == Part.RECORDS) {
            actions.addAll(table.actions());
        } else if (part.get() == Part.PUBLISH && domain().dnsMode() == DnsMode.MANAGED) {
            actions.addAll(publishing.actions());
        }
        actions.add(opens(Part.RECORDS, "Shortcut+1"));
        actions.add(opens(Part.SPF, "Shortcut+2"));
        actions.add(opens(Part.PUBLISH, "Shortcut+3"));
        actions.add(refreshes);
        return actions;
    }

    private Action opens(Part each, String keys) {
        return Action.of("domains.part-" + each.words, each.words, "fth-layout", () -> part.set(each))
                .withShortcut(keys);
    }

    @Override
    public void focus() {
        if (part.get() == Part.RECORDS && !records.rows().isEmpty()) {
            table.focus();
        } else {
            Focus.give(head.back());
        }
    }
}
