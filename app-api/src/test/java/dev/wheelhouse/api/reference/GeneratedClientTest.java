package dev.wheelhouse.api.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.api.testing.TestConsole;
import dev.wheelhouse.core.testing.Awaiting;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The client that the build generates from {@code openapi.yaml} compiles, and calls a console. */
class GeneratedClientTest {

    private static final Path GENERATED = Path.of("target/generated-client/src/main/java");
    private static final Path CALLS = Path.of("src/test/resources/client/ThreeCalls.java");

    @Test
    @Timeout(120)
    void compilesAndCalls(@TempDir Path directory) throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        compile(classes);
        try (TestConsole console = TestConsole.start(Files.createDirectory(directory.resolve("console")));
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Awaiting.answer(
                    () -> console.owner().get("/servers/local/metrics").json(),
                    latest -> !latest.isEmpty(),
                    "Nothing was measured");
            String answer = (String) loader.loadClass("ThreeCalls")
                    .getMethod("call", String.class, String.class, String.class)
                    .invoke(
                            null,
                            "http://127.0.0.1:" + console.port() + "/api/v1",
                            console.ownerToken(),
                            directory.resolve("made.db").toString());
            assertThat(answer).matches("\\{next=9007199254740991} at 1[0-9]{12}");
        }
    }

    private static void compile(Path classes) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> generated = Files.walk(GENERATED)) {
            Stream<Path> sources =
                    Stream.concat(generated.filter(each -> each.toString().endsWith(".java")), Stream.of(CALLS));
            List<String> options = List.of(
                    "-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-nowarn", "-proc:none");
            boolean compiled = compiler.getTask(
                            complaints, files, null, options, null, files.getJavaFileObjectsFromPaths(sources.toList()))
                    .call();
            assertThat(compiled).as(complaints.toString()).isTrue();
        }
    }
}
