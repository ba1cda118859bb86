package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.AppRuntime;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The runtimes that there are, one of each kind. */
final class AppRuntimes {

    private final Map<RuntimeKind, AppRuntime> byKind = new EnumMap<>(RuntimeKind.class);

    AppRuntimes(List<AppRuntime> runtimes) {
        for (AppRuntime each : runtimes) {
            if (byKind.put(each.kind(), each) != null) {
                throw new IllegalArgumentException("Two runtimes of the kind " + each.kind());
            }
        }
    }

    boolean has(RuntimeKind kind) {
        return byKind.containsKey(kind);
    }

    /** @throws AppException {@code state_invalid} where this console has none of that kind */
    AppRuntime of(RuntimeKind kind) {
        AppRuntime runtime = byKind.get(kind);
        if (runtime == null) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "This console cannot run apps of the kind " + kind.wireName() + ". Use a newer version of it.");
        }
        return runtime;
    }
}
