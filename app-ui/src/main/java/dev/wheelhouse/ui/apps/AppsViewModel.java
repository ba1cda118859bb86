package dev.wheelhouse.ui.apps;

import dev.wheelhouse.ui.apps.list.AppLine;
import dev.wheelhouse.ui.apps.list.AppList;
import dev.wheelhouse.ui.fx.Background;
import dev.wheelhouse.ui.list.LiveRow;
import java.util.List;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import org.jspecify.annotations.Nullable;

/** The list of apps: what is typed and chosen to sift it, and which one's page is open. */
public final class AppsViewModel {

    private final AppList list;
    private final StringProperty filter = new SimpleStringProperty(this, "filter", "");
    private final ObjectProperty<AppGroup> group = new SimpleObjectProperty<>(this, "group", AppGroup.ALL);
    private final ObjectProperty<@Nullable String> server = new SimpleObjectProperty<>(this, "server");
    private final FilteredList<LiveRow<AppLine>> shown;
    private final ObjectProperty<@Nullable String> open = new SimpleObjectProperty<>(this, "open");
    private Background.Handle watch = Background.Handle.NONE;

    public AppsViewModel(AppList list) {
        this.list = list;
        this.shown = new FilteredList<>(list.rows(), this::isWanted);
        filter.addListener(_ -> sift());
        group.addListener(_ -> sift());
        server.addListener(_ -> sift());
        list.rows().addListener((ListChangeListener<LiveRow<AppLine>>) _ -> leaveWhatIsGone());
    }

    private void sift() {
        // Anew: the predicate reads what changed.
        shown.setPredicate(row -> isWanted(row));
    }

    private boolean isWanted(LiveRow<AppLine> row) {
        return isWanted(row.line(), group.get());
    }

    private boolean isWanted(AppLine line, AppGroup of) {
        String wantedServer = server.get();
        return of.has(line)
                && line.matches(filter.get())
                && (wantedServer == null || wantedServer.equals(line.app().serverId()));
    }

    /** How many a group has, of those that the other choices let through. */
    public int count(AppGroup of) {
        return (int)
                list.rows().stream().filter(row -> isWanted(row.line(), of)).count();
    }

    private void leaveWhatIsGone() {
        String page = open.get();
        if (page != null && list.knownProperty().get() && list.find(page).isEmpty()) {
            open.set(null);
        }
    }

    public void onShow() {
        watch = list.watch();
    }

    public void onHide() {
        watch.cancel();
    }

    /** Shows all of them again. */
    public void showAll() {
        filter.set("");
        group.set(AppGroup.ALL);
        server.set(null);
    }

    /** Whether anything but all is shown. */
    public boolean isSifted() {
        return !filter.get().isBlank() || group.get() != AppGroup.ALL || server.get() != null;
    }

    /** Opens the page of an app. */
    public void open(String appId) {
        open.set(appId);
    }

    /** Back to the list. */
    public void back() {
        open.set(null);
    }

    public AppList list() {
        return list;
    }

    public StringProperty filterProperty() {
        return filter;
    }

    public ObjectProperty<AppGroup> groupProperty() {
        return group;
    }

    /** Id of the server whose apps are shown; null for all servers. */
    public ObjectProperty<@Nullable String> serverProperty() {
        return server;
    }

    /** Those that are let through; tells of every change of a row. */
    public ObservableList<LiveRow<AppLine>> shown() {
        return shown;
    }

    /** Id of the app whose page is open; null for the list. */
    public ObjectProperty<@Nullable String> openProperty() {
        return open;
    }

    public List<AppLine> lines() {
        return shown.stream().map(LiveRow::line).toList();
    }
}
