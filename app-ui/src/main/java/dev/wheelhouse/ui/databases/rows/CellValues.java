package dev.wheelhouse.ui.databases.rows;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.catalog.ColumnDescription;
import dev.wheelhouse.core.databases.catalog.UiType;
import dev.wheelhouse.core.databases.tables.ValueService;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.json.RawJson;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;

/** Single values of the rows: whole ones, those of enumerations. Belongs to the window's thread. */
public final class CellValues {

    /** More is not put into a text field: laying it out would stop the window. */
    static final int MOST_SHOWN = 512 << 10;

    private final Databases databases;
    private final Workbench workbench;
    private final RowEditing model;

    public CellValues(Databases databases, Workbench workbench, RowEditing model) {
        this.databases = databases;
        this.workbench = workbench;
        this.model = model;
    }

    /**
     * A value for people.
     *
     * @param whole false where there is more than is shown
     */
    record Shown(String text, boolean whole) {}

    /** Reads a value whole, or as much of it as is shown. */
    void read(LoadedRow row, ColumnDescription column, Consumer<Shown> done) {
        ValueService.Place place = place(row.key(), column);
        String id = model.place().connection().id();
        boolean binary = column.uiType() == UiType.BINARY;
        var _ = workbench
                .background()
                .run(
                        () -> {
                            FirstBytes bytes = new FirstBytes(MOST_SHOWN);
                            try {
                                databases.values().read(workbench.callers().get(), id, place, bytes);
                            } catch (Enough _) {
                                return new Shown(text(bytes, binary), false);
                            }
                            return new Shown(text(bytes, binary), true);
                        },
                        done,
                        workbench::say);
    }

    private static String text(FirstBytes bytes, boolean binary) {
        return binary
                ? "\\x" + HexFormat.of().formatHex(bytes.kept.toByteArray())
                : bytes.kept.toString(StandardCharsets.UTF_8);
    }

    /** Writes a value into a file. */
    void save(LoadedRow row, ColumnDescription column, Path file) {
        ValueService.Place place = place(row.key(), column);
        String id = model.place().connection().id();
        var _ = workbench
                .background()
                .run(
                        () -> {
                            write(id, place, file);
                            return file;
                        },
                        saved -> workbench.say(Notice.info("Saved to " + saved + ".")),
                        workbench::say);
    }

    /** Under a name of its own until it is whole: what was there stays until then, and whatever fails. */
    private void write(String id, ValueService.Place place, Path file) {
        Path partial = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            try (OutputStream out = Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW)) {
                databases.values().read(workbench.callers().get(), id, place, out);
            }
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unwritable(file, e);
        } catch (UncheckedIOException e) {
            throw unwritable(file, e);
        } finally {
            try {
                Files.deleteIfExists(partial);
            } catch (IOException _) {
                // What went wrong before is reported.
            }
        }
    }

    private static AppException unwritable(Path file, Exception cause) {
        return new AppException(
                PlatformError.VALIDATION_FAILED,
                file + " cannot be written (" + cause.getMessage() + "). It is left as it was.",
                cause);
    }

    /** The labels of an enumerated column, in their order. */
    void labels(ColumnDescription column, Consumer<List<String>> done) {
        RowPlace place = model.place();
        var _ = workbench
                .background()
                .run(
                        () -> databases
                                .tables()
                                .enumLabels(
                                        workbench.callers().get(),
                                        place.connection().id(),
                                        place.schema(),
                                        place.table(),
                                        column.name()),
                        done,
                        workbench::say);
    }

    private ValueService.Place place(Map<String, RawJson> key, ColumnDescription column) {
        RowPlace place = model.place();
        return new ValueService.Place(
                place.schema(), place.table(), RawObject.write(Objects.requireNonNull(key)), column.name());
    }

    /** Ends a reading that brought enough. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;

        Enough() {
            super("enough", null, false, false);
        }
    }

    private static final class FirstBytes extends OutputStream {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final int most;

        FirstBytes(int most) {
            this.most = most;
        }

        @Override
        public void write(int single) {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int room = most - kept.size();
            kept.write(bytes, offset, Math.min(room, length));
            if (length > room) {
                throw new Enough();
            }
        }
    }
}
