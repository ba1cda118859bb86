package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.Locale;

/** What systemd refuses, with a word on what to do. */
final class Refusals {

    private static final int LONGEST_REASON = 500;

    private Refusals() {}

    static AppException noSystemd() {
        return refused("This server does not run systemd. Run the app as a process or a container there.");
    }

    static AppException missing(UnitName unit) {
        return refused("The server has no unit " + unit.text() + ". Check its name, or install it and run"
                + " \"systemctl daemon-reload\" there.");
    }

    static AppException masked(UnitName unit) {
        return refused("The unit " + unit.text() + " is masked, so that nothing can start it. Allow it on the server"
                + " with \"systemctl unmask " + unit.text() + "\".");
    }

    /**
     * What a command wrote, understood.
     *
     * @param what a sentence without its full stop
     * @param errors the command's standard error
     */
    static AppException of(String what, String errors) {
        String lower = errors.toLowerCase(Locale.ROOT);
        if (lower.contains("not been booted with systemd")
                || lower.contains("failed to connect to bus")
                || lower.contains("failed to connect to system scope bus")) {
            return noSystemd();
        }
        if (lower.contains("access denied")
                || lower.contains("authentication")
                || lower.contains("permission denied")
                || lower.contains("not permitted")) {
            return refused(what + ": the server's user may not control units. Log in as root, or allow it on the server"
                    + " with a polkit rule for org.freedesktop.systemd1.manage-units.");
        }
        String reason = errors.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("See "))
                .findFirst()
                .orElse("");
        String told = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
        return refused(told.isEmpty() ? what + "." : what + ": " + told);
    }

    static AppException refused(String message) {
        return new AppException(PlatformError.STATE_INVALID, message);
    }
}
