package dev.wheelhouse.ui.apps.form;

import dev.wheelhouse.core.apps.AppDraft;
import dev.wheelhouse.core.apps.runtime.App;
import dev.wheelhouse.core.apps.runtime.AppSpec;
import dev.wheelhouse.core.apps.runtime.FoundApp;
import dev.wheelhouse.core.apps.runtime.RestartPolicy;
import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.AppException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** What stands in the form of an app. Names of properties are the paths under which the core speaks of them. */
public final class AppFields {

    final ObjectProperty<RuntimeKind> runtime = new SimpleObjectProperty<>(this, "runtime", RuntimeKind.PROCESS);
    /** Empty while none is chosen. */
    final StringProperty serverId = new SimpleStringProperty(this, "serverId", "");

    final StringProperty name = new SimpleStringProperty(this, "name", "");
    final ObjectProperty<RestartPolicy> restart = new SimpleObjectProperty<>(this, "restart", RestartPolicy.ON_FAILURE);
    /** One line, split as a shell would. */
    final StringProperty command = new SimpleStringProperty(this, "command", "");

    final StringProperty directory = new SimpleStringProperty(this, "directory", "");
    final StringProperty unit = new SimpleStringProperty(this, "unit", "");
    final StringProperty image = new SimpleStringProperty(this, "image", "");
    /** With commas between. */
    final StringProperty ports = new SimpleStringProperty(this, "ports", "");
    /** One a line, or with commas between. */
    final StringProperty volumes = new SimpleStringProperty(this, "volumes", "");
    /** Such as {@code 512 MiB}; empty for no limit. */
    final StringProperty memory = new SimpleStringProperty(this, "memoryLimitBytes", "");

    final StringProperty engine = new SimpleStringProperty(this, "engine", "");
    final StringProperty replicas = new SimpleStringProperty(this, "replicas", "1");
    /** Names of the containers that exist already and are taken as they are; null to make new ones. */
    final ObjectProperty<@Nullable List<String>> adopted = new SimpleObjectProperty<>(this, "adopted");

    final EnvironmentEntries environment = new EnvironmentEntries();
    private String proposedName = "";

    /** Shows a stored app; the values of its environment stay where they are. */
    void show(App app, Collection<String> environmentNames) {
        runtime.set(app.spec().kind());
        serverId.set(app.serverId());
        name.set(app.name());
        restart.set(app.restart());
        show(app.spec());
        environment.showStored(environmentNames);
    }

    /** Shows what was found on a server. */
    void show(FoundApp found) {
        proposeName(found.name());
        show(found.spec());
        switch (found.spec()) {
            case AppSpec.Process process -> environment.show(process.environment());
            case AppSpec.Container container -> environment.show(container.environment());
            case AppSpec.SystemdUnit _ -> {}
        }
    }

    /** A name that a person typed stays. */
    void proposeName(String proposed) {
        if (name.get().isBlank() || name.get().equals(proposedName)) {
            proposedName = proposed;
            name.set(proposed);
        }
    }

    private void show(AppSpec spec) {
        switch (spec) {
            case AppSpec.Process process -> {
                command.set(CommandWords.join(process.command()));
                directory.set(Objects.requireNonNullElse(process.directory(), ""));
            }
            case AppSpec.SystemdUnit shown -> unit.set(shown.unit());
            case AppSpec.Container container -> {
                image.set(container.image());
                command.set(CommandWords.join(container.command()));
                ports.set(String.join(", ", container.ports()));
                volumes.set(String.join("\n", container.volumes()));
                memory.set(container.memoryLimitBytes() == null ? "" : ByteAmount.words(container.memoryLimitBytes()));
                engine.set(Objects.requireNonNullElse(container.engine(), ""));
                replicas.set(Integer.toString(container.replicas()));
                adopted.set(container.adopted());
            }
        }
    }

    /**
     * The form, unchecked.
     *
     * @throws AppException {@code validation_failed} for what cannot be read
     */
    AppDraft draft() {
        RuntimeKind kind = runtime.get();
        boolean isProcess = kind == RuntimeKind.PROCESS;
        boolean isContainer = kind == RuntimeKind.CONTAINER;
        return new AppDraft(
                name.get().strip(),
                serverId.get(),
                kind,
                restart.get(),
                isProcess || isContainer ? words() : null,
                isProcess ? text(directory) : null,
                isProcess || (isContainer && adopted.get() == null) ? environment.values() : null,
                kind == RuntimeKind.SYSTEMD ? unit.get().strip() : null,
                isContainer ? image.get().strip() : null,
                isContainer ? listed(ports.get()) : null,
                isContainer ? listed(volumes.get()) : null,
                isContainer ? memoryBytes() : null,
                isContainer ? text(engine) : null,
                isContainer ? count() : null,
                isContainer ? adopted.get() : null);
    }

    private List<String> words() {
        try {
            return CommandWords.split(command.get());
        } catch (IllegalArgumentException e) {
            throw AppException.invalid("command", String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable String text(StringProperty field) {
        String text = field.get().strip();
        return text.isEmpty() ? null : text;
    }

    /** Ports and volumes hold neither commas nor line breaks. */
    private static List<String> listed(String text) {
        return Arrays.stream(text.split("[,\\n]", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private @Nullable Long memoryBytes() {
        if (memory.get().isBlank()) {
            return null;
        }
        try {
            return ByteAmount.parse(memory.get());
        } catch (IllegalArgumentException e) {
            throw AppException.invalid("memoryLimitBytes", String.valueOf(e.getMessage()));
        }
    }

    private Integer count() {
        try {
            return replicas.get().isBlank()
                    ? Integer.valueOf(1)
                    : Integer.valueOf(replicas.get().strip());
        } catch (NumberFormatException _) {
            throw AppException.invalid("replicas", "Use a number from 1 to 50.");
        }
    }
}
