package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.apps.runtime.RuntimeKind;
import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.net.OutgoingTargets;
import dev.wheelhouse.core.vcs.git.GitRemote;
import dev.wheelhouse.core.vcs.git.RefNames;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks a draft field by field and turns it into settings. */
final class SourceValidation {

    private static final int MOST_ENTRIES = 256;
    private static final int LONGEST = 4096;
    private static final int LEAST_POLL = 10;
    private static final int MOST_POLL = 86_400;

    private static final String IMAGE_NEEDS =
            "Give a dockerfile. An app of an image alone needs no source: deploy a tag.";

    private final SourceDraft draft;
    private final Problems problems = new Problems();

    private SourceValidation(SourceDraft draft) {
        this.draft = draft;
    }

    /** @throws dev.wheelhouse.core.platform.error.AppException {@code validation_failed} with every field at fault */
    static SourceSettings check(SourceDraft draft, RuntimeKind kind) {
        SourceValidation validation = new SourceValidation(draft);
        SourceSettings settings = validation.checked(kind);
        validation.problems.throwIfAny();
        return settings;
    }

    private SourceSettings checked(RuntimeKind kind) {
        checkRepository();
        checkHealth();
        SourceSettings settings = new SourceSettings(
                text(draft.owner()),
                text(draft.name()),
                text(draft.cloneUrl()),
                branch(),
                path("directory", text(draft.directory())),
                paths("watchPaths", draft.watchPaths()),
                Objects.requireNonNullElse(draft.autoDeploy(), true),
                build(kind),
                command("preDeploy", draft.preDeploy()),
                command("postDeploy", draft.postDeploy()),
                draft.healthCheck(),
                range("keepReleases", draft.keepReleases(), SourceSettings.STANDARD_RELEASES, 1, 50),
                paths("sharedPaths", draft.sharedPaths()),
                deployDirectory(),
                command("switchCommand", draft.switchCommand()),
                range("pollSeconds", draft.pollSeconds(), 60, LEAST_POLL, MOST_POLL));
        if (kind == RuntimeKind.CONTAINER) {
            requireFitsImage(settings);
        } else if (!settings.switchCommand().isEmpty()) {
            problems.add("switchCommand", "Only containers are switched by a command. Leave it out.");
        }
        return settings;
    }

    private static @Nullable String text(@Nullable String given) {
        return given == null || given.isBlank() ? null : given.strip();
    }

    private void checkRepository() {
        String cloneUrl = text(draft.cloneUrl());
        boolean byName =
                text(draft.connectionId()) != null || text(draft.owner()) != null || text(draft.name()) != null;
        if (cloneUrl != null) {
            if (byName) {
                problems.add("cloneUrl", "Give either an address or a connection with owner and name.");
            } else if (!cloneUrl.startsWith("/")) {
                problems.or(() -> GitRemote.parse("cloneUrl", cloneUrl, true, false));
            }
            return;
        }
        if (text(draft.connectionId()) == null) {
            problems.add("connectionId", "Give a connection with owner and name, or the address in cloneUrl.");
        }
        checkPart("owner", draft.owner());
        checkPart("name", draft.name());
    }

    private void checkPart(String field, @Nullable String given) {
        String part = text(given);
        // Groups of GitLab lie in each other.
        if (part == null || !part.matches("[A-Za-z0-9_][A-Za-z0-9_./-]{0,254}") || part.contains("..")) {
            problems.add(field, "Give the repository's " + field + " as it stands in its address.");
        }
    }

    private @Nullable String branch() {
        String branch = text(draft.branch());
        if (branch != null && !RefNames.isValid(branch)) {
            problems.add("branch", "This is no name of a branch.");
        }
        return branch;
    }

    private @Nullable BuildPlan build(RuntimeKind kind) {
        BuildPlan build = draft.build();
        boolean isContainer = kind == RuntimeKind.CONTAINER;
        if (build == null || (build.command() == null) == (build.dockerfile() == null)) {
            if (build != null || isContainer) {
                problems.add("build", isContainer ? IMAGE_NEEDS : "Give either a command or a dockerfile.");
            }
            return build;
        }
        if (build.command() != null) {
            requireCommand("build.command", build.command());
            if (isContainer) {
                problems.add("build.command", IMAGE_NEEDS);
            }
            return build;
        }
        if (!isContainer) {
            problems.add("build.dockerfile", "Only an app of containers is built from a Dockerfile.");
        }
        String dockerfile = path("build.dockerfile", build.dockerfile());
        String context = ".".equals(build.context()) ? null : path("build.context", text(build.context()));
        if (context != null && dockerfile != null && !dockerfile.startsWith(context + "/")) {
            problems.add("build.dockerfile", "Give a Dockerfile below " + context + ", which the image is built from.");
        }
        return new BuildPlan(null, dockerfile, context);
    }

