package dev.wheelhouse.core.databases.sample;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.sqlite.SQLiteConfig;

/** The file of the sample shop. It appears whole or not at all. */
final class SampleFile {

    /** Marks the file as ours (SQLite documentation, "Database File Format", application id at offset 68). */
    private static final int APPLICATION_ID = 0x57485348;

    private static final int APPLICATION_ID_OFFSET = 68;
    private static final int HEADER_SIZE = 100;

    private final Path file;
    private volatile boolean stopped;

    SampleFile(Path file) {
        this.file = file;
    }

    /** Ends {@link #write} early, with {@code cancelled}. */
    void stop() {
        stopped = true;
    }

    /** Whether a file was made by this class. */
    static boolean isSample(Path file) throws IOException {
        byte[] header;
        try (InputStream input = Files.newInputStream(file)) {
            header = input.readNBytes(HEADER_SIZE);
        }
        return header.length == HEADER_SIZE && ByteBuffer.wrap(header).getInt(APPLICATION_ID_OFFSET) == APPLICATION_ID;
    }

    /** Writes every table into a file beside and moves it into place; returns the file. */
    Path write() throws IOException, SQLException {
        Path beside = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new");
        try {
            fill(beside);
            try (FileChannel channel = FileChannel.open(beside, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            return Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(beside);
        }
    }

    private void fill(Path beside) throws IOException, SQLException {
        SQLiteConfig config = new SQLiteConfig();
        // Nobody reads this file before it is moved, so a crash may leave it broken.
        config.setJournalMode(SQLiteConfig.JournalMode.OFF);
        config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        config.setApplicationId(APPLICATION_ID);
        try (Connection connection = config.createConnection("jdbc:sqlite:" + beside);
                Statement statement = connection.createStatement();
                InputStream script = Objects.requireNonNull(SampleFile.class.getResourceAsStream("shop.sql"))) {
            connection.setAutoCommit(false);
            String statements = new String(script.readAllBytes(), StandardCharsets.UTF_8);
            for (String sql : List.of(statements.split(";\\R\\s*"))) {
                if (stopped) {
                    throw new AppException(PlatformError.CANCELLED, "The sample database was not made.");
                }
                statement.execute(sql);
            }
            connection.commit();
        }
    }
}
