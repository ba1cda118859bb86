package dev.wheelhouse.ui.logs;

import dev.wheelhouse.ui.controls.log.LogLines;
import dev.wheelhouse.ui.controls.log.ShownLine;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stands where no log is open yet. */
enum EmptyLog implements LogLines {
    NONE;

    @Override
    public long first() {
        return 0;
    }

    @Override
    public long end() {
        return 0;
    }

    @Override
    public @Nullable ShownLine line(long row) {
        return null;
    }

    @Override
    public void read(long from, long to, Consumer<List<ShownLine>> done) {
        done.accept(List.of());
    }

    @Override
    public List<String> sources() {
        return List.of();
    }

    @Override
    public void addListener(Listener listener) {}

    @Override
    public void removeListener(Listener listener) {}
}
