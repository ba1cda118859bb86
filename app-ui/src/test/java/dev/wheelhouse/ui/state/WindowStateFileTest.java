package dev.wheelhouse.ui.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.ui.testing.SameThreadBackground;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WindowStateFileTest {

    record Tabs(String open, int count) {}

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final SameThreadBackground background = new SameThreadBackground();

    private WindowStateFile open() {
        return new WindowStateFile(Home.open(folder), background);
    }

    @Test
    void comesBackAfterARestart() {
        WindowStateFile state = open();
        state.write("tabs", new Tabs("orders", 2));
        background.advance(Duration.ofMillis(500));

        assertThat(open().read("tabs", Tabs.class)).contains(new Tabs("orders", 2));
    }

    @Test
    void writesOnceForManyChanges() throws IOException {
        WindowStateFile state = open();
        for (int i = 0; i < 100; i++) {
            state.write("tabs", new Tabs("orders", i));
            background.advance(Duration.ofMillis(10));
        }
        assertThat(folder.resolve("ui-state.json")).doesNotExist();

        state.flush();
        assertThat(Files.readString(folder.resolve("ui-state.json"))).contains("99");
    }

    @Test
    void beginsAnewWhenTheFileCannotBeRead() throws IOException {
        Files.writeString(folder.resolve("ui-state.json"), "{\"tabs\": ");

        assertThat(open().read("tabs", Tabs.class)).isEmpty();
    }

    @Test
    void beginsAnewWhereAnotherVersionWroteAnotherShape() throws IOException {
        Files.writeString(
                folder.resolve("ui-state.json"), "{\"tabs\": [1, 2], \"more\": {\"open\": \"x\", \"new\": 1}}");
        WindowStateFile state = open();

        assertThat(state.read("tabs", Tabs.class)).isEmpty();
        assertThat(state.read("more", Tabs.class)).contains(new Tabs("x", 0));
    }
}
