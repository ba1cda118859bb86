package dev.wheelhouse.ui.apps.form;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts of memory as people write them: {@code 512m}, {@code 1.5 GiB}. All units are powers of 1024, as engines take them. */
final class ByteAmount {

    private static final Pattern AMOUNT = Pattern.compile("([0-9]+(?:[.,][0-9]+)?)\\s*([kmgt]?)i?b?");
    private static final String UNITS = "kmgt";
    private static final long STEP = 1024;
    private static final String WRONG = "Write an amount such as 512 MiB or 1.5 GiB.";

    private ByteAmount() {}

    /** @throws IllegalArgumentException with a sentence for people */
    static long parse(String text) {
        Matcher found = AMOUNT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!found.matches()) {
            throw new IllegalArgumentException(WRONG);
        }
        BigDecimal amount = new BigDecimal(found.group(1).replace(',', '.'));
        for (int i = 0; !found.group(2).isEmpty() && i <= UNITS.indexOf(found.group(2)); i++) {
            amount = amount.multiply(BigDecimal.valueOf(STEP));
        }
        try {
            return amount.setScale(0, RoundingMode.HALF_UP).longValueExact();
        } catch (ArithmeticException _) {
            throw new IllegalArgumentException(WRONG);
        }
    }

    /** Exactly the same amount again, in the largest unit that needs no fraction. */
    static String words(long bytes) {
        long rest = bytes;
        int unit = -1;
        while (rest >= STEP && rest % STEP == 0 && unit < UNITS.length() - 1) {
            rest /= STEP;
            unit++;
        }
        return unit < 0 ? rest + " B" : rest + " " + Character.toUpperCase(UNITS.charAt(unit)) + "iB";
    }
}
