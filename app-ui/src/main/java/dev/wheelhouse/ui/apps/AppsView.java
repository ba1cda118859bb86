package dev.wheelhouse.ui.apps;

import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.ActionControls;
import dev.wheelhouse.ui.apps.form.AppFormMode;
import dev.wheelhouse.ui.apps.form.AppFormView;
import dev.wheelhouse.ui.apps.form.AppFormViewModel;
import dev.wheelhouse.ui.apps.list.AppCalls;
import dev.wheelhouse.ui.apps.list.AppCommands;
import dev.wheelhouse.ui.apps.list.AppForms;
import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.apps.page.AppPageView;
import dev.wheelhouse.ui.apps.page.AppPageViewModel;
import dev.wheelhouse.ui.controls.StatePane;
import dev.wheelhouse.ui.controls.form.FormVeil;
import dev.wheelhouse.ui.error.ErrorPresenter;
import dev.wheelhouse.ui.fx.FxmlViews;
import dev.wheelhouse.ui.list.LiveRow;
import dev.wheelhouse.ui.list.StaleLine;
import dev.wheelhouse.ui.servers.ServersEntrance;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Screen;
import dev.wheelhouse.ui.shell.Workbench;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The apps screen: the list, the page of one of them in its place, and the form above both. */
public final class AppsView implements Screen, AppForms {

    private final AppsViewModel model;
    private final AppCommands commands;
    private final Parts parts;
    private final Workbench workbench;
    private final ActionControls controls;
    private final StatePane state;
    private final StaleLine stale;
    private final AppTable table;
    private final Action adds;
    private final Action refreshes;
    private final StackPane root;
    private final FormVeil veil;
    private @Nullable AppPageView page;
    private @Nullable AppFormViewModel form;
    private boolean isShown;

    @FXML
    private VBox listPane;

    @FXML
    private TextField filter;

    @FXML
    private HBox groups;

    @FXML
    private ComboBox<ServerChoice> server;

    @FXML
    private HBox selectionTools;

    @FXML
    private Button refresh;

    @FXML
    private Button add;

    @FXML
    private StackPane place;

    @FXML
    private StackPane pagePlace;

    /**
     * What the screen is made of.
     *
     * @param pages makes the model of an app's page from its id
     * @param forms makes the model of the form for what it is open for
     */
    public record Parts(
            AppsViewModel model,
            AppCommands commands,
            ServersEntrance servers,
            Function<String, AppPageViewModel> pages,
            Function<AppFormMode, AppFormViewModel> forms,
            Workbench workbench,
            ActionControls controls) {}

    @SuppressWarnings("NullAway.Init") // The loader fills the fields.
    public AppsView(Parts parts) {
        this.parts = parts;
        this.model = parts.model();
        this.commands = parts.commands();
        this.workbench = parts.workbench();
        this.controls = parts.controls();
        this.state = new StatePane(workbench.background());
        this.table = new AppTable(model, commands, this, controls);
        this.adds = commands.add(this, null).withShortcut("Shortcut+Shift+N");
        this.refreshes = Action.of(
                        "apps.refresh",
                        "Refresh",
                        "fth-refresh-cw",
                        () -> model.list().refresh())
                .withShortcut("F5")
                .withCurl(AppCalls::list);
        this.stale = new StaleLine(model.list().clock(), ZoneId.systemDefault(), List.of(model.list()));
        this.root = (StackPane) FxmlViews.load(this);
        this.veil = new FormVeil(root, listPane, pagePlace);
    }

    @FXML
    void initialize() {
        controls.fill(add, adds);
        add.setText(adds.title());
        controls.fill(refresh, refreshes);
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
        new AppSieve(model, groups, server);
        table.chosen().addListener((ListChangeListener<LiveRow<AppLine>>) _ -> showTools());
        model.list().knownProperty().addListener(_ -> showState());
        model.list().failureProperty().addListener(_ -> showState());
        model.shown().addListener((ListChangeListener<LiveRow<AppLine>>) _ -> {
            showState();
            showTools();
        });
        model.openProperty().addListener(_ -> showPage());
        showState();
        showTools();
        showPage();
    }

