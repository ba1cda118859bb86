package dev.wheelhouse.api;

import dev.wheelhouse.core.CommandName;
import dev.wheelhouse.core.HomeMove;
import dev.wheelhouse.core.LaunchOptions;
import dev.wheelhouse.core.LogSettings;
import dev.wheelhouse.core.SecretSources;
import dev.wheelhouse.core.platform.homebackup.HomeContents;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Writes a home into one sealed file and puts it back: {@code home backup FILE} and {@code home restore FILE}. */
public final class HomeMain {

    private static final String USAGE = """
            usage: %1$s home backup FILE [--home DIR] [--store URL] [--passphrase-fd N]
                   %1$s home restore FILE [--home DIR] [--identity keep|new] [--passphrase-fd N]""".formatted(CommandName.current());

    private final HomeMove move = new HomeMove(Clock.systemUTC(), new SecureRandom());
    private final Passphrases passphrases;
    private final PrintStream out;

    /** How a passphrase is had. */
    interface Passphrases {

        /** @param prompts as {@link SecretSources#requirePassphrase} takes them */
        String read(SecretSources sources, String... prompts);
    }

    private HomeMain(Passphrases passphrases, PrintStream out) {
        this.passphrases = passphrases;
        this.out = out;
    }

    public static void main(String[] arguments) {
        LogSettings.apply();
        System.exit(run(
                List.of(arguments),
                CommandLine.environment(),
                SecretSources::requirePassphrase,
                System.out,
                System.err));
    }

    /** @return the exit code, as of {@link CommandLine#run} */
    static int run(
            List<String> arguments,
            Map<String, String> environment,
            Passphrases passphrases,
            PrintStream out,
            PrintStream err) {
        HomeMain main = new HomeMain(passphrases, out);
        return CommandLine.run(
                () -> main.run(CommandLine.parse(arguments), environment),
                USAGE,
                "That failed, and nothing was left behind",
                err);
    }

    private void run(CommandLine line, Map<String, String> environment) throws CommandLine.UsageException, IOException {
        switch (line.word(0)) {
            case "backup" -> backUp(line.words(2), line.options(environment, "--home", "--store", "--passphrase-fd"));
            case "restore" -> {
                boolean anew = line.takeChoice("--identity", "keep", "new").equals("new");
                restore(line.words(2), line.options(environment, "--home", "--passphrase-fd"), anew);
            }
            default -> throw new CommandLine.UsageException();
        }
    }

    private void backUp(List<String> words, LaunchOptions options) throws IOException {
        Path file = Path.of(words.get(1));
        String passphrase =
                passphrases.read(options.secrets(), "Passphrase to seal the backup with: ", "The same again: ");
        HomeContents contents = move.backUp(options.home(), file, options.storeUrl(), passphrase);
        out.println("The home " + options.home() + " is in " + file + " (" + Files.size(file)
                + " bytes). It opens with the passphrase alone: keep that elsewhere.");
        if (contents.store() != null) {
            out.println((contents.schema() == null
                            ? "Its state is not in the file: it is on the server at "
                            : "Its own state is in the file, but nothing of what is on the server at ")
                    + contents.store() + ", which is to be backed up there.");
        }
        if (contents.whileRunning()) {
            out.println(
                    "A console works in this home: what it does from now on is not in the file, nor is WAL that it is"
                            + " about to store. To move the home, stop the console first and back up then.");
        }
    }

    private void restore(List<String> words, LaunchOptions options, boolean anew) throws IOException {
        Path file = Path.of(words.get(1));
        String passphrase = passphrases.read(options.secrets(), "Passphrase of the backup: ");
        HomeMove.Restored restored = anew
                ? move.restoreAnew(file, options.home(), passphrase)
                : move.restore(file, options.home(), passphrase);
        HomeContents contents = restored.contents();
        out.println("The home of " + contents.machine() + ", as it was at " + Instant.ofEpochMilli(contents.madeAt())
                + ", is in " + options.home() + ".");
        if (anew) {
            tellOfNew(restored, contents);
        } else {
            out.println("This machine is the server that " + contents.machine()
                    + " was: its schedules, apps and backups go on here. Never start the old home again.");
        }
        if (contents.store() != null) {
            out.println((contents.schema() == null
                            ? "Its state is on the server at " + contents.store() + ": start"
                            : "It has a state of its own. To work with the one on the server at " + contents.store()
                                    + ", start")
                    + " it with --store or WHEELHOUSE_STORE"
                    + (anew ? ", and --join with a code of an invitation." : "."));
        }
    }

    private void tellOfNew(HomeMove.Restored restored, HomeContents contents) {
        if (contents.schema() != null) {
            out.println(
                    "This machine is a new server; " + contents.machine() + " stays in the list until it is deleted."
                            + " Schedules and backups of other servers go on here: where " + contents.machine()
                            + " goes on too, switch them off on one of the two.");
        }
        if (!restored.stopped().isEmpty()) {
            out.println("Switched off, as it belongs to " + contents.machine() + ": "
                    + String.join(", ", restored.stopped()) + ". Set it up anew on another server, or delete it.");
        }
        if (!restored.left().isEmpty()) {
            out.println("Left to " + contents.machine() + ", which may go on with it: "
                    + String.join("; ", restored.left()) + ". If that machine is gone for good, remove it by hand: a"
                    + " slot keeps WAL until the disk of its server is full.");
        }
    }
}
