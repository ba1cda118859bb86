package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.Problems;
import java.util.regex.Pattern;

/**
 * The name of a service unit (systemd.unit(5): ASCII letters, digits and {@code : - _ . \ @}, at most 255 characters).
 * The patterns that systemctl would take for many units are none.
 *
 * @param text with its suffix, such as {@code nginx.service} or {@code worker@2.service}
 */
public record UnitName(String text) {

    private static final String SUFFIX = ".service";
    private static final int LONGEST = 255;
    private static final Pattern VALID =
            Pattern.compile("[A-Za-z0-9:_.\\\\][A-Za-z0-9:_.\\\\-]*(@[A-Za-z0-9:_.\\\\@-]*)?");
    private static final Pattern OTHER_KIND =
            Pattern.compile(".*\\.(socket|device|mount|automount|swap|target|path|timer|slice|scope)");

    /** @throws AppException {@code validation_failed} on {@code unit} */
    public UnitName {
        if (!text.endsWith(SUFFIX)
                || text.length() > LONGEST
                || !VALID.matcher(text).matches()) {
            throw AppException.invalid(
                    "unit",
                    "Give the name of a service unit such as nginx.service: letters, digits and : _ . - \\ @, at most "
                            + LONGEST + " characters.");
        }
        if (text.length() == SUFFIX.length() || text.startsWith("@")) {
            throw AppException.invalid("unit", "Give the unit a name before " + SUFFIX + ".");
        }
        if (text.endsWith("@" + SUFFIX)) {
            throw AppException.invalid(
                    "unit", "This is a template. Name an instance of it, such as " + text.replace("@.", "@1.") + ".");
        }
    }

    /**
     * As a person writes it: a name without a suffix is a service's, as systemctl has it.
     *
     * @throws AppException {@code validation_failed} on {@code unit}
     */
    public static UnitName of(String written) {
        String name = written.strip();
        if (OTHER_KIND.matcher(name).matches()) {
            throw AppException.invalid("unit", "Only service units are apps; name the service that it starts.");
        }
        return new UnitName(name.endsWith(SUFFIX) ? name : name + SUFFIX);
    }

    /** What an app of this unit could be called: {@code [a-z0-9][a-z0-9_.-]{0,62}}. */
    String appName() {
        return Problems.nameLike(
                text.substring(0, text.length() - SUFFIX.length()).replaceAll("[^A-Za-z0-9_.-]+", "-"), "unit");
    }
}
