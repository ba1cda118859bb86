package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.AuditService;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventVerification;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.screen.PageBanner;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Parent;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import javafx.util.StringConverter;

/** The screen of the audit log: what happened and who did it, its export, and whether it is whole. */
final class AuditView implements Screen {

    private static final String ALL = "*";
    private static final String FILE = "events.ndjson";

    private final AuditService audit;
    private final AuditList list;
    private final Workbench workbench;
    private final ActionControls controls;
    private final ObjectProperty<String> group = new SimpleObjectProperty<>(this, "group", ALL);
    private final ObjectProperty<Span> span = new SimpleObjectProperty<>(this, "span", Span.EVER);
    private final ObjectProperty<AuditTimeline.Only> only =
            new SimpleObjectProperty<>(this, "only", AuditTimeline.Only.ALL);
    private final Label whole = Nodes.wrapped("");
    private final PageBanner banner;
    private final StaleLine stale;
    private final StatePane state;
    private final AuditTimeline timeline;
    private final ComboBox<String> groups = new ComboBox<>();
    private final Action refresh;
    private final Action verify;
    private final Action export;
    private final Action showAll;
    private final VBox root = new VBox();
    private Background.Handle watch = Background.Handle.NONE;

    private enum Span {
        DAY("24 h", Duration.ofDays(1)),
        WEEK("7 days", Duration.ofDays(7)),
        MONTH("30 days", Duration.ofDays(30)),
        EVER("All", Duration.ZERO);

        private final String words;
        private final Duration length;

        Span(String words, Duration length) {
            this.words = words;
            this.length = length;
        }
    }

    AuditView(AuditService audit, AuditList list, Workbench workbench, ActionControls controls) {
        this.audit = audit;
        this.list = list;
        this.workbench = workbench;
        this.controls = controls;
        this.refresh = Action.of("audit.refresh", "Refresh", "fth-refresh-cw", list::refresh)
                .withShortcut("F5")
                .withCurl(() -> AccessCalls.events(list.filter()));
        this.verify = Action.of("audit.verify", "Verify", "fth-check-square", this::verify)
                .withShortcut("Shortcut+R")
                .withCurl(AccessCalls::verify);
        this.export = Action.of("audit.export", "Export…", "fth-download", this::export)
                .withShortcut("Shortcut+E")
                .withCurl(AccessCalls::export);
        this.showAll = Action.of("audit.all", "Show all", "fth-x", this::showAll)
                .withCurl(() -> AccessCalls.events(EventFilter.ALL));
        this.banner = new PageBanner(controls, whole);
        this.stale = new StaleLine(list.clock(), list.zone(), List.of(list));
        this.state = new StatePane(workbench.background());
        this.timeline = new AuditTimeline(list, state, only::set, this::showEmpty, refresh, workbench, controls);
        VBox.setVgrow(state, Priority.ALWAYS);
        root.getStyleClass().add("audit");
        root.getChildren().setAll(head(), banner, stale, state);
        Stream.of(group, span, only).forEach(each -> each.addListener(_ -> narrow()));
    }

    private HBox head() {
        List<String> choices = new ArrayList<>(List.of(ALL));
        Arrays.stream(EventKind.values())
                .map(each -> each.wireName().substring(0, each.wireName().indexOf('.')))
                .distinct()
                .sorted()
                .map(each -> each + ".*")
                .forEach(choices::add);
        groups.setId("groups");
        groups.setAccessibleText("Kind of event");
        groups.getItems().setAll(choices);
        groups.setConverter(new StringConverter<>() {
            @Override
            public String toString(String pattern) {
                return pattern == null || pattern.equals(ALL) ? "All events" : pattern;
            }

            @Override
            public String fromString(String words) {
                return words;
            }
        });
        groups.valueProperty().bindBidirectional(group);
        Label narrowed = Nodes.narrow("", "dim");
        narrowed.setId("narrowed");
        narrowed.textProperty().bind(only.map(each -> each.words()));
        var all = controls.button(showAll);
        all.visibleProperty().bind(only.isNotEqualTo(AuditTimeline.Only.ALL));
        all.managedProperty().bind(all.visibleProperty());
        HBox head = Nodes.line(
                8,
                groups,
                Segments.lowRow("spans", List.of(Span.values()), span, each -> each.words),
                narrowed,
                all,
                Nodes.gap(),
                controls.iconButton(refresh),
                controls.wholeButton(export),
                controls.wholeButton(verify));
        head.getStyleClass().add("history-head");
        return head;
    }

