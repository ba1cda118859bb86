import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes the licence texts of all libraries and fonts of a package, an index of them, and its bill of materials:
 * {@code java -cp app-ui/target/lib/* Legal.java REPOSITORY TO}, after a build with {@code -Ppackage}. Texts come from the
 * jars and from packaging/licenses, where one is named by artifact or, if it has no copyright line, by licence.
 *
 * <p>Fails if a jar is not in Maven's table of licences, or if it or a font has no licence text.
 */
final class Legal {

    private static final Pattern LICENCE = Pattern.compile(
            "(.*/)?(licen[sc]e|copying|about\\.html|al2\\.0|lgpl)[^/]*", Pattern.CASE_INSENSITIVE);
    private static final Pattern NOTICE =
            Pattern.compile("(.*/)?(notice|copyright)[^/]*", Pattern.CASE_INSENSITIVE);
    private static final Pattern OF_THE_WHOLE_JAR = Pattern.compile("(META-INF/.*|[^/]*)");
    private static final Path FONTS = Path.of("app-ui/src/main/resources/dev/wheelhouse/ui/theme/fonts");
    private static final Path SUFFIXES =
            Path.of("app-core/src/main/resources/dev/wheelhouse/core/mail/public_suffix_list.dat");

    private final Path repository;
    private final Path texts;
    private final Path to;
    private final Map<ByteBuffer, Path> written = new HashMap<>();
    private final SortedSet<String> index = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    private Legal(Path repository, Path to) {
        this.repository = repository;
        this.texts = repository.resolve("packaging/licenses");
        this.to = to;
    }

    public static void main(String[] arguments) throws Exception {
        new Legal(Path.of(arguments[0]), Path.of(arguments[1])).write();
    }

    private void write() throws Exception {
        Map<String, List<String>> licences = new HashMap<>();
        for (String line : Files.readAllLines(repository.resolve("app-ui/target/legal/licenses.txt"))) {
            String[] cells = line.split("\t");
            licences.put(cells[0] + "-" + cells[1], List.of(cells[2].split(" \\| ")));
        }
        List<String> missing = new ArrayList<>();
        for (Path jar : list(repository.resolve("app-ui/target/lib"), ".jar")) {
            String name = jar.getFileName().toString().replaceFirst("(-(linux|mac|win)[a-z0-9-]*)?\\.jar$", "");
            if (name.startsWith("app-")) {
                continue;
            }
            if (!licences.containsKey(name) || !write(jar, name, licences.get(name))) {
                missing.add(jar.getFileName().toString());
            }
        }
        for (Path font : list(repository.resolve(FONTS), "tf")) {
            String family = font.getFileName().toString().replaceFirst("-.*", "");
            Path text = font.resolveSibling(family + "-LICENSE.txt");
            if (!Files.exists(text)) {
                missing.add(font.getFileName().toString());
                continue;
            }
            String file = add("fonts/" + text.getFileName(), Files.readAllBytes(text));
            index.add(family + " (font)\tOFL-1.1\t" + file);
        }
        if (!missing.isEmpty()) {
            System.err.println("No licence text for " + String.join(", ", missing)
                    + ". Add one to packaging/licenses, named by artifact, or beside the font.");
            System.exit(1);
        }
        add("MPL-2.0.txt", Files.readAllBytes(texts.resolve("MPL-2.0.txt")));
        index.add("public_suffix_list.dat\tMPL-2.0\tMPL-2.0.txt");
        index.add("The Java runtime\tGPL-2.0-with-classpath-exception\tthe folder legal of the runtime");
        Files.write(to.resolve("index.txt"), index);
        writeBill();
    }

    /** Returns whether there is a licence text. */
    private boolean write(Path jar, String name, List<String> licences) throws IOException {
        String artifact = name.replaceFirst("-[0-9].*", "");
        Set<String> files = new LinkedHashSet<>();
        boolean found = false;
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry each : zip.stream().filter(Legal::isText).toList()) {
                String entry = each.getName().replace("META-INF/", "").replace('/', '_');
                files.add(add(artifact + "/" + entry, zip.getInputStream(each).readAllBytes()));
                found |= OF_THE_WHOLE_JAR.matcher(each.getName()).matches()
                        && LICENCE.matcher(each.getName()).matches();
            }
        }
        Path own = texts.resolve(artifact + ".txt");
        if (Files.exists(own)) {
            files.add(add(artifact + "/LICENSE-" + artifact + ".txt", Files.readAllBytes(own)));
            found = true;
        }
        for (String each : licences) {
            Path shared = texts.resolve(each + ".txt");
            if (Files.exists(shared)) {
                files.add(add(each + ".txt", Files.readAllBytes(shared)));
                found = true;
            }
        }
        index.add(name + "\t" + String.join(" or ", licences) + "\t" + String.join(" ", files));
        return found;
    }

    private static boolean isText(ZipEntry entry) {
        String name = entry.getName();
        return !entry.isDirectory()
                && !name.endsWith(".class")
                && (LICENCE.matcher(name).matches() || NOTICE.matcher(name).matches());
    }

    /** Many libraries bring the same text, which is kept once. Returns where. */
    private String add(String name, byte[] content) throws IOException {
        Path target = to.resolve(name);
        Path first = written.putIfAbsent(ByteBuffer.wrap(content), target);
        if (first == null) {
            Files.createDirectories(target.getParent());
            Files.write(target, content);
        }
        return to.relativize(first == null ? target : first).toString().replace('\\', '/');
    }

    /** Maven knows the libraries; the fonts, the list of public suffixes and the Java runtime are added. */
    private void writeBill() throws Exception {
        ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        JsonNode bill = mapper.readTree(repository.resolve("app-ui/target/legal/wheelhouse.cdx.json").toFile());
        ArrayNode components = (ArrayNode) bill.get("components");
        for (Path font : list(repository.resolve(FONTS), "tf")) {
            addFile(components, font, "OFL-1.1");
        }
        addFile(components, repository.resolve(SUFFIXES), "MPL-2.0");
        addComponent(components, "file", "feather.ttf", "MIT");
        String runtime = System.getProperty("java.vendor") + " Java runtime";
        addComponent(components, "platform", runtime, "GPL-2.0-with-classpath-exception")
                .put("version", System.getProperty("java.runtime.version"));
        mapper.writeValue(to.resolve("wheelhouse.cdx.json").toFile(), bill);
    }

    private static void addFile(ArrayNode components, Path file, String licence) throws Exception {
        addComponent(components, "file", file.getFileName().toString(), licence)
                .putArray("hashes")
                .addObject()
                .put("alg", "SHA-256")
                .put("content", HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))));
    }

    private static ObjectNode addComponent(ArrayNode components, String type, String name, String licence) {
        ObjectNode component = components.addObject().put("type", type).put("name", name);
        component.putArray("licenses").addObject().putObject("license").put("id", licence);
        return component;
    }

    private static List<Path> list(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.toString().endsWith(end)).sorted().toList();
        }
    }
}
