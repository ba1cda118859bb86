package dev.wheelhouse.ui.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class KeptTextTest {

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void belongsToItsOwnerAloneAlsoInThePlaceOfAnOpenFile(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(
                folder.resolve("key.txt"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        KeptText.write(file, "secret");
        assertThat(Files.readString(file)).isEqualTo("secret\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }
}
