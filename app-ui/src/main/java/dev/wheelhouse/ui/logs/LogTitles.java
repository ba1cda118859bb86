package dev.wheelhouse.ui.logs;

import dev.wheelhouse.core.logs.document.DocumentState;
import dev.wheelhouse.core.logs.document.FilteredLines;
import dev.wheelhouse.ui.controls.log.ByteSizes;
import dev.wheelhouse.ui.logs.gateway.LogOrigin;
import dev.wheelhouse.ui.logs.gateway.LogTarget;
import org.jspecify.annotations.Nullable;

/** Words about logs. */
final class LogTitles {

    private LogTitles() {}

    /** What a tab is called until its log is open. */
    static String before(LogTarget target) {
        if (target.origins().size() != 1) {
            return target.origins().size() + " logs";
        }
        LogOrigin origin = target.origins().getFirst();
        return origin.kind() == LogOrigin.Kind.APP ? "App log" : fileName(origin.path());
    }

    /** The last part of a path, of whichever system. */
    static String fileName(String path) {
        String plain = path.replace('\\', '/');
        String name = plain.substring(plain.lastIndexOf('/') + 1);
        return name.isEmpty() ? path : name;
    }

    static String summary(DocumentState state, @Nullable FilteredLines filtered) {
        if (!state.isCounted()) {
            return "Counting… %d %% of %s".formatted(Math.round(state.progress() * 100), ByteSizes.of(state.bytes()));
        }
        String all = "%,d %s".formatted(state.lines(), state.lines() == 1 ? "line" : "lines");
        String size = " · " + ByteSizes.of(state.bytes());
        if (filtered == null) {
            return all + size;
        }
        String progress = filtered.isComplete() ? "" : " · %d %%".formatted(Math.round(filtered.progress() * 100));
        return "%,d of %s%s".formatted(filtered.count(), all, progress);
    }
}
