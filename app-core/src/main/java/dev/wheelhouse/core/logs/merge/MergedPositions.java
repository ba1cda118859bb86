package dev.wheelhouse.core.logs.merge;

import dev.wheelhouse.core.logs.LogPosition;
import dev.wheelhouse.core.platform.error.AppException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** The places in several logs as one text: {@code name=place} of each, packed when that is long. Pure. */
final class MergedPositions {

    private static final String PLAIN = "m1,";
    private static final String PACKED = "m2,";
    private static final int LONGEST_UNPACKED = 1 << 20;

    private MergedPositions() {}

    /** In place of a place: everything is still to be read. */
    static final LogPosition OLDEST = new LogPosition("");

    /**
     * The places as one.
     *
     * @param names of the logs
     * @param places in their order, copied; null for a log of which only what comes later is wanted, {@link #OLDEST} for
     *     one of which everything is
     */
    static LogPosition of(List<String> names, @Nullable LogPosition[] places) {
        @Nullable LogPosition[] here = places.clone();
        return LogPosition.madeWhenAsked(() -> text(names, here));
    }

    /** The places of these logs in that text, in their order. */
    static @Nullable LogPosition[] parse(LogPosition position, List<String> names) {
        Map<String, LogPosition> named = parse(position);
        @Nullable LogPosition[] places = new LogPosition[names.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = named.get(names.get(i));
        }
        return places;
    }

    private static String text(List<String> names, @Nullable LogPosition[] places) {
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < places.length; i++) {
            LogPosition place = places[i];
            if (place != null) {
                joined.append(joined.isEmpty() ? "" : ",")
                        .append(URLEncoder.encode(names.get(i), StandardCharsets.UTF_8))
                        .append('=')
                        .append(URLEncoder.encode(place.text(), StandardCharsets.UTF_8));
            }
        }
        if (joined.length() + PLAIN.length() <= LogPosition.LONGEST) {
            return PLAIN + joined;
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream deflating = new DeflaterOutputStream(packed)) {
            deflating.write(joined.toString().getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return PACKED + Base64.getUrlEncoder().withoutPadding().encodeToString(packed.toByteArray());
    }

    /** @throws AppException {@code validation_failed} on {@code after} for a text that is none of these */
    private static Map<String, LogPosition> parse(LogPosition position) {
        String text = position.text();
        try {
            if (text.startsWith(PACKED)) {
                return split(unpack(text.substring(PACKED.length())));
            }
            if (text.startsWith(PLAIN)) {
                return split(text.substring(PLAIN.length()));
            }
        } catch (IllegalArgumentException | IOException e) {
            throw notOurs();
        }
        throw notOurs();
    }

    private static String unpack(String text) throws IOException {
        byte[] packed = Base64.getUrlDecoder().decode(text);
        try (InputStream inflating = new InflaterInputStream(new ByteArrayInputStream(packed))) {
            return new String(inflating.readNBytes(LONGEST_UNPACKED), StandardCharsets.US_ASCII);
        }
    }

    private static Map<String, LogPosition> split(String joined) {
        Map<String, LogPosition> places = new HashMap<>();
        for (String each : joined.split(",", -1)) {
            int equals = each.indexOf('=');
            if (equals < 0) {
                if (each.isEmpty()) {
                    continue;
                }
                throw new IllegalArgumentException(each);
            }
            String place = URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8);
            places.put(
                    URLDecoder.decode(each.substring(0, equals), StandardCharsets.UTF_8),
                    place.isEmpty() ? OLDEST : new LogPosition(place));
        }
        return places;
    }

    private static AppException notOurs() {
        return AppException.invalid("after", "This is not a place in this log. Leave it out to begin anew.");
    }
}
