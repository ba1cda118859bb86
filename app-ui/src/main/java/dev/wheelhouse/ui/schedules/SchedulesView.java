package dev.wheelhouse.ui.schedules;

import dev.wheelhouse.core.schedules.Schedule;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.FormVeil;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.schedules.form.ScheduleFormMode;
import dev.wheelhouse.ui.schedules.form.ScheduleFormView;
import dev.wheelhouse.ui.schedules.form.ScheduleFormViewModel;
import dev.wheelhouse.ui.schedules.list.ScheduleCalls;
import dev.wheelhouse.ui.schedules.list.ScheduleCommands;
import dev.wheelhouse.ui.schedules.list.ScheduleForms;
import dev.wheelhouse.ui.schedules.list.ScheduleLine;
import dev.wheelhouse.ui.schedules.list.ScheduleWords;
import dev.wheelhouse.ui.schedules.page.SchedulePageView;
import dev.wheelhouse.ui.schedules.page.SchedulePageViewModel;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The schedules screen: the day ahead and the list, the page of one of them in their place, and the form above both. */
public final class SchedulesView implements Screen, ScheduleForms {

    private final SchedulesViewModel model;
    private final ScheduleCommands commands;
    private final Parts parts;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final StaleLine stale;
    private final ScheduleTable table;
    private final DayPane day;
    private final Action adds;
    private final Action refreshes;
    private final StackPane root;
    private final FormVeil veil;
    private @Nullable SchedulePageView page;
    private @Nullable ScheduleFormViewModel form;
    private boolean isShown;

    @FXML
    private VBox listPane;

    @FXML
    private TextField filter;

    @FXML
    private Label count;

    @FXML
    private Button refresh;

    @FXML
    private Button pause;

    @FXML
    private Button add;

    @FXML
    private HBox pausedBand;

    @FXML
    private Label pausedText;

    @FXML
    private Button resume;

    @FXML
    private StackPane dayPlace;

    @FXML
    private StackPane place;

    @FXML
    private StackPane pagePlace;

    /**
     * What the screen is made of.
     *
     * @param pages makes the model of a schedule's page from its id
     * @param forms makes the model of the form for what it is open for
     */
    public record Parts(
            SchedulesViewModel model,
            ScheduleCommands commands,
            Function<String, SchedulePageViewModel> pages,
            Function<ScheduleFormMode, ScheduleFormViewModel> forms,
            Workbench workbench,
            ActionControls controls) {}

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public SchedulesView(Parts parts) {
        this.parts = parts;
        this.model = parts.model();
        this.commands = parts.commands();
        this.workbench = parts.workbench();
        this.controls = parts.controls();
        this.state = new StatePane(workbench.background());
        this.table = new ScheduleTable(model, commands, this, controls);
        this.day = new DayPane(model);
        this.adds = commands.add(this).withShortcut("Shortcut+Shift+D");
        this.refreshes = Action.of(
                        "schedules.refresh",
                        "Refresh",
                        "fth-refresh-cw",
                        () -> model.list().refresh())
                .withShortcut("F5")
                .withCurl(ScheduleCalls::list);
        this.stale = new StaleLine(model.list().clock(), model.list().zone(), List.of(model.list()));
        this.root = (StackPane) FxmlViews.load(this);
        this.veil = new FormVeil(root, listPane, pagePlace);
    }

