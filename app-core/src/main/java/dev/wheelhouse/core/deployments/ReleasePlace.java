package dev.wheelhouse.core.deployments;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.platform.host.CommandInput;
import dev.wheelhouse.core.platform.host.CommandResult;
import dev.wheelhouse.core.platform.host.Host;
import dev.wheelhouse.core.platform.host.HostCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the releases of an app lie on its server: {@code releases/<deployment>}, {@code shared}, and {@code current}, a link
 * to the one that serves. Every method throws what {@link Host} throws, and {@code state_invalid} with the server's own
 * words. Thread-safe.
 */
final class ReleasePlace {

    private static final String SCRIPT = script("releases.sh");
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration LONGEST_RECEIVE = Duration.ofHours(2);

    private final Host host;
    private final String appId;
    private final String place;

    /** @param place absolute; null for the console's own directory of the app */
    ReleasePlace(Host host, String appId, @Nullable String place) {
        this.host = host;
        this.appId = appId;
        this.place = Objects.requireNonNullElse(place, "");
    }

    /** The text of a script that runs on servers. */
    static String script(String file) {
        try (InputStream input = ReleasePlace.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(input, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What a place is like before a release.
     *
     * @param path absolute
     * @param serving the release that serves; null for none
     * @param freeKibibytes on its file system; null where the server does not tell
     */
    record Found(
            String path, @Nullable String serving, @Nullable Long freeKibibytes) {

        String release(String id) {
            return path + "/releases/" + id;
        }

        String current() {
            return path + "/current";
        }
    }

    /**
     * Makes an empty directory for a release, but in none that is taken.
     *
     * @param releaseId null to make none
     * @param taken links on the server are followed
     */
    Found prepare(@Nullable String releaseId, Collection<DeployDirectories.Taken> taken) {
        List<String> arguments = new ArrayList<>(List.of(Objects.requireNonNullElse(releaseId, "")));
        taken.forEach(each ->
                arguments.addAll(List.of(Objects.requireNonNullElse(each.path(), ""), each.appId(), each.use())));
        String told = run("prepare", arguments, CommandInput.NONE, LIMIT);
        return new Found(
                Objects.requireNonNull(line(told, "place ")), line(told, "serving "), number(line(told, "free ")));
    }

    Found look() {
        return prepare(null, List.of());
    }

    private static @Nullable String line(String told, String name) {
        return told.lines()
                .filter(each -> each.startsWith(name) && each.length() > name.length())
                .map(each -> each.substring(name.length()))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Long number(@Nullable String text) {
        return text != null && text.matches("\\d{1,18}") ? Long.valueOf(text) : null;
    }

    /** Lays a tar into the directory of a release. */
    void receive(String releaseId, CommandInput tar) {
        run("receive", List.of(releaseId), tar, LONGEST_RECEIVE);
    }

    /** Links what all releases have in common into one. */
    void share(String releaseId, List<String> paths) {
        List<String> arguments = new ArrayList<>(List.of(releaseId));
        arguments.addAll(paths);
        run("share", arguments, CommandInput.NONE, LIMIT);
    }

    /**
     * Has a release serve from the next start on, in one step.
     *
     * @param before the release that may have to serve again, for which that must not need room then; null for none
     */
    void switchTo(String releaseId, @Nullable String before) {
        run("switch", before == null ? List.of(releaseId) : List.of(releaseId, before), CommandInput.NONE, LIMIT);
    }

    void unlink() {
        run("unlink", List.of(), CommandInput.NONE, LIMIT);
    }

    /** Removes a release that does not serve. */
    void drop(String releaseId) {
        run("drop", List.of(releaseId), CommandInput.NONE, LIMIT);
    }

    /** Removes all but those and the one that serves; the ids of what was removed. */
    List<String> prune(Collection<String> kept) {
        return run("prune", List.copyOf(kept), CommandInput.NONE, LIMIT)
                .lines()
                .filter(each -> each.startsWith("removed "))
                .map(each -> each.substring("removed ".length()))
                .toList();
    }

    /** Removes all releases; what they share stays. */
    void remove() {
        run("remove", List.of(), CommandInput.NONE, LIMIT);
    }

    private String run(String what, List<String> arguments, CommandInput input, Duration limit) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", SCRIPT, "wheelhouse", what, place, appId));
        argv.addAll(arguments);
        CommandResult result = host.run(HostCommand.of(argv).within(limit).withInput(input));
        if (!result.succeeded()) {
            String words = words(result);
            throw NoRoom.isIn(words)
                    ? NoRoom.failed("The server could not " + inWords(what))
                    : new AppException(
                            PlatformError.STATE_INVALID, "The server could not " + inWords(what) + ": " + words);
        }
        return result.stdoutText();
    }

    private static String inWords(String what) {
        return switch (what) {
            case "prepare" -> "make the place of the release";
            case "receive" -> "take the files of the release";
            case "share" -> "link what all releases have in common";
            case "switch" -> "switch to the release";
            default -> "tidy up its releases";
        };
    }

    private static String words(CommandResult result) {
        String text = result.stderrText().strip();
        if (text.isEmpty()) {
            return "it answered nothing and ended with " + result.exitCode() + ".";
        }
        return text.length() > 1000 ? "… " + text.substring(text.length() - 1000) : text;
    }
}
