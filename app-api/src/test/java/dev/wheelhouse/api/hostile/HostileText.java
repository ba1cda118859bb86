package dev.wheelhouse.api.hostile;

import dev.wheelhouse.api.testing.JsonText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is sent in the place of a field's value.
 *
 * @param bytes as they stand in the body, which need be neither JSON nor UTF-8, each as a character
 * @param value the text that it is, where it is one
 */
record HostileText(String bytes, @Nullable String value) {

    private static final List<String> TEXTS = List.of(
            "",
            "   ",
            "x".repeat(10_000),
            "é".repeat(1_500),
            "e\u0301🎉\uD834\uDD1E".repeat(3_000),
            "a\0b",
            "\u0001\u0007\u001B[31m\u007F\u009B",
            "a\r\nX-Evil: 1\r\n\r\n<html>",
            "\n",
            "\u202Egnp.exe\u2066",
            "\uFEFF\uFFFE\uFFFF",
            "e\u0301\u0323 🎉 \uD83D\uDC68\u200D\uD83D\uDC69",
            "Z\u0335\u0321\u0322".repeat(40),
            "'; DROP TABLE t; --",
            "../../etc/passwd",
            "/etc/passwd",
            "-rf --help",
            "{{7*7}} ${jndi:ldap://127.0.0.1:1/x} %s%n",
            "<script>alert(1)</script>",
            "%00%2e%2e%2f\\..\\",
            "file:///etc/passwd",
            "http://[::1]:1/ @127.0.0.1#x?y",
            "http://a:b@127.0.0.1:1\r\nHost: evil/",
            "127.0.0.1",
            "null",
            "local");

    /** What is no text, or none that is allowed anywhere. */
    private static final List<String> OTHERS = List.of(
            "\"\\ud800\"",
            "\"a\\udfffb\"",
            "\"\\ude00\\ud83d\"",
            "7",
            "-1.5e300",
            "1e999999999",
            "true",
            "null",
            "[]",
            "{}",
            "[\"x\"]",
            "{\"a\":\"b\"}");

    /** What no parser of JSON takes, in whichever place. */
    private static final List<String> NO_JSON = List.of(
            "[".repeat(1_000) + "]".repeat(1_000),
            "{\"a\":".repeat(1_000) + "1" + "}".repeat(1_000),
            "\"a\tb\"",
            "'a'",
            "NaN",
            "\"\\x41\"",
            "{\"a\":1,\"a\":2}",
            "7,\"again\":7,\"again\":7",
            "7}{",
            "");

    private static final List<String> NO_UTF8 = List.of("\"\u00C3\"", "\"\u00C0\u00AF\"", "\"\u00ED\u00A0\u0080\"");

    /** @param mark a file that a shell makes if one comes to read the text */
    static List<HostileText> all(Path mark) {
        List<HostileText> all = new ArrayList<>();
        TEXTS.forEach(each -> all.add(of(each)));
        all.add(of(";touch " + mark + ";$(touch " + mark + ")`touch " + mark + "`|touch " + mark + "&'\"\n touch "
                + mark));
        OTHERS.forEach(each -> all.add(new HostileText(each, null)));
        return all;
    }

    /** What no parser takes. */
    static List<HostileText> unreadable() {
        return Stream.concat(NO_JSON.stream(), NO_UTF8.stream())
                .map(each -> new HostileText(each, null))
                .toList();
    }

    static HostileText of(String text) {
        byte[] json = JsonText.of((Object) text).getBytes(StandardCharsets.UTF_8);
        return new HostileText(new String(json, StandardCharsets.ISO_8859_1), text);
    }

    byte[] json() {
        return bytes.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Half of a pair of surrogates, which the contract refuses everywhere. */
    boolean isHalfOfAPair() {
        return bytes.contains("\\ud");
    }

    boolean isNull() {
        return bytes.equals("null");
    }

    /** To be recognized by in a complaint. */
    @Override
    public String toString() {
        return bytes.length() > 80 ? bytes.substring(0, 80) + "… of " + bytes.length() : bytes;
    }
}
