package dev.wheelhouse.core.platform.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.wheelhouse.core.platform.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out, without a console, whether an exported log is as it was written. */
public final class ExportVerification {

    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> MEMBERS =
            Set.of("ordinal", "id", "kind", "subjectId", "occurredAt", "actor", "data", "previousHash", "hash");

    private long first;
    private long last;
    private String hash = "";
    private @Nullable SignedHead signed;

    private ExportVerification() {}

    /**
     * What was found.
     *
     * @param first ordinal of the first event; 0 for none
     * @param last ordinal of the last one that is as it should be; 0 for none
     * @param fault the first thing that is not as it was written, for people; null when all is
     * @param signedBy id of the home that signed the end; null without a signature, so that newer events may be missing
     * @param signingKey the public key of that home, base64url; null without a signature
     * @param signedAt null without a signature
     */
    public record Result(
            long first,
            long last,
            @Nullable String fault,
            @Nullable String signedBy,
            @Nullable String signingKey,
            @Nullable Instant signedAt) {}

    /** @throws IOException when the lines cannot be read */
    public static Result verify(BufferedReader lines) throws IOException {
        ExportVerification verification = new ExportVerification();
        String fault = verification.faultOf(lines);
        SignedHead signed = verification.signed;
        if (fault != null || signed == null) {
            return new Result(verification.first, verification.last, fault, null, null, null);
        }
        return new Result(
                verification.first,
                verification.last,
                null,
                signed.homeId(),
                signed.signingKey(),
                Instant.ofEpochMilli(signed.signedAt()));
    }

    private @Nullable String faultOf(BufferedReader lines) throws IOException {
        long number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (signed != null) {
                return "Line " + number + " stands behind the signature, which is the last line.";
            }
            Map<String, String> members;
            try {
                members = members(line);
            } catch (IOException _) {
                return "Line " + number + " is no event.";
            }
            String end = members.size() == 1 ? members.get("signed") : null;
            String fault = end != null ? faultOfEnd(end) : faultOf(members, number);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private @Nullable String faultOf(Map<String, String> members, long number) {
        EventRow row;
        String previous;
        try {
            row = row(members);
            previous = text(members, "previousHash");
        } catch (UncheckedIOException | DateTimeException | ArithmeticException | IllegalArgumentException _) {
            return "Line " + number + " is no event.";
        }
        if (row.ordinal() < 1 || !members.keySet().equals(MEMBERS)) {
            return "Line " + number + " is no event.";
        }
        if (first == 0) {
            first = row.ordinal();
            // Where old events were removed the log begins with the hash of the last of them.
            hash = row.ordinal() == 1 ? "" : previous;
        } else if (row.ordinal() != last + 1) {
            return row.ordinal() > last + 1
                    ? "Event " + (last + 1) + " is missing."
                    : "Event " + row.ordinal() + " stands behind event " + last + ".";
        }
        if (!hash.equals(previous) || !row.hash().equals(row.hashAfter(hash))) {
            return "Event " + row.ordinal() + " was altered.";
        }
        last = row.ordinal();
        hash = row.hash();
        return null;
    }

    private @Nullable String faultOfEnd(String text) {
        SignedHead end;
        try {
            end = Json.read(text, SignedHead.class);
        } catch (UncheckedIOException _) {
            return "The signature cannot be read.";
        }
        if (!end.isGenuine()) {
            return "The signature is not one of the home " + end.homeId() + ".";
        }
        if (end.oldest() != first) {
            return end.oldest() < first
                    ? "Event " + end.oldest() + " is missing: the file begins with event " + first + "."
                    : "Event " + first + " stands before event " + end.oldest() + ", with which the log began.";
        }
        if (end.ordinal() != last) {
            return "Event " + (last + 1) + " is missing: " + end.when() + ".";
        }
        if (!end.hash().equals(hash)) {
            return "Event " + last + " is not the one that was signed.";
        }
        signed = end;
        return null;
    }

    private static EventRow row(Map<String, String> members) {
        return new EventRow(
                text(members, "id"),
                "",
                Long.parseLong(raw(members, "ordinal")),
                text(members, "kind"),
                text(members, "subjectId"),
                Instant.parse(text(members, "occurredAt")).toEpochMilli(),
                raw(members, "actor"),
                raw(members, "data"),
                text(members, "hash"));
    }

    private static String text(Map<String, String> members, String name) {
        return Json.read(raw(members, name), String.class);
    }

    private static String raw(Map<String, String> members, String name) {
        String value = members.get(name);
        if (value == null) {
            throw new IllegalArgumentException("No " + name);
        }
        return value;
    }

    /** The members of an object, each value as it is written: a hash covers the text of actor and data. */
    private static Map<String, String> members(String line) throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(line)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("No object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                int from = Math.toIntExact(parser.currentTokenLocation().getCharOffset());
                parser.skipChildren();
                // A text or a number is read to its end when it is asked for.
                parser.finishToken();
                int to = Math.toIntExact(parser.currentLocation().getCharOffset());
                if (members.put(name, line.substring(from, to)) != null) {
                    throw new IOException(name + " twice");
                }
            }
            if (parser.nextToken() != null) {
                throw new IOException("More than an object");
            }
        }
        return members;
    }
}
