package dev.wheelhouse.core.databases.tables;

import dev.wheelhouse.core.databases.catalog.UiType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Finds a value between two of a column's, as PostgreSQL writes them. */
final class KeyInterpolation {

    private KeyInterpolation() {}

    /**
     * @param share 0 for the lower value to 1 for the upper
     * @return empty for types without distances and for values without, such as infinity
     */
    static Optional<String> between(UiType type, String lower, String upper, double share) {
        try {
            return switch (type) {
                case INTEGER ->
                    Optional.of(number(lower, upper, share)
                            .setScale(0, RoundingMode.FLOOR)
                            .toPlainString());
                case NUMBER -> Optional.of(number(lower, upper, share).toPlainString());
                case DATE -> Optional.of(date(lower, upper, share));
                case DATETIME -> Optional.of(time(lower, upper, share));
                default -> Optional.empty();
            };
        } catch (NumberFormatException | DateTimeParseException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static BigDecimal number(String lower, String upper, double share) {
        BigDecimal from = new BigDecimal(lower);
        return from.add(new BigDecimal(upper).subtract(from).multiply(new BigDecimal(share), MathContext.DECIMAL64));
    }

    private static String date(String lower, String upper, double share) {
        LocalDate from = LocalDate.parse(lower);
        long days = ChronoUnit.DAYS.between(from, LocalDate.parse(upper));
        return from.plusDays((long) ((double) days * share)).toString();
    }

    private static String time(String lower, String upper, double share) {
        String from = lower.replace(' ', 'T');
        String to = upper.replace(' ', 'T');
        if (from.matches(".*[+-]\\d\\d")) {
            OffsetDateTime begin = OffsetDateTime.parse(from + ":00");
            Duration distance = Duration.between(begin, OffsetDateTime.parse(to + ":00"));
            return begin.plus(part(distance, share)).toString();
        }
        LocalDateTime begin = LocalDateTime.parse(from);
        return begin.plus(part(Duration.between(begin, LocalDateTime.parse(to)), share))
                .toString();
    }

    private static Duration part(Duration distance, double share) {
        return Duration.ofMillis((long) ((double) distance.toMillis() * share));
    }
}
