package dev.wheelhouse.ui.mail;

import dev.wheelhouse.core.mail.MailPublishing;
import dev.wheelhouse.core.mail.Publication;
import dev.wheelhouse.core.mail.PublicationStatus;
import dev.wheelhouse.core.mail.publish.PlanRow;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.fx.Latest;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;

/** What publishing a managed domain would do, does and did. Belongs to the window's thread. */
final class PublishModel {

    private final MailPublishing publishing;
    private final String domainId;
    private final Workbench workbench;
    private final Runnable changed;
    private final Latest working;
    private final Latest reading;
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(this, "state", new State.Idle());
    private final ObjectProperty<Set<String>> accepted = new SimpleObjectProperty<>(this, "accepted", Set.of());
    private final ReadOnlyObjectWrapper<List<Publication>> history =
            new ReadOnlyObjectWrapper<>(this, "history", List.of());

    /** How far it is. */
    sealed interface State {

        /** Nothing was asked for. */
        record Idle() implements State {}

        /** @param words what is waited for */
        record Working(String words) implements State {}

        record Previewed(Publication preview) implements State {}

        record Ended(Publication publication) implements State {}

        /** Why it was not done, in the words of whoever refused. */
        record Refused(String words) implements State {}
    }

    /** @param changed runs when the zone was changed */
    PublishModel(MailPublishing publishing, String domainId, Workbench workbench, Runnable changed) {
        this.publishing = publishing;
        this.domainId = domainId;
        this.workbench = workbench;
        this.changed = changed;
        this.working = new Latest(workbench.background());
        this.reading = new Latest(workbench.background());
    }

    void preview() {
        work("Reading the zone…", caller -> publishing.preview(caller, domainId), State.Previewed::new);
    }

    /** Applies the preview with the rows that were ticked. */
    void publish() {
        if (state.get() instanceof State.Previewed(Publication preview)) {
            Set<String> ticked = accepted.get();
            work("Publishing…", caller -> publishing.publish(caller, domainId, preview.id(), ticked), State.Ended::new);
        }
    }

    /** Takes back what was published last. */
    void undo() {
        work("Taking it back…", caller -> publishing.undo(caller, domainId), State.Ended::new);
    }

    private void work(String words, Function<Caller, Publication> work, Function<Publication, State> end) {
        if (state.get() instanceof State.Working) {
            return;
        }
        state.set(new State.Working(words));
        accepted.set(Set.of());
        working.run(
                () -> work.apply(workbench.callers().get()),
                publication -> {
                    state.set(end.apply(publication));
                    if (publication.status() != PublicationStatus.PREVIEWED) {
                        changed.run();
                    }
                    readHistory();
                },
                failure -> {
                    state.set(new State.Refused(String.valueOf(failure.getMessage())));
                    readHistory();
                });
    }

    /** Reads what was published before. */
    void readHistory() {
        reading.run(
                () -> publishing.history(workbench.callers().get(), domainId), this::take, (AppException failure) -> {
                    if (!(state.get() instanceof State.Refused)) {
                        state.set(new State.Refused(String.valueOf(failure.getMessage())));
                    }
                });
    }

    /** What is shown stays where nothing is new, with the keyboard in it. */
    private void take(List<Publication> read) {
        if (!read.equals(history.get())) {
            history.set(read);
        }
    }

    /** Ticks a row of somebody else's record, or takes the tick away. */
    void accept(PlanRow row, boolean ticked) {
        Set<String> now = new HashSet<>(accepted.get());
        if (ticked) {
            now.add(row.id());
        } else {
            now.remove(row.id());
        }
        accepted.set(Set.copyOf(now));
    }

    /** How many rows would be applied now. */
    int count() {
        return state.get() instanceof State.Previewed(Publication preview)
                ? (int) preview.plan().rows().stream()
                        .filter(each -> each.needsTick()
                                ? accepted.get().contains(each.id())
                                : !each.edits().isEmpty())
                        .count()
                : 0;
    }

    /** What can be undone; empty where nothing can. */
    Optional<Publication> last() {
        return history.get().stream()
                .filter(each -> each.status() == PublicationStatus.APPLIED)
                .findFirst();
    }

    /** Forgets what is under way here; the core goes on with it. */
    void close() {
        working.cancel();
        reading.cancel();
    }

    ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }

    /** Ids of the rows that were ticked. */
    ObjectProperty<Set<String>> acceptedProperty() {
        return accepted;
    }

    /** Newest first. */
    ReadOnlyObjectProperty<List<Publication>> historyProperty() {
        return history.getReadOnlyProperty();
    }
}
