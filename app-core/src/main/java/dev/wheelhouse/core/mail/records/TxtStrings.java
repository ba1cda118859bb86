package dev.wheelhouse.core.mail.records;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.StringJoiner;

/** The strings of a TXT record as a zone file has them (RFC 1035 sections 3.3.14 and 5.1). */
public final class TxtStrings {

    private static final int LONGEST = 255;

    private TxtStrings() {}

    /** As quoted strings of at most 255 bytes, at least one, which receivers join with nothing between. */
    public static String quoted(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringJoiner strings = new StringJoiner(" ");
        for (int from = 0; from == 0 || from < bytes.length; from += LONGEST) {
            strings.add(quoted(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + LONGEST))));
        }
        return strings.toString();
    }

    private static String quoted(byte[] bytes) {
        StringBuilder text = new StringBuilder("\"");
        for (byte each : bytes) {
            int octet = each & 0xff;
            if (octet < ' ' || octet > '~') {
                text.append("\\%03d".formatted(octet));
            } else {
                text.append(octet == '"' || octet == '\\' ? "\\" : "").append((char) octet);
            }
        }
        return text.append('"').toString();
    }

    /** The text of strings that are joined with nothing between; bytes that are not UTF-8 are shown as replaced. */
    public static String joined(String data) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean isQuoted = false;
        for (int i = 0; i < data.length(); i++) {
            char each = data.charAt(i);
            if (each == '\\' && i + 1 < data.length()) {
                boolean isNumber =
                        i + 3 < data.length() && data.substring(i + 1, i + 4).matches("[0-9]{3}");
                bytes.write(isNumber ? Integer.parseInt(data.substring(i + 1, i + 4)) : data.charAt(i + 1));
                i += isNumber ? 3 : 1;
            } else if (each == '"') {
                isQuoted = !isQuoted;
            } else if (isQuoted || each != ' ') {
                bytes.writeBytes(Character.toString(each).getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
