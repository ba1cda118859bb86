package dev.wheelhouse.core.apps;

import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.systemd.UnitName;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.Problems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks a draft field by field and turns it into a spec. */
final class AppValidation {

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** What shells hold for themselves, and what marks the console's own processes. */
    private static final Set<String> RESERVED =
            Set.of("UID", "EUID", "PPID", "BASHOPTS", "SHELLOPTS", "BASH_VERSINFO", "WHEELHOUSE_APP");

    private static final int MOST_BYTES = 64 * 1024;
    private static final int MOST_ENTRIES = 256;
    private static final long LEAST_MEMORY = 6L << 20;
    private static final int MOST_REPLICAS = 50;

    private final AppDraft draft;
    private final Problems problems = new Problems();

    private AppValidation(AppDraft draft) {
        this.draft = draft;
    }

    /**
     * The spec that a draft describes.
     *
     * @param stored values of the environment that is there, by name
     * @throws AppException {@code validation_failed} with every field at fault
     */
    static AppSpec check(AppDraft draft, Map<String, String> stored) {
        AppValidation validation = new AppValidation(draft);
        AppSpec spec = validation.checked(stored);
        validation.problems.throwIfAny();
        return spec;
    }

    private AppSpec checked(Map<String, String> stored) {
        problems.checkName(draft.name());
        return switch (draft.runtime()) {
            case PROCESS -> process(stored);
            case SYSTEMD -> unit();
            case CONTAINER -> container(stored);
        };
    }

    private AppSpec process(Map<String, String> stored) {
        refuseOfContainers();
        refuse("unit", draft.unit());
        List<String> command = command();
        if (command.isEmpty() || command.getFirst().isBlank()) {
            problems.add("command", "Give the program and its arguments, such as [\"node\", \"server.js\"].");
        }
        return new AppSpec.Process(command, directory(), environment(stored));
    }

    private AppSpec unit() {
        refuseOfContainers();
        refuse("command", draft.command());
        refuse("directory", draft.directory());
        refuse("environment", draft.environment());
        String unit = draft.unit() == null ? "" : draft.unit();
        UnitName name = problems.or(() -> UnitName.of(unit));
        return new AppSpec.SystemdUnit(name == null ? unit : name.text());
    }

    private AppSpec container(Map<String, String> stored) {
        refuse("unit", draft.unit());
        refuse("directory", draft.directory());
        ContainerFields fields = new ContainerFields(problems::add);
        Long memory = draft.memoryLimitBytes();
        if (memory != null && memory < LEAST_MEMORY) {
            problems.add("memoryLimitBytes", "Give at least 6291456 (6 MiB), or leave it out for no limit.");
        }
        int replicas = draft.replicas() == null ? 1 : draft.replicas();
        if (replicas < 1 || replicas > MOST_REPLICAS) {
            problems.add("replicas", "Use 1 to " + MOST_REPLICAS + ".");
        }
        List<String> ports = fields.ports(entries("ports", draft.ports()), replicas);
        List<String> volumes = fields.volumes(entries("volumes", draft.volumes()));
        List<String> adopted = draft.adopted();
        if (adopted != null) {
            fields.adopted(entries("adopted", adopted));
            replicas = Math.clamp(adopted.size(), 1, MOST_REPLICAS);
        }
        return new AppSpec.Container(
                fields.image(draft.image()),
                command(),
                ports,
                environment(stored),
                volumes,
                memory,
                fields.engine(draft.engine()),
                replicas,
                adopted);
    }

    private void refuseOfContainers() {
        refuse("image", draft.image());
        refuse("ports", draft.ports());
        refuse("volumes", draft.volumes());
        refuse("memoryLimitBytes", draft.memoryLimitBytes());
        refuse("engine", draft.engine());
        refuse("replicas", draft.replicas());
        refuse("adopted", draft.adopted());
    }

    private List<String> command() {
        List<String> command = entries("command", draft.command());
        int bytes = 0;
        for (int i = 0; i < command.size(); i++) {
            refuseNul("command[" + i + "]", command.get(i));
            bytes += command.get(i).length();
        }
        if (bytes > MOST_BYTES) {
            problems.add("command", "Use at most " + MOST_BYTES + " characters; put more into a file.");
        }
        return command;
    }

    private @Nullable String directory() {
        String directory = draft.directory();
        if (directory == null) {
            return null;
        }
        refuseNul("directory", directory);
        if (!directory.startsWith("/")) {
            problems.add("directory", "Give an absolute path, such as /srv/app.");
        }
        return directory;
    }

    private Map<String, String> environment(Map<String, String> stored) {
        Map<String, @Nullable String> given = draft.environment();
        if (given == null) {
            return stored;
        }
        if (given.size() > MOST_ENTRIES) {
            problems.add("environment", "Use at most " + MOST_ENTRIES + " variables.");
        }
        Map<String, String> environment = new HashMap<>();
        long characters = 0;
        for (Map.Entry<String, @Nullable String> each : given.entrySet()) {
            String name = each.getKey();
            String value = each.getValue() == null ? stored.get(name) : each.getValue();
            String path = "environment." + name;
            if (!VARIABLE.matcher(name).matches()) {
                problems.add(path, "Use letters, digits and underscores for the name, and no digit first.");
            } else if (RESERVED.contains(name)) {
                problems.add(path, "This name is reserved. Choose another.");
            } else if (value == null) {
                problems.add(path, "Give a value; none is stored under this name.");
            } else {
                refuseNul(path, value);
                environment.put(name, value);
                characters += value.length();
            }
        }
        if (characters > MOST_BYTES) {
            problems.add("environment", "Use at most " + MOST_BYTES + " characters in all; put more into a file.");
        }
        return environment;
    }

    private List<String> entries(String field, @Nullable List<String> given) {
        if (given == null) {
            return List.of();
        }
        if (given.size() > MOST_ENTRIES) {
            problems.add(field, "Use at most " + MOST_ENTRIES + " entries.");
        }
        return given;
    }

    private void refuse(String field, @Nullable Object value) {
        if (value != null) {
            problems.add(
                    field, "An app of the kind " + draft.runtime().wireName() + " has no such field. Leave it out.");
        }
    }

    private void refuseNul(String path, String text) {
        if (text.indexOf('\0') >= 0) {
            problems.add(path, "Remove the NUL character.");
        }
    }
}
