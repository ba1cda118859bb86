package dev.wheelhouse.core.databases.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Values as text, for types of every family: what is known to break, then random ones. */
final class HostileValues {

    private static final int RANDOM_OF_EACH = 4;

    private static final List<String> KNOWN = List.of(
            // Text, and what other types' syntax does to it.
            "",
            " ",
            "abc",
            "a  ",
            "NULL",
            "null",
            "it's",
            "\"",
            "\\",
            "a\"b\\c",
            "{x,y}",
            "[0:1]={a,b}",
            "(1,2)",
            ",;",
            "line\nbreak\ttab\r",
            "é 🙂 \u2028 \uFFFD \u007f",
            "so so",
            "y z",
            "not",
            "x",
            // Numbers.
            "0",
            "-0",
            "1",
            "7",
            "-1",
            "1.10",
            "-1.5e10",
            "32767",
            "-32768",
            "2147483647",
            "-2147483648",
            "4294967295",
            "9007199254740991",
            "9007199254740992",
            "-9007199254740993",
            "9223372036854775807",
            "-9223372036854775808",
            "123456789012345678901234567890.123456789012345678901234567890",
            "1e-300",
            "1.7976931348623157e308",
            "4.9e-324",
            "3.4028235e38",
            "NaN",
            "Infinity",
            "-Infinity",
            "$1,234.56",
            "-$0.01",
            "0/16B3748",
            // Truth, bits, bytes.
            "t",
            "false",
            "0101",
            "1",
            "\\x",
            "\\x00ff10",
            "a\\000b",
            // Times.
            "2026-01-02",
            "0044-03-15 BC",
            "5874897-12-31",
            "infinity",
            "-infinity",
            "epoch",
            "00:00:00",
            "24:00:00",
            "23:59:59.999999",
            "12:00:00.5+05:30",
            "24:00:00-15:59:59",
            "2026-01-02 03:04:05.000006",
            "2026-01-02 03:04:05.5+01",
            "0001-01-01 00:00:00 BC",
            "4713-01-01 00:00:00 BC",
            "294276-12-31 23:59:59.999999",
            "12026-01-02 03:04:05+00",
            "1 year 2 mons -3 days 04:05:06.7",
            "-178000000 years",
            "00:00:00.000001",
            "P1Y2M3DT4H5M6S",
            // Identifiers, network.
            "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
            "192.168.0.1/24",
            "192.168.0.0/24",
            "::ffff:1.2.3.4",
            "2001:db8::/32",
            "08:00:2b:01:02:03",
            "08:00:2b:01:02:03:04:05",
            // Documents.
            "{\"b\": 12345678901234567890, \"a\":1.10,\"a\":2}",
            "{\"$json\": \"null\"}",
            "{\"$json\":{\"$json\":\"null\"}}",
            "{\"\\u0024json\":\"x\"}",
            "{\"$json\":\"a\",\"$json\":\"b\"}",
            "{\"$blob\":\"\\\\x41\"}",
            "[1, [2, null], {\"a\": \"]\"}]",
            "[]",
            "{}",
            "\"text\"",
            "\"\\ud83d\\ude42 \\\\ \\\"\"",
            "{\"line\":\n1}",
            "<a b=\"c\">&lt;é</a>",
            "plain & simple",
            "$.a[*] ? (@.b > 1)",
            // Geometry.
            "(1.5,-0)",
            "(NaN,Infinity)",
            "(3,4),(1,2)",
            "[(0,0),(1,1)]",
            "((0,0),(1,1),(2,0))",
            "<(1,2),3>",
            "{1,-1,0}",
            // Ranges.
            "empty",
            "[1,5)",
            "(,)",
            "[2026-01-01,2026-02-01)",
            "[\"2026-01-01 00:00:00\",infinity)",
            "(\"-infinity\",\"2026-01-01 00:00:00+00\"]",
            "[1.5,2.50]",
            "{}",
            "{[1,3),[5,8)}",
            "{[2026-01-01,2026-02-01),[2026-03-01,)}",
            // Text search.
            "'a':1A,2B 'it''s':3 '\\\\':4",
            "'a' & !'b c':*A | 'd' <-> 'e'",
            // Composites.
            "(1,\"a\"\"b, (c)\")",
            "(,)",
            "(\"(1,\"\"x y\"\")\",\"{1,NULL}\",\"2026-01-02 03:04:05+00\")",
            // What the server calls its own things.
            "pg_class",
            "pg_catalog.int4",
            "now()",
            "abs(integer)",
            "+",
            "+(integer,integer)",
            "pg_read_all_data",
            "pg_catalog",
            "simple",
            "english",
            "C",
            "wheelhouse=r/wheelhouse",
            "(0,1)",
            "10:20:10,14,15",
            "1 2 3");

    private HostileValues() {}

    static List<String> texts(Random random) {
        List<String> texts = new ArrayList<>(KNOWN);
        List<Supplier<String>> families = List.of(
                () -> Long.toString(random.nextLong() >> random.nextInt(64)),
                () -> Double.toString(Double.longBitsToDouble(random.nextLong())),
                () -> Float.toString(Float.intBitsToFloat(random.nextInt())),
                () -> new BigDecimal(new BigInteger(random.nextInt(1, 120), random), random.nextInt(-5, 30))
                        .toPlainString(),
                () -> characters(random),
                () -> timestamp(random),
                () -> timestamp(random).substring(0, 10),
                () -> "\\x"
                        + new BigInteger(8 * random.nextInt(1, 20), random)
                                .setBit(8 * 20)
                                .toString(16)
                                .substring(1),
                () -> "[" + random.nextInt(-1000, 0) + "," + random.nextInt(1, 1000) + "]",
                () -> "\"" + characters(random).replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
        for (Supplier<String> family : families) {
            for (int i = 0; i < RANDOM_OF_EACH; i++) {
                texts.add(family.get());
            }
        }
        return texts;
    }

    private static String timestamp(Random random) {
        return "%04d-%02d-%02d %02d:%02d:%02d.%06d"
                .formatted(
                        random.nextInt(1, 10_000),
                        random.nextInt(1, 13),
                        random.nextInt(1, 29),
                        random.nextInt(24),
                        random.nextInt(60),
                        random.nextInt(60),
                        random.nextInt(1_000_000));
    }

    private static String characters(Random random) {
        String alphabet = "ab\"'\\{}[](),; \n\t$:.NULL\u00e9\u6f22";
        return IntStream.range(0, random.nextInt(12))
                .mapToObj(i -> String.valueOf(alphabet.charAt(random.nextInt(alphabet.length()))))
                .collect(Collectors.joining());
    }
}