    private void narrow() {
        Span chosen = span.get();
        list.narrow(new EventFilter(
                group.get().equals(ALL) ? List.of() : List.of(group.get()),
                only.get().subjectId(),
                only.get().actorId(),
                chosen == Span.EVER
                        ? null
                        : list.clock().instant().minus(chosen.length).truncatedTo(ChronoUnit.SECONDS),
                null));
    }

    private void showAll() {
        group.set(ALL);
        span.set(Span.EVER);
        only.set(AuditTimeline.Only.ALL);
    }

    private void showEmpty() {
        state.showEmpty("fth-search", "No event matches this filter.", controls, showAll);
    }

    private void verify() {
        banner.setVisible(false);
        verify.enabledProperty().set(false);
        workbench.run(
                audit::verify,
                result -> {
                    verify.enabledProperty().set(true);
                    show(result);
                },
                failure -> {
                    verify.enabledProperty().set(true);
                    workbench.say(failure);
                });
    }

    private void show(EventVerification.Result result) {
        String fault = result.fault();
        if (fault == null) {
            workbench.say(Notice.info("The log is whole: events %,d to %,d are as they were written."
                    .formatted(result.first(), result.last())));
            return;
        }
        whole.setText(
                result.last() == 0
                        ? "Export the log now, and ask who can write to the state of this console."
                        : "Events %,d to %,d are as they were written. Export the log now, and ask who can write to the state of this console."
                                .formatted(result.first(), result.last()));
        banner.show("fth-alert-octagon", "The log is not as it was written: " + fault, true, List.of());
    }

    private void export() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Export the audit log");
        chooser.setInitialFileName(FILE);
        File chosen = chooser.showSaveDialog(root.getScene().getWindow());
        if (chosen != null) {
            export(chosen.toPath());
        }
    }

    /** Writes the log beside the file first, so that one that is there stays until the new one is whole. */
    void export(Path file) {
        export.enabledProperty().set(false);
        workbench
                .background()
                .run(
                        () -> {
                            write(file);
                            return file;
                        },
                        written -> {
                            export.enabledProperty().set(true);
                            workbench.say(Notice.info("The log was exported to " + written.getFileName()
                                    + ". Verify it anywhere with: packaging/run.sh audit verify FILE"));
                        },
                        failure -> {
                            export.enabledProperty().set(true);
                            workbench.say(failure);
                        });
    }

    private void write(Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.deleteIfExists(part);
            try (OutputStream out = PrivateFiles.write(part)) {
                audit.export(workbench.callers().get(), out);
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UncheckedIOException e) {
            throw new AppException(
                    PlatformError.STORAGE_FULL,
                    file + " could not be written (" + e.getMessage() + "). Choose another folder.",
                    e);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Shows some of them, of whichever kind and time. */
    void show(AuditTimeline.Only wanted) {
        showAll();
        only.set(wanted);
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        watch = list.watch();
        stale.onShow();
    }

    @Override
    public void onHide() {
        stale.onHide();
        watch.cancel();
    }

    @Override
    public List<Action> actions() {
        List<Action> actions = new ArrayList<>(timeline.actions());
        actions.addAll(List.of(refresh, verify, export, showAll));
        return actions;
    }

    @Override
    public void focus() {
        timeline.focus(groups);
    }
}
