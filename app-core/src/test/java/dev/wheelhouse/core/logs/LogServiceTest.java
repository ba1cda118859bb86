package dev.wheelhouse.core.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.logs.document.DocumentLine;
import dev.wheelhouse.core.logs.document.LogDocument;
import dev.wheelhouse.core.logs.merge.NamedSource;
import dev.wheelhouse.core.platform.caller.Caller;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.ErrorCode;
import dev.wheelhouse.core.platform.error.PlatformError;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.OpenCore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class LogServiceTest {

    @TempDir
    private static Path folder;

    private static OpenCore open;
    private static LogService service;
    private static String own;

    @BeforeAll
    static void start() {
        open = new OpenCore(folder);
        service = open.core().logs().service();
        own = open.core().servers().service().ownId();
    }

    @AfterAll
    static void stop() {
        open.close();
    }

    private static Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static Caller with(Scope... scopes) {
        Caller all = open.caller();
        return new Caller(
                all.organizationId(), all.memberId(), null, Set.of(scopes), all.origin(), all.requestId(), null);
    }

    private static ErrorCode refusal(Caller caller, String server, String path) {
        return catchThrowableOfType(AppException.class, () -> service.source(caller, server, path))
                .errorCode();
    }

    @Test
    void readsAFileOfThisMachine() throws Exception {
        Path file = write("a.log", "one\ntwo\n");
        LogSource source = service.source(open.caller(), own, file.toString());
        assertThat(source.tail(10, 1000).lines())
                .extracting(each -> each.line().text())
                .containsExactly("one", "two");
        try (LogDocument document = service.document(open.caller(), own, file.toString())) {
            Awaiting.until(() -> document.isComplete() && document.count() == 2);
        }
    }

    @Test
    void oneFileThatCannotBeReadDoesNotKeepTheOthersBack() throws Exception {
        Path there = write("there.log", "one\n");
        LogSource merged = service.merged(
                "two",
                List.of(
                        new NamedSource("there", service.part(open.caller(), own, there.toString())),
                        new NamedSource("gone", service.part(open.caller(), own, folder + "/gone.log")),
                        new NamedSource("packed", service.part(open.caller(), own, folder + "/gone.log.gz"))));
        LogPage page = merged.tail(10, 1000);
        assertThat(page.lines()).extracting(each -> each.line().text()).containsExactly("one");
        assertThat(page.notice()).contains("gone: There is no file ", "packed: There is no file ");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatTheKernelShowsIsNoLog() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link.log"), Path.of("/proc/self/environ"));
        for (String path : List.of("/proc/self/environ", "//proc/kmsg", "/sys/power/state", link.toString())) {
            assertThat(refusal(open.caller(), own, path)).as(path).isEqualTo(PlatformError.VALIDATION_FAILED);
        }
    }

    @Test
    void mergesFilesIntoOneDocument() throws Exception {
        Path a = write("b.log", "2026-11-22T10:00:00Z one\n2026-11-22T10:00:02Z three\n");
        Path b = write("c.log", "2026-11-22T10:00:01Z two\n");
        List<NamedSource> sources = List.of(
                new NamedSource("b", service.source(open.caller(), own, a.toString())),
                new NamedSource("c", service.source(open.caller(), own, b.toString())));
        try (LogDocument document = service.document(open.caller(), "b and c", sources)) {
            Awaiting.until(() -> document.isComplete() && document.count() == 3);
            assertThat(document.rows(0, 9)).extracting(DocumentLine::instance).containsExactly("b", "c", "b");
        }
    }

    @Test
    void readsAPackedFile() throws Exception {
        Path file = folder.resolve("packed.log.1.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("2026-11-22T10:00:00Z one\n2026-11-22T10:00:01Z two\n2026-11-22T10:00:02Z three\n"
                    .getBytes(StandardCharsets.UTF_8));
        }
        LogSource source = service.source(open.caller(), own, file.toString());
        assertThat(source.name()).startsWith("packed.log.1.gz on ");
        assertThat(source.tail(2, 1000).lines()).hasSize(2);
        LogPosition first =
                source.search(new LogSearch(LogFilter.ALL, null, null, null, 1)).end();
        // A place holds for the next call, which unpacks anew or not.
        LogFilter filter = new LogFilter(List.of(new LogPattern("t[wh]", true, true)), List.of(), Set.of());
        assertThat(service.source(open.caller(), own, file.toString())
                        .search(new LogSearch(filter, null, null, first, 10))
                        .lines())
                .hasSize(2);
        assertThat(source.search(new LogSearch(LogFilter.ALL, Instant.parse("2026-11-22T10:00:01Z"), null, null, 10))
                        .lines())
                .hasSize(2);
        try (LogDocument document = service.document(open.caller(), own, file.toString())) {
            Awaiting.until(() -> document.isComplete() && document.count() == 3);
        }
    }

    @Test
    void asksForBothScopes() throws Exception {
        String path = write("d.log", "x\n").toString();
        assertThat(refusal(with(Scope.LOGS_READ), own, path)).isEqualTo(PlatformError.INSUFFICIENT_SCOPE);
        assertThat(refusal(with(Scope.SERVERS_EXEC), own, path)).isEqualTo(PlatformError.INSUFFICIENT_SCOPE);
        assertThat(refusal(open.caller(), "srv_nowhere", path)).isEqualTo(PlatformError.NOT_FOUND);
    }

    @Test
    void refusesWhatIsNoLog() {
        Caller caller = open.caller();
        assertThat(refusal(caller, own, folder.toString())).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(refusal(caller, own, "/dev/zero")).isEqualTo(PlatformError.STATE_INVALID);
        assertThat(refusal(caller, own, "/nowhere.log")).isEqualTo(PlatformError.NOT_FOUND);
        assertThat(refusal(caller, own, "relative.log")).isEqualTo(PlatformError.VALIDATION_FAILED);
        String secret = folder.resolve("home").resolve("state.db").toString();
        assertThat(refusal(caller, own, secret)).isEqualTo(PlatformError.VALIDATION_FAILED);
    }
}
