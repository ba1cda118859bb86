package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Against the C library of this machine. */
@EnabledIf("isCounted")
class NativeMemoryTest {

    private static final long SOME_BYTES = 50_000_000;

    /** What else goes on in the process, such as its compiler, frees some megabytes now and then. */
    private static final long MOST_OF_THEM = SOME_BYTES / 2;

    static boolean isCounted() {
        return NativeMemory.allocatedBytes().isPresent();
    }

    private static long allocated() {
        return NativeMemory.allocatedBytes().orElseThrow();
    }

    @Test
    void countsWhatSqliteHoldsUntilItIsFreed() throws Exception {
        long before = allocated();
        try (Connection database = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE document AS SELECT zeroblob(" + SOME_BYTES + ") AS bytes");
            assertThat(allocated() - before).isGreaterThan(MOST_OF_THEM);
        }
        assertThat(allocated() - before).isLessThan(MOST_OF_THEM);
    }

    @Test
    void doesNotCountTheHeap() {
        long before = allocated();
        byte[] some = ByteBuffer.allocate((int) SOME_BYTES).array();
        some[some.length - 1] = 1;
        assertThat(allocated() - before).isLessThan(MOST_OF_THEM);
    }
}
