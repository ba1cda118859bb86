package dev.wheelhouse.ui.deployments.source;

import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.deployments.AppSource;
import dev.wheelhouse.core.deployments.BuildPlan;
import dev.wheelhouse.core.deployments.HealthCheck;
import dev.wheelhouse.core.deployments.SourceDraft;
import dev.wheelhouse.core.deployments.SourceSettings;
import dev.wheelhouse.core.deployments.SourceSuggestion;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.ui.apps.form.CommandWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/**
 * What is typed of a source. Names of properties are the paths under which the core speaks of them; commands are one line,
 * split as a shell would.
 */
final class SourceFields {

    /** Where a repository is said to be. */
    enum Place {
        CONNECTION,
        ADDRESS
    }

    /** How a release is built. */
    enum Build {
        NOTHING,
        DOCKERFILE,
        COMMAND
    }

    /** What shows that a release works. */
    enum Health {
        RUNS,
        ADDRESS,
        COMMAND
    }

    final ObjectProperty<Place> place = new SimpleObjectProperty<>(this, "place", Place.CONNECTION);
    final StringProperty connectionId;
    /** Owner and name, with a slash between. */
    final StringProperty repository;

    final StringProperty cloneUrl;
    final StringProperty branch;
    final StringProperty directory;
    final StringProperty watchPaths;
    final BooleanProperty autoDeploy = new SimpleBooleanProperty(this, "autoDeploy", true);
    final ObjectProperty<Build> build;
    final StringProperty buildCommand;
    final StringProperty dockerfile;
    final StringProperty context;
    final StringProperty preDeploy;
    final StringProperty postDeploy;
    final ObjectProperty<Health> health;
    final StringProperty healthUrl;
    final StringProperty healthCommand;
    final StringProperty expect;
    final StringProperty withinSeconds;
    final StringProperty keepReleases;
    final StringProperty sharedPaths;
    final StringProperty deployDirectory;
    final StringProperty switchCommand;
    final StringProperty pollSeconds;
    /** Not asked for here, and kept. */
    private int successes = 1;

    private final String prefix;
    private final List<Property<?>> named = new ArrayList<>();
    private final Map<Property<?>, Object> guessed = new HashMap<>();

    /** @param prefix of the paths of all fields, such as {@code source.}; may be empty */
    SourceFields(String prefix) {
        this.prefix = prefix;
        connectionId = text("connectionId");
        repository = text("name");
        cloneUrl = text("cloneUrl");
        branch = text("branch");
        directory = text("directory");
        watchPaths = text("watchPaths");
        build = choice("build", Build.NOTHING);
        buildCommand = text("build.command");
        dockerfile = text("build.dockerfile");
        context = text("build.context");
        preDeploy = text("preDeploy");
        postDeploy = text("postDeploy");
        health = choice("healthCheck", Health.RUNS);
        healthUrl = text("healthCheck.url");
        healthCommand = text("healthCheck.command");
        expect = text("healthCheck.expect");
        withinSeconds = text("healthCheck.withinSeconds");
        keepReleases = text("keepReleases");
        sharedPaths = text("sharedPaths");
        deployDirectory = text("deployDirectory");
        switchCommand = text("switchCommand");
        pollSeconds = text("pollSeconds");
    }

    private StringProperty text(String path) {
        StringProperty made = new SimpleStringProperty(this, prefix + path, "");
        named.add(made);
        return made;
    }

    private <T> ObjectProperty<T> choice(String path, T first) {
        ObjectProperty<T> made = new SimpleObjectProperty<>(this, prefix + path, first);
        named.add(made);
        return made;
    }

    /** Those whose problems stand below them. */
    Property<?>[] named() {
        return named.toArray(Property[]::new);
    }

    /** The paths of all that show their own problems. */
    Set<String> paths() {
        Set<String> paths = new HashSet<>(Set.of(path("owner")));
        named.forEach(each -> paths.add(each.getName()));
        return paths;
    }

    String path(String field) {
        return prefix + field;
    }

    void show(AppSource source) {
        SourceSettings settings = source.settings();
        place.set(settings.cloneUrl() == null ? Place.CONNECTION : Place.ADDRESS);
        connectionId.set(or(source.connectionId()));
        repository.set(settings.cloneUrl() == null ? settings.repository() : "");
        cloneUrl.set(or(settings.cloneUrl()));
        branch.set(or(settings.branch()));
        directory.set(or(settings.directory()));
        watchPaths.set(String.join(", ", settings.watchPaths()));
        autoDeploy.set(settings.autoDeploy());
        show(settings.build());
        preDeploy.set(CommandWords.join(settings.preDeploy()));
        postDeploy.set(CommandWords.join(settings.postDeploy()));
        show(settings.healthCheck());
        keepReleases.set(String.valueOf(settings.keepReleases()));
        sharedPaths.set(String.join(", ", settings.sharedPaths()));
        deployDirectory.set(or(settings.deployDirectory()));
        switchCommand.set(CommandWords.join(settings.switchCommand()));
        pollSeconds.set(String.valueOf(settings.pollSeconds()));
    }

