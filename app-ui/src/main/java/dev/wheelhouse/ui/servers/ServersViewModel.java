package dev.wheelhouse.ui.servers;

import dev.wheelhouse.ui.fx.Background;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ListChangeListener;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;

/** The list of servers: what is typed to sift it, what is selected, and which one's page is open. */
public final class ServersViewModel {

    private final ServerList list;
    private final StringProperty filter = new SimpleStringProperty(this, "filter", "");
    private final ObservableList<ServerLine> shown = FXCollections.observableArrayList();
    private final ObservableList<ServerLine> view = FXCollections.unmodifiableObservableList(shown);
    private final ObjectProperty<@Nullable String> selected = new SimpleObjectProperty<>(this, "selected");
    private final ObjectProperty<@Nullable String> open = new SimpleObjectProperty<>(this, "open");
    private Background.Handle watch = Background.Handle.NONE;

    public ServersViewModel(ServerList list) {
        this.list = list;
        filter.addListener(_ -> sift());
        list.items().addListener((ListChangeListener<ServerLine>) _ -> {
            sift();
            leaveWhatIsGone();
        });
        sift();
    }

    private void sift() {
        List<ServerLine> found =
                list.items().stream().filter(each -> each.matches(filter.get())).toList();
        // In place where they are the same, so that a selection stays.
        if (ids(found).equals(ids(shown))) {
            for (int i = 0; i < found.size(); i++) {
                if (!Objects.equals(found.get(i), shown.get(i))) {
                    shown.set(i, found.get(i));
                }
            }
        } else {
            shown.setAll(found);
        }
    }

    private static List<String> ids(List<ServerLine> lines) {
        return lines.stream().map(ServerLine::id).toList();
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

    /** Opens the page of a server. */
    public void open(String serverId) {
        selected.set(serverId);
        open.set(serverId);
    }

    /** Back to the list. */
    public void back() {
        open.set(null);
    }

    public ServerList list() {
        return list;
    }

    public StringProperty filterProperty() {
        return filter;
    }

    /** Those that match what is typed. */
    public ObservableList<ServerLine> shown() {
        return view;
    }

    /** Id of the server that is chosen in the list. */
    public ObjectProperty<@Nullable String> selectedProperty() {
        return selected;
    }

    public Optional<ServerLine> selected() {
        return Optional.ofNullable(selected.get()).flatMap(list::find);
    }

    /** Id of the server whose page is open; null for the list. */
    public ObjectProperty<@Nullable String> openProperty() {
        return open;
    }
}
