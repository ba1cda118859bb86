package dev.wheelhouse.core.platform.secret;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jdbi.v3.core.Jdbi;

/** Looks into the SQLite state that a home may have beside a shared one. */
final class JdbcOwnState {

    private JdbcOwnState() {}

    /** @param file the state, which nobody has open; it need not exist */
    static boolean holdsSecrets(Path file) {
        return Files.exists(file)
                && Jdbi.create("jdbc:sqlite:" + file).withHandle(handle -> {
                    long tables = handle.select(
                                    "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'secret'")
                            .mapTo(Long.class)
                            .one();
                    return tables == 1
                            && handle.select("SELECT count(*) FROM secret")
                                            .mapTo(Long.class)
                                            .one()
                                    > 0;
                });
    }
}
