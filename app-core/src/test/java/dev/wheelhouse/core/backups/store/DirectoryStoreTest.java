package dev.wheelhouse.core.backups.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.testing.AtOnce;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryStoreTest extends StoreRules {

    @TempDir
    Path folder;

    @Override
    ObjectStore open() throws StoreException {
        return DirectoryStore.open(folder.resolve("made/store"));
    }

    private Path root() {
        return folder.resolve("made/store");
    }

    private List<Path> unfinished() throws Exception {
        try (Stream<Path> files = Files.list(root().resolve(".unfinished"))) {
            return files.toList();
        }
    }

    @Test
    void leavesNothingBesideItsObjects() throws Exception {
        try (ObjectStore store = open()) {
            store.create("a", new byte[1]);
            store.create("a", new byte[2]);
            store.replace("a", new byte[3]);
            try (ObjectUpload upload = store.upload("b")) {
                upload.write(new byte[10], 0, 10);
            }
        }
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void sweepsWhatAKilledConsoleBegan() throws Exception {
        try (ObjectStore store = open()) {
            Path old = Files.write(root().resolve(".unfinished/old"), new byte[5]);
            Files.setLastModifiedTime(old, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
            Path young = Files.write(root().resolve(".unfinished/young"), new byte[5]);
            assertThat(store.sweepUploads("7/", Instant.parse("2026-02-01T00:00:00Z")))
                    .isEqualTo(1);
            assertThat(unfinished()).containsExactly(young.toRealPath());
        }
    }

    @Test
    void followsNoLinkOutOfItsDirectory() throws Exception {
        Path secret =
                Files.write(Files.createDirectory(folder.resolve("elsewhere")).resolve("secret"), new byte[4]);
        try (ObjectStore store = open()) {
            Files.createSymbolicLink(root().resolve("out"), folder.resolve("elsewhere"));
            Files.createSymbolicLink(root().resolve("link"), secret);
            assertThatThrownBy(() -> store.open("out/secret")).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> store.create("out/new", new byte[1])).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> store.delete(List.of("out/secret"))).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> store.open("link")).isInstanceOf(StoreException.class);
            assertThat(store.find("link")).isEmpty();
            assertThat(store.list("")).isEmpty();
        }
        assertThat(secret).exists();
    }

    @Test
    void toleratesWhatOthersWroteThere() throws Exception {
        try (ObjectStore store = open()) {
            Files.write(root().resolve("Notes of mine.txt"), new byte[4]);
            Files.createDirectories(root().resolve("empty/folder"));
            store.create("7/a", new byte[1]);
            assertThat(store.list("")).extracting(StoredObject::name).containsExactly("7/a");
        }
    }

    @Test
    void noticesAFileThatIsCutWhileItIsRead() throws Exception {
        try (ObjectStore store = open()) {
            store.create("a", new byte[100_000]);
            try (InputStream in = store.open("a")) {
                assertThat(in.readNBytes(10)).hasSize(10);
                try (FileChannel file = FileChannel.open(root().resolve("a"), StandardOpenOption.WRITE)) {
                    file.truncate(1000);
                }
                assertThatThrownBy(in::readAllBytes)
                        .isInstanceOfSatisfying(
                                StoreException.class,
                                e -> assertThat(e.trouble()).isEqualTo(StoreTrouble.DAMAGED));
            }
        }
    }

    @Test
    void saysWhenItIsNoDirectory() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        for (Path each : List.of(file, file.resolve("below"))) {
            assertThatThrownBy(() -> DirectoryStore.open(each))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.trouble()).isEqualTo(StoreTrouble.NO_BUCKET));
        }
    }

    @Test
    void namesAFullDisk() {
        assertThat(DirectoryStore.trouble("a", new IOException("No space left on device"))
                        .trouble())
                .isEqualTo(StoreTrouble.FULL);
    }

    @Test
    void keepsOthersOut() throws Exception {
        try (ObjectStore store = open();
                ObjectUpload upload = store.upload("7/unfinished")) {
            store.create("7/a", new byte[1]);
            store.replace("8/b", new byte[1]);
            upload.write(new byte[10], 0, 10);
            try (Stream<Path> all = Files.walk(folder.resolve("made"))) {
                assertThat(all)
                        .hasSize(8)
                        .allSatisfy(
                                each -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                                        .as("%s", each)
                                        .isEqualTo(Files.isDirectory(each) ? "rwx------" : "rw-------"));
            }
        }
    }

    @Test
    void writesWhileADeleteEmptiesTheSameFolder() throws Exception {
        try (ObjectStore store = open()) {
            AtOnce.run(3, thread -> () -> {
                for (int i = 0; i < 300; i++) {
                    String name = "7/wal/00000001/" + thread;
                    store.create(name, new byte[1]);
                    store.replace(name, new byte[2]);
                    store.delete(List.of(name));
                }
                return null;
            });
            assertThat(store.list("")).isEmpty();
        }
    }
}