    /** A release of containers is an image: what only files have would be ignored without a word. */
    private void requireFitsImage(SourceSettings settings) {
        if (!settings.sharedPaths().isEmpty()) {
            problems.add("sharedPaths", "Containers share volumes. Leave it out, and give the app volumes.");
        }
        if (settings.deployDirectory() != null) {
            problems.add("deployDirectory", "Releases of containers are images. Leave it out.");
        }
    }

    private void checkHealth() {
        HealthCheck check = draft.healthCheck();
        if (check == null) {
            return;
        }
        String url = check.url();
        if ((url == null) == (check.command() == null)) {
            problems.add("healthCheck", "Give either an address (url) or a command.");
        }
        if (url != null) {
            problems.or(() -> OutgoingTargets.parseWithQuery("healthCheck.url", url));
        }
        if (check.command() != null) {
            requireCommand("healthCheck.command", check.command());
        }
        range("healthCheck.withinSeconds", check.withinSeconds(), HealthCheck.STANDARD_SECONDS, 1, 3600);
        range("healthCheck.successes", check.successes(), 1, 1, 10);
    }

    private List<String> command(String field, @Nullable List<String> given) {
        if (given == null || given.isEmpty()) {
            return List.of();
        }
        requireCommand(field, given);
        return given;
    }

    private void requireCommand(String field, List<String> command) {
        if (command.isEmpty() || command.getFirst().isBlank()) {
            problems.add(field, "Give the program and its arguments, such as [\"npm\", \"ci\"].");
        }
        if (command.size() > MOST_ENTRIES
                || command.stream().mapToInt(String::length).sum() > LONGEST * 16) {
            problems.add(field, "This is too long; put it into a file of the repository.");
        }
        if (command.stream().anyMatch(each -> each.indexOf('\0') >= 0)) {
            problems.add(field, "Remove the NUL character.");
        }
    }

    private List<String> paths(String field, @Nullable List<String> given) {
        if (given == null) {
            return List.of();
        }
        if (given.size() > MOST_ENTRIES) {
            problems.add(field, "Give at most " + MOST_ENTRIES + " paths.");
        }
        for (int i = 0; i < given.size(); i++) {
            if (path(field + "[" + i + "]", text(given.get(i))) == null) {
                problems.add(field + "[" + i + "]", "Give a path, such as data/uploads.");
            }
        }
        return given.stream().map(each -> trimmed(each.strip())).toList();
    }

    /** A path below a directory that leads nowhere else. */
    private @Nullable String path(String field, @Nullable String given) {
        if (given == null) {
            return null;
        }
        String path = trimmed(given);
        boolean isBad = path.isEmpty()
                || path.startsWith("/")
                || path.startsWith("-")
                || path.length() > LONGEST
                || path.chars().anyMatch(each -> each < ' ' || each == 127)
                || List.of(path.split("/", -1)).stream()
                        .anyMatch(each -> each.isEmpty() || each.equals("..") || each.equals("."));
        if (isBad) {
            problems.add(field, "Give a path below the directory, without “..” and without a dash or slash in front.");
        }
        return path;
    }

    private static String trimmed(String path) {
        String rest = path.startsWith("./") ? path.substring(2) : path;
        return rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
    }

    private @Nullable String deployDirectory() {
        String given = text(draft.deployDirectory());
        if (given == null) {
            return null;
        }
        if (!given.startsWith("/") || given.length() < 2 || path("deployDirectory", given.substring(1)) == null) {
            problems.add("deployDirectory", "Give an absolute path on the server, such as /srv/app.");
        }
        return trimmed(given);
    }

    private int range(String field, @Nullable Integer given, int standard, int least, int most) {
        int value = given == null ? standard : given;
        if (value < least || value > most) {
            problems.add(field, "Use " + least + " to " + most + ".");
        }
        return value;
    }
}