    private List<Action> shownTools = List.of();

    /** What can be done with what is chosen; buttons stay while that stays the same. */
    private void showTools() {
        List<AppLine> lines = table.chosenLines();
        List<Action> now = lines.size() < 2 ? List.of() : commands.all(lines, this);
        if (AppTable.isSame(shownTools, now) && selectionTools.getChildren().size() == now.size()) {
            // Their lines are read when they run.
            return;
        }
        shownTools = now;
        selectionTools.getChildren().clear();
        for (int i = 0; i < now.size(); i++) {
            int which = i;
            Action shown = now.get(i);
            Action fresh = Action.of(shown.id(), shown.title(), shown.icon(), () -> {
                List<Action> then = commands.all(table.chosenLines(), this);
                if (which < then.size()) {
                    then.get(which).run();
                }
            });
            fresh.enabledProperty().set(shown.isEnabled());
            Action keyed = shown.shortcut().map(fresh::withShortcut).orElse(fresh);
            Button button = controls.iconButton(keyed);
            selectionTools.getChildren().add(button);
        }
    }

    private void showState() {
        var list = model.list();
        var failure = list.failureProperty().get();
        if (!model.shown().isEmpty()) {
            state.showContent(table.root());
        } else if (!list.rows().isEmpty()) {
            state.showEmpty(
                    "fth-search",
                    model.filterProperty().get().isBlank()
                            ? "No app is like that now."
                            : "No app matches “" + model.filterProperty().get().strip() + "”.",
                    controls,
                    Action.of("apps.show-all", "Show all", "fth-x", model::showAll));
        } else if (list.knownProperty().get()) {
            state.showEmpty(
                    "fth-box",
                    "No app yet. Add a program, a systemd unit or a container; what already runs on a server is found"
                            + " there.",
                    controls,
                    adds);
        } else if (failure != null) {
            state.showFailure(
                    ErrorPresenter.present(failure), list::refresh, details -> workbench.copy(details, "The details"));
        } else {
            state.showLoading();
        }
    }

    private void showPage() {
        String wanted = model.openProperty().get();
        if (page != null && Objects.equals(wanted, page.appId())) {
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
        AppPageView made = new AppPageView(
                parts.pages().apply(wanted),
                new AppPageView.Parts(commands, this, model::back, parts.servers(), workbench, controls));
        page = made;
        pagePlace.getChildren().setAll(made.root());
        if (isShown) {
            made.onShow();
            made.focus();
        }
    }

    private void closePage() {
        if (page != null) {
            if (isShown) {
                page.onHide();
            }
            page.dispose();
            page = null;
            pagePlace.getChildren().clear();
        }
    }

    @Override
    public void add(@Nullable String serverId) {
        open(new AppFormMode.Add(serverId));
    }

    @Override
    public void edit(App app) {
        open(new AppFormMode.Edit(app));
    }

    private void open(AppFormMode mode) {
        if (form != null) {
            // What was typed there is not thrown away.
            veil.focus();
            return;
        }
        AppFormViewModel made = parts.forms().apply(mode);
        form = made;
        AppFormView view = new AppFormView(made, controls, new AppFormView.Ends(this::saved, this::closeForm));
        veil.show(view.root(), view::focus);
        made.onShow();
    }

    private void saved(AppFormViewModel.Saved saved) {
        closeForm();
        workbench.say(Notice.info(saved.app().name() + " " + saved.words() + "."));
        model.list().refresh(() -> {
            if (saved.isNew()) {
                model.open(saved.app().id());
            }
        });
    }

    private void closeForm() {
        if (form != null) {
            form.close();
            form = null;
            veil.hide();
            model.list().refresh();
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

    @Override
    public void onClose() {
        closePage();
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
            actions.add(Action.of("apps.filter", "Find an app", "fth-search", filter::requestFocus)
                    .withShortcut("Shortcut+F"));
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
