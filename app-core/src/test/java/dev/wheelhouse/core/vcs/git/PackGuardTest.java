package dev.wheelhouse.core.vcs.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackGuardTest {

    private static final int TREE = 2;
    private static final int BLOB = 3;
    private static final int OFFSET_DELTA = 6;
    private static final int ID_DELTA = 7;

    private final ByteArrayOutputStream pack = new ByteArrayOutputStream();

    private void begin(int objects) {
        pack.writeBytes(new byte[] {'P', 'A', 'C', 'K', 0, 0, 0, 2, 0, 0, 0, (byte) objects});
    }

    private void object(int type, byte[] content) throws IOException {
        long size = content.length;
        int first = type << 4 | (int) (size & 15);
        size >>= 4;
        while (size > 0) {
            pack.write(first | 0x80);
            first = (int) (size & 127);
            size >>= 7;
        }
        pack.write(first);
        if (type == ID_DELTA) {
            pack.writeBytes(new byte[20]);
        }
        if (type == OFFSET_DELTA) {
            pack.writeBytes(new byte[] {(byte) 0x81, 5});
        }
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(pack)) {
            deflater.write(content);
        }
    }

    private static byte[] delta(long base, long result, int more) {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (long each : new long[] {base, result}) {
            long rest = each;
            while (rest > 127) {
                head.write((int) (rest & 127) | 0x80);
                rest >>= 7;
            }
            head.write((int) rest);
        }
        head.writeBytes(new byte[more]);
        return head.toByteArray();
    }

    private byte[] read(int step) throws IOException {
        pack.writeBytes(new byte[20]);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (InputStream guard = new PackGuard(new ByteArrayInputStream(pack.toByteArray()), 1000)) {
            byte[] buffer = new byte[step];
            for (int read = guard.read(buffer); read >= 0; read = guard.read(buffer)) {
                out.write(buffer, 0, read);
            }
        }
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100_000})
    void passesOnWhatNeedsLittleMemory(int step) throws IOException {
        begin(5);
        object(BLOB, new byte[50_000]);
        object(TREE, new byte[1000]);
        object(OFFSET_DELTA, delta(1000, 1000, 3));
        object(ID_DELTA, delta(5, 7, 500));
        object(BLOB, new byte[0]);
        byte[] whole = pack.toByteArray();

        assertThat(read(step)).startsWith(whole).hasSize(whole.length + 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100_000})
    void endsBeforeWhatNeedsTooMuch(int step) throws IOException {
        begin(2);
        object(BLOB, new byte[50_000]);
        object(ID_DELTA, delta(5, 1001, 0));
        refused(step);
    }

    @Test
    void whatADifferenceIsFromCountsToo() throws IOException {
        begin(1);
        object(OFFSET_DELTA, delta(1L << 40, 10, 40));
        refused(10);
    }

    @Test
    void aLongFolderIsRefused() throws IOException {
        begin(1);
        object(TREE, new byte[1001]);
        refused(10);
    }

    @Test
    void lengthsBeyondAllNumbersAreRefused() {
        begin(1);
        pack.writeBytes(new byte[] {(byte) 0xff, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
        refused(10);
    }

    @Test
    void whatIsNotPackedIsRefused() {
        begin(1);
        pack.writeBytes(new byte[] {0x35, 9, 9, 9, 9, 9});

        assertThatThrownBy(() -> read(10)).isInstanceOf(IOException.class).hasMessageContaining("damaged");
    }

    private void refused(int step) {
        assertThat(GitFixture.failure(PlatformError.PAYLOAD_TOO_LARGE, () -> read(step)))
                .hasMessageContaining("Git LFS");
    }
}
