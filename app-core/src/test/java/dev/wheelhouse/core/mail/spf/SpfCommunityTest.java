package dev.wheelhouse.core.mail.spf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.wheelhouse.core.testing.Real;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The SPF community's own tests of RFC 7208 (openspf.org, release 2014.04), as Debian's package of an implementation in Go
 * carries them (golang-blitiri-go-spf-dev, its MIT licence).
 */
@Real
class SpfCommunityTest {

    private static final Path FILE = Path.of("/usr/share/gocode/src/blitiri.com.ar/go/spf/testdata/rfc7208-tests.yml");

    @TestFactory
    Stream<DynamicTest> evaluatesAsTheCommunityExpects() throws IOException {
        assumeTrue(Files.isReadable(FILE), "Install Debian's package golang-blitiri-go-spf-dev.");
        List<DynamicTest> tests = new ArrayList<>();
        ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
        try (MappingIterator<JsonNode> scenarios =
                yaml.readerFor(JsonNode.class).readValues(FILE.toFile())) {
            scenarios.forEachRemaining(scenario -> scenario.get("tests")
                    .properties()
                    .forEach(each -> tests.add(DynamicTest.dynamicTest(
                            scenario.get("description").asText() + ": " + each.getKey(),
                            () -> check(scenario.get("zonedata"), each.getValue())))));
        }
        assertThat(tests).hasSizeGreaterThan(200);
        return tests.stream();
    }

    private static void check(JsonNode zones, JsonNode test) {
        SpfEvaluation evaluation = new SpfEvaluator(new ScenarioDns(zones)).evaluate(sender(test));
        assertThat(texts(test.get("result")))
                .as(evaluation.reason())
                .contains(evaluation.result().name().toLowerCase(Locale.ROOT));
        JsonNode explanation = test.get("explanation");
        if (explanation != null) {
            String expected = explanation.asText();
            // Whether the digits of an IPv6 address are capital ones is left open; the RFC's own examples have small
            // ones.
            assertThat(evaluation.explanation()).isEqualToIgnoringCase(expected.equals("DEFAULT") ? null : expected);
        }
    }

    private static SpfSender sender(JsonNode test) {
        String from = test.get("mailfrom").asText();
        int at = from.lastIndexOf('@');
        return new SpfSender(
                SpfAddress.parse(test.get("host").asText()).orElseThrow(),
                at < 0 ? from : from.substring(at + 1),
                at < 0 ? "" : from.substring(0, at),
                test.get("helo").asText(),
                "receiver.example",
                Instant.EPOCH);
    }

    private static List<String> texts(JsonNode node) {
        List<String> texts = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(each -> texts.add(each.asText()));
        } else {
            texts.add(node.asText());
        }
        return texts;
    }

    /** The zones of one scenario, as the head of the file and its schema describe them. */
    private record ScenarioDns(JsonNode zones) implements SpfDns {

        @Override
        public SpfAnswer ask(Type type, String name) {
            String current = name;
            Set<String> seen = new TreeSet<>();
            while (seen.add(current)) {
                JsonNode records = records(current);
                if (records == null) {
                    return SpfAnswer.NO_SUCH_NAME;
                }
                List<String> values = values(records, type);
                if (!values.isEmpty()) {
                    return SpfAnswer.of(values);
                }
                if (records.findValue("TIMEOUT") != null) {
                    return SpfAnswer.FAILED;
                }
                JsonNode cname = records.findValue("CNAME");
                if (cname == null) {
                    return SpfAnswer.NO_DATA;
                }
                current = cname.asText().toLowerCase(Locale.ROOT);
            }
            return SpfAnswer.FAILED;
        }

        private @Nullable JsonNode records(String name) {
            return zones.properties().stream()
                    .filter(each -> each.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
        }

        private static List<String> values(JsonNode records, Type type) {
            List<JsonNode> found = records.findValues(type.name());
            if (type == Type.MX) {
                return found.stream()
                        .sorted(Comparator.comparingInt(each -> each.get(0).asInt()))
                        .map(each -> each.get(1).asText().toLowerCase(Locale.ROOT))
                        .toList();
            }
            if (type == Type.TXT && found.isEmpty()) {
                // What is of the type that RFC 7208 gave up is meant as TXT, unless there is such.
                found = records.findValues("SPF");
            }
            return found.stream()
                    .map(each -> String.join("", texts(each)))
                    .filter(each -> !each.equals("NONE"))
                    .toList();
        }
    }
}
