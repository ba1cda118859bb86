package dev.wheelhouse.core.databases.sql;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * Debian's own SQLite, called without a driver: it tells what of a text it took for the first statement, and whether that
 * changes the file. Belongs to one thread.
 */
@SuppressWarnings("restricted")
final class NativeSqlite implements AutoCloseable {

    private static final String LIBRARY = "libsqlite3.so.0";
    private static final int OK = 0;
    private static final int ROW = 100;
    /** A result that is longer tells nothing more. */
    private static final int MOST_ROWS = 1000;

    private final Arena arena = Arena.ofConfined();
    private final MethodHandle prepare;
    private final MethodHandle step;
    private final MethodHandle finish;
    private final MethodHandle readOnly;
    private final MethodHandle changes;
    private final MethodHandle close;
    private final MemorySegment database;
    private final MemorySegment statement = arena.allocate(ValueLayout.ADDRESS);
    private final MemorySegment tail = arena.allocate(ValueLayout.ADDRESS);

    NativeSqlite() throws Throwable {
        SymbolLookup library = SymbolLookup.libraryLookup(LIBRARY, arena);
        ValueLayout pointer = ValueLayout.ADDRESS;
        ValueLayout number = ValueLayout.JAVA_INT;
        prepare = function(library, "sqlite3_prepare_v2", number, pointer, pointer, number, pointer, pointer);
        step = function(library, "sqlite3_step", number, pointer);
        finish = function(library, "sqlite3_finalize", number, pointer);
        readOnly = function(library, "sqlite3_stmt_readonly", number, pointer);
        changes = function(library, "sqlite3_total_changes", number, pointer);
        close = function(library, "sqlite3_close_v2", number, pointer);
        MethodHandle open = function(library, "sqlite3_open", number, pointer, pointer);
        MemorySegment opened = arena.allocate(ValueLayout.ADDRESS);
        int code = (int) open.invokeExact(arena.allocateFrom(":memory:"), opened);
        if (code != OK) {
            throw new IllegalStateException("SQLite did not open: " + code);
        }
        database = opened.get(ValueLayout.ADDRESS, 0);
    }

    private static MethodHandle function(
            SymbolLookup library, String name, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker()
                .downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    /**
     * What SQLite made of the beginning of a text.
     *
     * @param prepared false where it found an error
     * @param none whether it holds no statement at all, but blanks and comments
     * @param tail what it left over
     * @param readOnly whether the statement changes nothing in the file; true for none
     */
    record Prepared(boolean prepared, boolean none, String tail, boolean readOnly) {}

    /** Prepares the first statement of a text, and runs it to its end too when that is wanted and it could be. */
    Prepared prepare(String text, boolean run) throws Throwable {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (Arena own = Arena.ofConfined()) {
            MemorySegment sql = own.allocateFrom(text);
            int code = (int) prepare.invokeExact(database, sql, -1, statement, tail);
            MemorySegment made = statement.get(ValueLayout.ADDRESS, 0);
            if (code != OK) {
                return new Prepared(false, false, "", false);
            }
            int used = Math.toIntExact(tail.get(ValueLayout.ADDRESS, 0).address() - sql.address());
            boolean none = made.equals(MemorySegment.NULL);
            boolean reads = none || (int) readOnly.invokeExact(made) != 0;
            for (int i = 0; run && !none && i < MOST_ROWS && (int) step.invokeExact(made) == ROW; i++) {
                // Only what it changes matters.
            }
            int finished = none ? OK : (int) finish.invokeExact(made);
            String rest = new String(bytes, used, bytes.length - used, StandardCharsets.UTF_8);
            return new Prepared(true, none, rest, reads || finished < 0);
        }
    }

    /** Rows that were changed since it was opened. */
    int changedRows() throws Throwable {
        return (int) changes.invokeExact(database);
    }

    @Override
    public void close() throws Exception {
        try {
            int code = (int) close.invokeExact(database);
            if (code != OK) {
                throw new IllegalStateException("SQLite did not close: " + code);
            }
        } catch (Exception e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        } finally {
            arena.close();
        }
    }
}
