package dev.wheelhouse.ui.controls.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonDocumentTest {

    private static final List<String> LEAVES = List.of(
            "1.10",
            "12345678901234567890.00",
            "-0",
            "1E+400",
            "true",
            "null",
            "\"\"",
            "\"a\\u00e9\\n\"",
            "\"[,]{\\\"\"",
            "{}",
            "[ ]",
            "\"שלום 😀\"");
    private static final List<String> NAMES = List.of("\"a\"", "\"a\"", "\"b c\"", "\"\\u0061\"", "\"\"", "\"}\"");
    private static final List<String> BLANKS = List.of("", "", " ", "\n  ", "\t", "\r\n");

    /** A value as it is written, apart from blanks between tokens. */
    private record Model(
            @Nullable String name, String leaf, @Nullable List<Model> children) {}

    private static JsonDocument parse(String text) {
        return JsonDocument.parse(text).orElseThrow(() -> new AssertionError("No JSON: " + text));
    }

    private static Model model(JsonDocument document, JsonNode node) {
        JsonNode.Name name = node.name();
        String written = name == null ? null : document.text().substring(name.start(), name.end());
        if (!node.isContainer()) {
            return new Model(written, document.written(node), null);
        }
        List<Model> children = new ArrayList<>();
        node.children().forEach(child -> children.add(model(document, child)));
        return new Model(written, node.kind().name(), children);
    }

    private static String random(Random random, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return LEAVES.get(random.nextInt(LEAVES.size()));
        }
        boolean object = random.nextBoolean();
        StringBuilder text = new StringBuilder(object ? "{" : "[").append(blank(random));
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : "," + blank(random));
            if (object) {
                text.append(NAMES.get(random.nextInt(NAMES.size())))
                        .append(blank(random))
                        .append(':')
                        .append(blank(random));
            }
            text.append(random(random, depth - 1)).append(blank(random));
        }
        return text.append(object ? "}" : "]").toString();
    }

    private static String blank(Random random) {
        return BLANKS.get(random.nextInt(BLANKS.size()));
    }

    private static List<JsonNode> containers(JsonNode node) {
        List<JsonNode> found = new ArrayList<>();
        if (node.isContainer()) {
            found.add(node);
        }
        node.children().forEach(child -> found.addAll(containers(child)));
        return found;
    }

    /** Whatever is done to one place, every other place keeps its text, its order and its duplicates. */
    @Test
    void changesNothingButWhatIsMeant() {
        for (long seed = 0; seed < 4000; seed++) {
            Random random = new Random(seed);
            JsonDocument document = parse(blank(random) + random(random, 4) + blank(random));
            List<JsonNode> containers = containers(document.root());
            if (containers.isEmpty()) {
                continue;
            }
            JsonNode container = containers.get(random.nextInt(containers.size()));
            Model expected = model(document, container);
            List<Model> children = new ArrayList<>(Objects.requireNonNull(expected.children()));
            JsonSplice splice = change(document, container, children, random);
            String after = splice.apply(document.text());
            assertThat(splice.start()).as("seed " + seed).isGreaterThan(container.start());
            assertThat(splice.end()).isLessThan(container.end());
            JsonDocument changed = parse(after);
            JsonNode same = containers(changed.root()).stream()
                    .filter(each -> each.start() == container.start())
                    .findFirst()
                    .orElseThrow();
            assertThat(model(changed, same))
                    .as("seed %d: %s becomes %s", seed, document.text(), after)
                    .isEqualTo(new Model(expected.name(), expected.leaf(), children));
            assertThat(after).endsWith(document.text().substring(container.end()));
            assertThat(after).startsWith(document.text().substring(0, container.start()));
        }
    }

    private static JsonSplice change(JsonDocument document, JsonNode container, List<Model> children, Random random) {
        boolean object = container.kind() == JsonNode.Kind.OBJECT;
        int count = children.size();
        int index = count == 0 ? 0 : random.nextInt(count);
        return switch (count == 0 ? 0 : random.nextInt(5)) {
            case 1 -> {
                children.remove(index);
                yield document.remove(container, index);
            }
            case 2 -> {
                children.set(index, new Model(children.get(index).name(), "7.70", null));
                yield document.set(container.children().get(index), " 7.70 ");
            }
            case 3 -> {
                if (object) {
                    Model old = children.get(index);
                    children.set(index, new Model("\"new \\\"name\"", old.leaf(), old.children()));
                    yield document.rename(container.children().get(index), "new \"name");
                }
                children.set(index, new Model(null, "\"no json\"", null));
                yield document.set(container.children().get(index), "no json");
            }
            case 4 -> {
                if (index + 1 < count) {
                    children.add(index + 1, children.remove(index));
                    yield document.moveDown(container, index);
                }
                children.remove(index);
                yield document.remove(container, index);
            }
            default -> {
                children.add(new Model(object ? "\"added\"" : null, "null", null));
                yield document.add(container, object ? "added" : null, "null");
            }
        };
    }

    @Test
    void writesAddedMembersAsTheOthersAreWritten() {
        JsonDocument document = parse("{\n  \"a\" : 1.10,\n  \"a\" : 2\n}");
        assertThat(document.add(document.root(), "b", "x").apply(document.text()))
                .isEqualTo("{\n  \"a\" : 1.10,\n  \"a\" : 2,\n  \"b\" : \"x\"\n}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "01",
                "1.",
                "\"\\x\"",
                "nul",
                "[1] 2",
                "\"a\nb\"",
                "\"\\u12g4\""
            })
    void tellsWhatIsNoJson(String text) {
        assertThat(JsonDocument.parse(text)).isEmpty();
        assertThat(JsonDocument.findProblem(text))
                .hasValueSatisfying(words -> assertThat(words).contains("line "));
    }

    @Test
    void refusesWhatIsNestedTooDeepInsteadOfFailing() {
        assertThat(JsonDocument.findProblem("[".repeat(100_000))).isPresent();
    }
}
