package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.CommandName;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.event.AuditService;
import dev.wheelhouse.core.platform.event.EventFilter;
import dev.wheelhouse.core.platform.event.EventVerification;
import dev.wheelhouse.core.platform.home.PrivateFiles;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Which events are shown, whether the log is whole, and its export. Belongs to the window's thread. */
final class AuditViewModel {

    /** Every group of events. */
    static final String ALL = "*";

    private final AuditService audit;
    private final AuditList list;
    private final Workbench workbench;
    private final ObjectProperty<String> group = new SimpleObjectProperty<>(this, "group", ALL);
    private final ObjectProperty<Span> span = new SimpleObjectProperty<>(this, "span", Span.EVER);
    private final ObjectProperty<AuditTimeline.Only> only =
            new SimpleObjectProperty<>(this, "only", AuditTimeline.Only.ALL);
    private final ReadOnlyObjectWrapper<EventVerification.@Nullable Result> fault =
            new ReadOnlyObjectWrapper<>(this, "fault");
    private final BooleanProperty verifying = new SimpleBooleanProperty(this, "verifying");
    private final BooleanProperty exporting = new SimpleBooleanProperty(this, "exporting");

    /** How far back. */
    enum Span {
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

        String words() {
            return words;
        }
    }

    AuditViewModel(AuditService audit, AuditList list, Workbench workbench) {
        this.audit = audit;
        this.list = list;
        this.workbench = workbench;
        Stream.of(group, span, only).forEach(each -> each.addListener(_ -> narrow()));
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

    void showAll() {
        group.set(ALL);
        span.set(Span.EVER);
        only.set(AuditTimeline.Only.ALL);
    }

    /** Finds out whether the log is as it was written. */
    void verify() {
        fault.set(null);
        verifying.set(true);
        workbench.run(
                audit::verify,
                result -> {
                    verifying.set(false);
                    if (result.fault() == null) {
                        workbench.say(Notice.info("The log is whole: events %,d to %,d are as they were written."
                                .formatted(result.first(), result.last())));
                    } else {
                        fault.set(result);
                    }
                },
                failure -> {
                    verifying.set(false);
                    workbench.say(failure);
                });
    }

    /** Writes the log beside the file first, so that one that is there stays until the new one is whole. */
    void export(Path file) {
        exporting.set(true);
        workbench
                .background()
                .run(
                        () -> write(file),
                        written -> {
                            exporting.set(false);
                            workbench.say(Notice.info("The log was exported to " + written.getFileName()
                                    + ". Verify it anywhere with: " + CommandName.current() + " audit verify FILE"));
                        },
                        failure -> {
                            exporting.set(false);
                            workbench.say(failure);
                        });
    }

    private Path write(Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            Files.deleteIfExists(part);
            try (OutputStream out = PrivateFiles.write(part)) {
                audit.export(workbench.callers().get(), out);
            }
            return Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UncheckedIOException e) {
            throw new AppException(
                    PlatformError.STORAGE_FULL,
                    file + " could not be written (" + e.getMessage() + "). Choose another folder.",
                    e);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    AuditList list() {
        return list;
    }

    /** A group such as {@code app.*}, or {@link #ALL}. */
    ObjectProperty<String> groupProperty() {
        return group;
    }

    ObjectProperty<Span> spanProperty() {
        return span;
    }

    ObjectProperty<AuditTimeline.Only> onlyProperty() {
        return only;
    }

    /** What the last verification found wrong; null for nothing. */
    ReadOnlyObjectProperty<EventVerification.@Nullable Result> faultProperty() {
        return fault.getReadOnlyProperty();
    }

    BooleanProperty verifyingProperty() {
        return verifying;
    }

    BooleanProperty exportingProperty() {
        return exporting;
    }
}
