import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Copies jars for a package: {@code java PackJars.java FROM TO}. Their entries are stored, not compressed, because the
 * package compresses all of them together, to a third. Native libraries of this platform go beside the jars, where Java finds
 * them with {@code java.library.path}, else each start would unpack them to where programs may not be run; those of other
 * platforms, half of all bytes, are left out. So are descriptors of modules, which nobody reads on the class path, but jdeps
 * would want all that they name. Everything else is as it was, signatures too.
 */
final class PackJars {

    private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib|a)(\\.[0-9.]+)?");

    private PackJars() {}

    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        Path to = Path.of(arguments[1]);
        Files.createDirectories(to);
        List<Path> jars;
        try (Stream<Path> files = Files.list(from)) {
            jars = files.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
        }
        for (Path jar : jars) {
            copy(jar, to.resolve(jar.getFileName().toString()));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (InputStream file = Files.newInputStream(from);
                ZipInputStream in = new ZipInputStream(file);
                OutputStream target = Files.newOutputStream(to);
                ZipOutputStream out = new ZipOutputStream(target)) {
            for (ZipEntry each = in.getNextEntry(); each != null; each = in.getNextEntry()) {
                String name = each.getName();
                if (NATIVE.matcher(name).matches()) {
                    if (isOfThisPlatform(name)) {
                        Files.copy(in, to.resolveSibling(name.substring(name.lastIndexOf('/') + 1)));
                    }
                } else if (!name.endsWith("module-info.class")) {
                    store(each, in.readAllBytes(), out);
                }
            }
        }
    }

    private static void store(ZipEntry entry, byte[] content, ZipOutputStream out) throws IOException {
        ZipEntry stored = new ZipEntry(entry.getName());
        stored.setTimeLocal(entry.getTimeLocal());
        stored.setMethod(ZipEntry.STORED);
        stored.setSize(content.length);
        CRC32 sum = new CRC32();
        sum.update(content);
        stored.setCrc(sum.getValue());
        out.putNextEntry(stored);
        out.write(content);
        out.closeEntry();
    }

    /** One in the root of its jar (JavaFX's) is, because Maven chose the jar. */
    private static boolean isOfThisPlatform(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0
                || folders().matcher(name.substring(0, slash).toLowerCase(Locale.ROOT)).find();
    }

    /** As SQLite's driver, zstd and JNA name the folders of this platform. */
    private static Pattern folders() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        boolean arm = System.getProperty("os.arch").equals("aarch64");
        String machine = arm ? "(aarch64|arm64)" : "(x86_64|amd64|x86-64)";
        if (os.contains("linux")) {
            return Pattern.compile("(^|/)linux[/-]" + machine + "$");
        }
        if (os.contains("mac")) {
            return Pattern.compile("(^|/)(mac|darwin)[/-]" + machine + "$");
        }
        return Pattern.compile("(^|/)(windows|win|win32)[/-]" + machine + "$");
    }
}
