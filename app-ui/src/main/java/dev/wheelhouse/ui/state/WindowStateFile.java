package dev.wheelhouse.ui.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.wheelhouse.core.platform.home.Home;
import dev.wheelhouse.ui.fx.Background;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** {@code ui-state.json} of the home. A file that cannot be read is begun anew. Belongs to the window's thread. */
public final class WindowStateFile implements WindowState {

    private static final System.Logger LOG = System.getLogger(WindowStateFile.class.getName());
    private static final String NAME = "ui-state.json";
    private static final Duration QUIET = Duration.ofMillis(500);
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Home home;
    private final Background background;
    private final ObjectNode values;
    private Background.Handle pending = Background.Handle.NONE;

    public WindowStateFile(Home home, Background background) {
        this.home = home;
        this.background = background;
        this.values = load(home);
    }

    private static ObjectNode load(Home home) {
        try {
            String text = home.readText(NAME);
            if (text != null && MAPPER.readTree(text) instanceof ObjectNode known) {
                return known;
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.INFO, NAME + " cannot be read; the window starts as new", e);
        }
        return MAPPER.createObjectNode();
    }

    @Override
    public <T> Optional<T> read(String key, Class<T> type) {
        JsonNode value = values.get(key);
        if (value == null) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(MAPPER.treeToValue(value, type));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            LOG.log(System.Logger.Level.INFO, key + " in " + NAME + " cannot be read; it starts as new", e);
            return Optional.empty();
        }
    }

    @Override
    public void write(String key, Object value) {
        JsonNode next = MAPPER.valueToTree(value);
        if (next.equals(values.get(key))) {
            return;
        }
        values.set(key, next);
        pending.cancel();
        pending = background.after(QUIET, this::saveBehind);
    }

    private void saveBehind() {
        String text = values.toPrettyString();
        background.run(() -> save(text), _ -> {}, _ -> {});
    }

    /** Writes what is still waiting, at the end. */
    public void flush() {
        pending.cancel();
        save(values.toPrettyString());
    }

    private boolean save(String text) {
        try {
            home.writePrivately(NAME, text);
            return true;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The window's state cannot be written", e);
            return false;
        }
    }
}
