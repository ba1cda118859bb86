package dev.wheelhouse.core.databases.editor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlFilesTest {

    @TempDir
    private Path temporary;

    @Test
    void keepsTextsAsPlainFilesOfTheHome() throws IOException {
        Home home = Home.open(temporary.resolve("home"));
        SqlFiles queries = SqlFiles.queries(home);
        assertThat(queries.list()).isEmpty();
        queries.write("Monthly sales (2026)", "select 1 -- 😀 שלום\n");
        queries.write("a", "old");
        queries.write("a", "new");
        assertThat(queries.list()).containsExactly("a", "Monthly sales (2026)");
        assertThat(SqlFiles.queries(home).read("a")).contains("new");
        assertThat(Files.readString(home.directory().resolve("queries/Monthly sales (2026).sql")))
                .isEqualTo("select 1 -- 😀 שלום\n");
        queries.delete("a");
        assertThat(queries.read("a")).isEmpty();
        try (Stream<Path> left = Files.list(home.file("queries"))) {
            assertThat(left).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../x", "a/b", "a\\b", ".hidden", "nul", "a\u0000b", "ends "})
    void refusesNamesThatAreNone(String name) {
        SqlFiles files = SqlFiles.drafts(Home.open(temporary.resolve("home")));
        assertThatThrownBy(() -> files.write(name, "x")).isInstanceOf(AppException.class);
    }
}
