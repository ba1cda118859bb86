package dev.wheelhouse.core.backups.store;

import com.google.crypto.tink.StreamingAead;
import com.google.crypto.tink.subtle.AesGcmHkdfStreaming;
import dev.wheelhouse.core.platform.secret.SealedInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Seals what another store keeps with Tink's streaming AEAD (AES-256-GCM-HKDF, segments of 64 KiB), the object's name as
 * associated data: one that was changed, cut, or put in the place of another does not open. Names and sizes are not hidden.
 */
public final class SealedStore implements ObjectStore {

    private static final String HKDF = "HmacSha256";
    private static final int KEY_BYTES = 32;

    /** So small that the runtime sees soon that sealing is worth being compiled to the processor's own instructions. */
    private static final int SEGMENT_BYTES = 1 << 16;

    private final ObjectStore plain;
    private final StreamingAead seal;

    /** @param plain is closed with this */
    public SealedStore(ObjectStore plain, SealKey key) {
        this.plain = plain;
        try {
            seal = new AesGcmHkdfStreaming(key.bytes(), HKDF, KEY_BYTES, SEGMENT_BYTES, 0);
        } catch (InvalidAlgorithmParameterException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What holds the objects as they are sealed, and a few that are not. */
    public ObjectStore plain() {
        return plain;
    }

    private static byte[] name(String name) {
        return ObjectNames.checked(name).getBytes(StandardCharsets.US_ASCII);
    }

    private OutputStream sealing(OutputStream to, String name) throws IOException {
        try {
            return seal.newEncryptingStream(to, name(name));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] sealed(String name, byte[] bytes) {
        ByteArrayOutputStream sealed = new ByteArrayOutputStream(bytes.length + 100);
        try (OutputStream to = sealing(sealed, name)) {
            to.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sealed.toByteArray();
    }

    @Override
    public boolean create(String name, byte[] bytes) throws StoreException {
        return plain.create(name, sealed(name, bytes));
    }

    @Override
    public void replace(String name, byte[] bytes) throws StoreException {
        plain.replace(name, sealed(name, bytes));
    }

    @Override
    public ObjectUpload upload(String name) throws StoreException {
        return new SealedUpload(name, plain.upload(name));
    }

    @Override
    public InputStream open(String name) throws StoreException {
        byte[] associated = name(name);
        try {
            return SealedInput.open(
                    seal,
                    plain.open(name),
                    associated,
                    failure -> new StoreException(
                            StoreTrouble.DAMAGED,
                            name + " does not open: it was changed, or sealed with another key.",
                            failure));
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(StoreTrouble.AWAY, name + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public Optional<StoredObject> find(String name) throws StoreException {
        return plain.find(name);
    }

    @Override
    public List<StoredObject> list(String prefix) throws StoreException {
        return plain.list(prefix);
    }

    @Override
    public void delete(Collection<String> names) throws StoreException {
        names.forEach(ObjectNames::checked);
        plain.delete(names);
    }

    @Override
    public int sweepUploads(String prefix, Instant begunBefore) throws StoreException {
        return plain.sweepUploads(prefix, begunBefore);
    }

    @Override
    public void close() {
        plain.close();
    }

    private final class SealedUpload implements ObjectUpload {

        private final ObjectUpload upload;
        private final OutputStream sealing;
        private long bytes;

        SealedUpload(String name, ObjectUpload upload) throws StoreException {
            this.upload = upload;
            try {
                sealing = sealing(new Into(upload), name);
            } catch (StoreException e) {
                throw e;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void write(byte[] data, int offset, int length) throws StoreException {
            through(() -> sealing.write(data, offset, length));
            bytes += length;
        }

        @Override
        public long finish() throws StoreException {
            through(sealing::close);
            upload.finish();
            return bytes;
        }

        private void through(Step step) throws StoreException {
            try {
                step.run();
            } catch (StoreException e) {
                throw e;
            } catch (IOException e) {
                // Only what is written to throws.
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            upload.close();
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static final class Into extends OutputStream {

        private final ObjectUpload upload;

        Into(ObjectUpload upload) {
            this.upload = upload;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            upload.write(bytes, offset, length);
        }
    }
}