    @FXML
    void initialize() {
        controls.fill(add, adds);
        add.setText(adds.title());
        controls.fill(refresh, refreshes);
        worded(pause, commands.pauseAll());
        worded(resume, commands.resumeAll());
        dayPlace.getChildren().setAll(day);
        filter.textProperty().bindBidirectional(model.filterProperty());
        filter.setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.ENTER) {
                table.focus();
                event.consume();
            } else if (event.getCode() == KeyCode.ESCAPE && !filter.getText().isEmpty()) {
                filter.clear();
                event.consume();
            }
        });
        place.getChildren().setAll(state);
        listPane.getChildren().add(listPane.getChildren().indexOf(place), stale);
        model.list().knownProperty().addListener(_ -> showState());
        model.list().failureProperty().addListener(_ -> showState());
        model.list().pausedSinceProperty().addListener(_ -> showPaused());
        model.shown().addListener((ListChangeListener<LiveRow<ScheduleLine>>) _ -> showState());
        model.openProperty().addListener(_ -> showPage());
        pausedBand.managedProperty().bind(pausedBand.visibleProperty());
        pause.managedProperty().bind(pause.visibleProperty());
        dayPlace.managedProperty().bind(dayPlace.visibleProperty());
        showState();
        showPaused();
        showPage();
    }

    private void worded(Button button, Action action) {
        controls.fill(button, action);
        button.setText(action.title());
    }

    private void showPaused() {
        Instant since = model.list().pausedSinceProperty().get();
        pausedBand.setVisible(since != null);
        showPauseButton();
        if (since != null) {
            pausedText.setText("Since "
                    + ScheduleWords.moment(
                            since, model.list().clock().instant(), model.list().zone())
                    + " nothing becomes due. What ran then went on to its end; “Run now” still works.");
        }
    }

    private void showPauseButton() {
        pause.setVisible(model.list().pausedSinceProperty().get() == null
                && !model.list().rows().isEmpty());
    }

    private void showState() {
        var list = model.list();
        var failure = list.failureProperty().get();
        count.setText(countWords());
        showPauseButton();
        dayPlace.setVisible(!list.rows().isEmpty());
        if (!model.shown().isEmpty()) {
            state.showContent(table.root());
        } else if (!list.rows().isEmpty()) {
            state.showEmpty(
                    "fth-search",
                    "No schedule matches “" + model.filterProperty().get().strip() + "”.",
                    controls,
                    Action.of(
                            "schedules.show-all",
                            "Show all",
                            "fth-x",
                            () -> model.filterProperty().set("")));
        } else if (list.knownProperty().get()) {
            state.showEmpty(
                    "fth-calendar",
                    "No schedule yet. Add a command that a server runs at certain times; what it writes is kept.",
                    controls,
                    adds);
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), list::refresh, details -> workbench.copy(details, "The details"));
        } else {
            state.showLoading();
        }
    }

    private String countWords() {
        int all = model.list().rows().size();
        int seen = model.shown().size();
        String schedules = all == 1 ? "1 schedule" : all + " schedules";
        return all == 0 ? "" : seen == all ? schedules : seen + " of " + schedules;
    }

    private void showPage() {
        String wanted = model.openProperty().get();
        if (page != null && Objects.equals(wanted, page.scheduleId())) {
            return;
        }
        closePage();
        boolean paged = wanted != null;
        listPane.setVisible(!paged);
        pagePlace.setVisible(paged);
        if (wanted == null) {
            if (isShown) {
                table.focus();
            }
            return;
        }
        SchedulePageView made = new SchedulePageView(
                parts.pages().apply(wanted),
                new SchedulePageView.Parts(commands, this, model::back, workbench, controls));
        page = made;
        pagePlace.getChildren().setAll(made.root());
        if (isShown) {
            made.onShow();
            made.focus();
        }
    }

    /** Opens the page of a schedule with one of its runs. */
    void reveal(String scheduleId, String runId) {
        model.open(scheduleId);
        if (page != null) {
            page.select(runId);
        }
    }

    private void closePage() {
        if (page != null) {
            if (isShown) {
                page.onHide();
            }
            page = null;
            pagePlace.getChildren().clear();
        }
    }

    @Override
    public void add() {
        open(new ScheduleFormMode.Add());
    }

    @Override
    public void edit(Schedule schedule) {
        open(new ScheduleFormMode.Edit(schedule));
    }

    @Override
    public void copy(Schedule schedule) {
        open(new ScheduleFormMode.Copy(schedule));
    }

    private void open(ScheduleFormMode mode) {
        if (form != null) {
            // What was typed there is not thrown away.
            veil.focus();
            return;
        }
        ScheduleFormViewModel made = parts.forms().apply(mode);
        form = made;
        boolean edited = mode instanceof ScheduleFormMode.Edit;
        ScheduleFormView view = new ScheduleFormView(
                made, workbench, controls, new ScheduleFormView.Ends(saved -> saved(saved, edited), this::closeForm));
        veil.show(view.root(), view::focus);
    }

    private void saved(Schedule saved, boolean edited) {
        closeForm();
        workbench.say(Notice.info(saved.name() + (edited ? " was saved." : " was added.")));
        model.list().refresh(() -> {
            if (!edited) {
                model.open(saved.id());
            }
        });
    }

    private void closeForm() {
        if (form != null) {
            form.close();
            form = null;
            veil.hide();
            focus();
        }
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void onShow() {
        isShown = true;
        model.onShow();
        stale.onShow();
        if (page != null) {
            page.onShow();
        }
    }

    @Override
    public boolean isCovered() {
        return form != null;
    }

    @Override
    public void onHide() {
        if (page != null) {
            page.onHide();
        }
        stale.onHide();
        model.onHide();
        isShown = false;
    }

    /** A run on trial ends with the window. */
    @Override
    public void onClose() {
        if (form != null) {
            form.close();
        }
    }

    @Override
    public List<Action> actions() {
        if (form != null) {
            return List.of();
        }
        List<Action> actions = new ArrayList<>();
        if (page != null) {
            actions.addAll(page.actions());
        } else {
            actions.addAll(table.actions());
            actions.add(Action.of("schedules.filter", "Find a schedule", "fth-search", filter::requestFocus)
                    .withShortcut("Shortcut+F"));
        }
        if (!model.list().rows().isEmpty()) {
            actions.add(commands.pauseOrResume().withShortcut("Shortcut+Shift+U"));
        }
        actions.add(refreshes);
        actions.add(adds);
        return actions;
    }

    @Override
    public void focus() {
        if (form != null) {
            veil.focus();
            return;
        }
        if (page != null) {
            page.focus();
        } else {
            table.focus();
        }
    }
}
