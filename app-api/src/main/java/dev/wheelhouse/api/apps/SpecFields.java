package dev.wheelhouse.api.apps;

import dev.wheelhouse.core.apps.runtime.AppSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an app is, field by field as the API has it; null for what its kind has not. Without its environment. */
record SpecFields(
        @Nullable List<String> command,
        @Nullable String directory,
        @Nullable String unit,
        @Nullable String image,
        @Nullable List<String> ports,
        @Nullable List<String> volumes,
        @Nullable Long memoryLimitBytes,
        @Nullable String engine,
        @Nullable Integer replicas,
        @Nullable List<String> adopted) {

    static SpecFields of(AppSpec spec) {
        return switch (spec) {
            case AppSpec.Process it ->
                new SpecFields(it.command(), it.directory(), null, null, null, null, null, null, null, null);
            case AppSpec.SystemdUnit it ->
                new SpecFields(null, null, it.unit(), null, null, null, null, null, null, null);
            case AppSpec.Container it ->
                new SpecFields(
                        it.command(),
                        null,
                        null,
                        it.image(),
                        it.ports(),
                        it.volumes(),
                        it.memoryLimitBytes(),
                        it.engine(),
                        it.replicas(),
                        it.adopted());
        };
    }
}