    private void show(@Nullable BuildPlan plan) {
        build.set(kind(plan));
        buildCommand.set(plan == null ? "" : line(plan.command()));
        dockerfile.set(plan == null ? "" : or(plan.dockerfile()));
        context.set(plan == null ? "" : or(plan.context()));
    }

    private void show(@Nullable HealthCheck check) {
        health.set(kind(check));
        healthUrl.set(check == null ? "" : or(check.url()));
        healthCommand.set(check == null ? "" : line(check.command()));
        expect.set(check == null ? "" : or(check.expect()));
        withinSeconds.set(check == null ? "" : String.valueOf(check.withinSeconds()));
        successes = check == null ? 1 : check.successes();
    }

    static String or(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }

    static String line(@Nullable List<String> command) {
        return command == null ? "" : CommandWords.join(command);
    }

    /** Fills in what the files of the repository say; what somebody typed stays. */
    void propose(SourceSuggestion found) {
        BuildPlan plan = found.build();
        propose(build, Build.NOTHING, kind(plan));
        propose(buildCommand, "", plan == null ? "" : line(plan.command()));
        propose(dockerfile, "", plan == null ? "" : or(plan.dockerfile()));
        HealthCheck check = found.healthCheck();
        propose(health, Health.RUNS, kind(check));
        propose(healthUrl, "", check == null ? "" : or(check.url()));
    }

    /** What does not run as containers is built otherwise, as the next guess may say. */
    void forgetDockerfile() {
        guessed.remove(build);
        build.setValue(Build.NOTHING);
    }

    /** Sets a field that is as it was in the beginning, or as it was proposed last. */
    private <T> void propose(Property<T> field, T first, T value) {
        if (guessed.getOrDefault(field, first).equals(field.getValue())) {
            guessed.put(field, value);
            field.setValue(value);
        }
    }

    private static Build kind(@Nullable BuildPlan plan) {
        return plan == null ? Build.NOTHING : plan.command() == null ? Build.DOCKERFILE : Build.COMMAND;
    }

    private static Health kind(@Nullable HealthCheck check) {
        return check == null ? Health.RUNS : check.url() == null ? Health.COMMAND : Health.ADDRESS;
    }

    /** What is looked at for a guess. */
    SourceDraft question() {
        boolean byConnection = place.get() == Place.CONNECTION;
        int slash = repository.get().strip().lastIndexOf('/');
        String full = repository.get().strip();
        return SourceDraft.ofRepository(
                byConnection ? given(connectionId) : null,
                byConnection ? (slash < 0 ? null : full.substring(0, slash)) : null,
                byConnection ? full.substring(slash + 1) : null,
                byConnection ? null : cloneUrl.get().strip(),
                given(branch),
                given(directory));
    }

    /** @throws AppException {@code validation_failed} for what cannot be read */
    SourceDraft draft(RuntimeKind runtime) {
        SourceDraft asked = question();
        return new SourceDraft(
                asked.connectionId(),
                asked.owner(),
                asked.name(),
                asked.cloneUrl(),
                asked.branch(),
                asked.directory(),
                list(watchPaths),
                autoDeploy.get(),
                switch (build.get()) {
                    case NOTHING -> null;
                    case DOCKERFILE -> new BuildPlan(null, dockerfile.get().strip(), given(context));
                    case COMMAND -> new BuildPlan(words(buildCommand), null, null);
                },
                words(preDeploy),
                words(postDeploy),
                switch (health.get()) {
                    case RUNS -> null;
                    case ADDRESS -> check(healthUrl.get().strip(), null);
                    case COMMAND -> check(null, words(healthCommand));
                },
                number(keepReleases),
                list(sharedPaths),
                given(deployDirectory),
                runtime == RuntimeKind.CONTAINER ? words(switchCommand) : List.of(),
                number(pollSeconds));
    }

    private HealthCheck check(@Nullable String url, @Nullable List<String> command) {
        Integer within = number(withinSeconds);
        return new HealthCheck(
                url,
                command,
                given(expect),
                Objects.requireNonNullElse(within, HealthCheck.STANDARD_SECONDS),
                successes);
    }

    static @Nullable String given(StringProperty typed) {
        String text = typed.get().strip();
        return text.isEmpty() ? null : text;
    }

    static List<String> list(StringProperty typed) {
        return Arrays.stream(typed.get().split("[,\\n]", -1))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /** @throws AppException {@code validation_failed} on the field, for a quote that is not closed */
    static List<String> words(StringProperty typed) {
        try {
            return CommandWords.split(typed.get());
        } catch (IllegalArgumentException e) {
            throw AppException.invalid(typed.getName(), String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable Integer number(StringProperty typed) {
        String text = typed.get().strip();
        try {
            return text.isEmpty() ? null : Integer.valueOf(text);
        } catch (NumberFormatException _) {
            throw AppException.invalid(typed.getName(), "Give a whole number, or leave it out.");
        }
    }
}
