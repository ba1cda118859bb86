package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventKind;
import dev.wheelhouse.core.platform.event.EventVerification;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.Nodes;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.Segments;
import dev.wheelhouse.ui.controls.form.Shown;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.screen.PageBanner;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** The screen of the audit log: what happened and who did it, its export, and whether it is whole. */
final class AuditView implements Screen {

    private static final String FILE = "events.ndjson";

    private final AuditViewModel model;
    private final AuditList list;
    private final ActionControls controls;
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

    AuditView(AuditViewModel model, Workbench workbench, ActionControls controls) {
        this.model = model;
        this.list = model.list();
        this.controls = controls;
        this.refresh = Action.of("audit.refresh", "Refresh", "fth-refresh-cw", list::refresh)
                .withShortcut("F5")
                .withCurl(() -> AccessCalls.events(list.filter()));
        this.verify = Action.of("audit.verify", "Verify", "fth-check-square", model::verify)
                .withShortcut("Shortcut+R")
                .withCurl(AccessCalls::verify);
        this.export = Action.of("audit.export", "Export…", "fth-download", this::export)
                .withShortcut("Shortcut+E")
                .withCurl(AccessCalls::export);
        this.showAll = Action.of("audit.all", "Show all", "fth-x", model::showAll)
                .withCurl(() -> AccessCalls.events(EventFilter.ALL));
        model.verifyingProperty()
                .addListener((_, _, now) -> verify.enabledProperty().set(!now));
        model.exportingProperty()
                .addListener((_, _, now) -> export.enabledProperty().set(!now));
        model.faultProperty().addListener((_, _, now) -> show(now));
        this.banner = new PageBanner(controls, whole);
        this.stale = new StaleLine(list.clock(), list.zone(), List.of(list));
        this.state = new StatePane(workbench.background());
        this.timeline = new AuditTimeline(
                list, state, model.onlyProperty()::set, this::showEmpty, refresh, workbench, controls);
        VBox.setVgrow(state, Priority.ALWAYS);
        root.getStyleClass().add("audit");
        root.getChildren().setAll(head(), banner, stale, state);
    }

    private HBox head() {
        groups.setId("groups");
        groups.setAccessibleText("Kind of event");
        groups.getItems().setAll(kinds());
        groups.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable String pattern) {
                return pattern == null || pattern.equals(AuditViewModel.ALL) ? "All events" : pattern;
            }

            @Override
            public String fromString(String words) {
                return words;
            }
        });
        groups.valueProperty().bindBidirectional(model.groupProperty());
        Label narrowed = Nodes.narrow("", "dim");
        narrowed.setId("narrowed");
        narrowed.textProperty().bind(model.onlyProperty().map(AuditTimeline.Only::words));
        Button all = Shown.when(controls.button(showAll), model.onlyProperty().isNotEqualTo(AuditTimeline.Only.ALL));
        HBox head = Nodes.line(
                8,
                groups,
                Segments.lowRow(
                        "spans",
                        List.of(AuditViewModel.Span.values()),
                        model.spanProperty(),
                        AuditViewModel.Span::words),
                narrowed,
                all,
                Nodes.gap(),
                controls.iconButton(refresh),
                controls.wholeButton(export),
                controls.wholeButton(verify));
        head.getStyleClass().add("history-head");
        return head;
    }

    private static List<String> kinds() {
        List<String> kinds = new ArrayList<>(List.of(AuditViewModel.ALL));
        Arrays.stream(EventKind.values())
                .map(each -> each.wireName().substring(0, each.wireName().indexOf('.')))
                .distinct()
                .sorted()
                .map(each -> each + ".*")
                .forEach(kinds::add);
        return kinds;
    }

    private void showEmpty() {
        state.showEmpty("fth-search", "No event matches this filter.", controls, showAll);
    }

    private void show(EventVerification.@Nullable Result result) {
        if (result == null) {
            banner.setVisible(false);
            return;
        }
        String advice = "Export the log now, and ask who can write to the state of this console.";
        whole.setText(
                result.last() == 0
                        ? advice
                        : "Events %,d to %,d are as they were written. ".formatted(result.first(), result.last())
                                + advice);
        banner.show("fth-alert-octagon", "The log is not as it was written: " + result.fault(), true, List.of());
    }

    private void export() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Export the audit log");
        chooser.setInitialFileName(FILE);
        File chosen = chooser.showSaveDialog(root.getScene().getWindow());
        if (chosen != null) {
            model.export(chosen.toPath());
        }
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
