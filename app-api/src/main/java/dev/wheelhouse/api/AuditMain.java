package dev.wheelhouse.api;

import dev.wheelhouse.core.CommandName;
import dev.wheelhouse.core.platform.event.ExportVerification;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Proves an exported audit without a console: {@code audit verify FILE [--key KEY]}. */
public final class AuditMain {

    private AuditMain() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    /** @return the exit code: 0 for what is proven, 1 for what is not, 2 for a call that is wrong */
    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        boolean withKey = arguments.size() == 4 && arguments.get(2).equals("--key");
        if (!(arguments.size() == 2 || withKey) || !arguments.getFirst().equals("verify")) {
            err.println("usage: " + CommandName.current() + " audit verify FILE [--key KEY]");
            return 2;
        }
        try (BufferedReader lines = Files.newBufferedReader(Path.of(arguments.get(1)))) {
            return tell(ExportVerification.verify(lines), withKey ? arguments.getLast() : null, out, err);
        } catch (InvalidPathException | IOException e) {
            err.println(arguments.get(1) + " cannot be read as UTF-8: " + e.getMessage());
            return 2;
        }
    }

    /** Without a signature a cut end does not show, so the file is not proven. */
    private static int tell(ExportVerification.Result result, @Nullable String key, PrintStream out, PrintStream err) {
        if (result.fault() != null) {
            err.println(result.fault());
            return 1;
        }
        if (result.last() == 0) {
            err.println("The file has no event.");
            return 1;
        }
        String events = "Events " + result.first() + " to " + result.last() + " are as they were written";
        if (result.signedBy() == null) {
            err.println(events + ", but the end is not signed: newer ones may have been cut off.");
            return 1;
        }
        if (key != null && !key.equals(result.signingKey())) {
            err.println(events + ", but the key that signed the last one is another: " + result.signingKey() + ".");
            return 1;
        }
        out.println(events + ". The home " + result.signedBy() + " signed the last one at " + result.signedAt()
                + (key != null
                        ? " with that key."
                        : " with the key " + result.signingKey()
                                + ". A forged file is signed with a forger's key: compare it with GET /vault, or"
                                + " give the right one with --key."));
        return 0;
    }
}
