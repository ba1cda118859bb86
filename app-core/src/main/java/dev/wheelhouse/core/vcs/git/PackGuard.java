package dev.wheelhouse.core.vcs.git;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads a pack (gitformat-pack(5)) as it passes to JGit, and ends it before one of its objects would need more memory than
 * allowed. JGit writes whole files to the disk piece by piece, whatever their length; directories, commits and everything
 * that is sent as a difference, with what it differs from, it holds in memory as a whole. For one thread.
 */
final class PackGuard extends FilterInputStream {

    private static final int HEADER = 12;
    private static final int COUNT_AT = 8;
    private static final int ID = 20;
    private static final int BLOB = 3;
    private static final int OFFSET_DELTA = 6;
    private static final int ID_DELTA = 7;
    private static final int MORE = 0x80;
    /** Two lengths of at most nine bytes each stand before a difference. */
    private static final int DELTA_HEAD = 18;

    private enum Part {
        HEADER,
        TYPE,
        OFFSET,
        BASE,
        DATA,
        END
    }

    private final long most;
    private final Inflater inflater = new Inflater();
    private final byte[] inflated = new byte[8 << 10];
    private final byte[] deltaHead = new byte[DELTA_HEAD];
    private Part part = Part.HEADER;
    private int partBytes;
    private long objects;
    private int type;
    private long size;
    private int shift;
    private int deltaBytes;

    /** @param most bytes of an object that is held in memory */
    PackGuard(InputStream pack, long most) {
        super(pack);
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** @throws AppException {@code payload_too_large} for a pack that would need too much memory */
    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int count = in.read(to, offset, length);
        int end = offset + count;
        for (int at = offset; at < end && part != Part.END; ) {
            at = part == Part.DATA ? inflate(to, at, end) : take(to[at] & 0xff, at);
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        part = Part.END;
        inflater.end();
        super.close();
    }

    private int take(int value, int at) {
        switch (part) {
            case HEADER -> {
                objects = partBytes < COUNT_AT ? 0 : objects << 8 | value;
                partBytes++;
                if (partBytes == HEADER) {
                    next();
                }
            }
            case TYPE -> {
                if (partBytes == 0) {
                    type = value >> 4 & 7;
                    size = value & 15;
                    shift = 4;
                } else {
                    size |= shift < 60 ? (long) (value & 127) << shift : Long.MAX_VALUE;
                    shift += 7;
                }
                partBytes++;
                if ((value & MORE) == 0) {
                    begin();
                }
            }
            case OFFSET -> {
                if ((value & MORE) == 0) {
                    part = Part.DATA;
                }
            }
            case BASE -> {
                partBytes++;
                if (partBytes == ID) {
                    part = Part.DATA;
                }
            }
            case DATA, END -> throw new IllegalStateException("Not read byte by byte");
        }
        return at + 1;
    }

    private void begin() {
        if (type != BLOB) {
            check(size);
        }
        deltaBytes = 0;
        partBytes = 0;
        part = switch (type) {
            case OFFSET_DELTA -> Part.OFFSET;
            case ID_DELTA -> Part.BASE;
            default -> Part.DATA;
        };
    }

    private void next() {
        partBytes = 0;
        part = objects-- > 0 ? Part.TYPE : Part.END;
    }

    private int inflate(byte[] from, int at, int end) throws IOException {
        inflater.setInput(from, at, end - at);
        try {
            while (!inflater.finished()) {
                int count = inflater.inflate(inflated);
                if (count == 0 && inflater.needsInput()) {
                    return end;
                }
                if (inflater.needsDictionary()) {
                    throw new IOException("an object of the pack is damaged");
                }
                head(count);
            }
        } catch (DataFormatException e) {
            throw new IOException("an object of the pack is damaged", e);
        }
        if (isDelta() && deltaBytes < DELTA_HEAD) {
            checkDelta();
        }
        int rest = end - inflater.getRemaining();
        inflater.reset();
        next();
        return rest;
    }

    private void head(int count) {
        if (!isDelta() || deltaBytes == DELTA_HEAD) {
            return;
        }
        int length = Math.min(count, DELTA_HEAD - deltaBytes);
        System.arraycopy(inflated, 0, deltaHead, deltaBytes, length);
        deltaBytes += length;
        if (deltaBytes == DELTA_HEAD) {
            checkDelta();
        }
    }

    private boolean isDelta() {
        return type == OFFSET_DELTA || type == ID_DELTA;
    }

    /** The length of what it differs from, and the length that comes out. */
    private void checkDelta() {
        int at = 0;
        for (int i = 0; i < 2; i++) {
            long length = 0;
            int bits = 0;
            int value = MORE;
            while ((value & MORE) != 0 && at < deltaBytes) {
                value = deltaHead[at];
                length |= bits < 63 ? (long) (value & 127) << bits : Long.MAX_VALUE;
                bits += 7;
                at++;
            }
            check(length);
        }
    }

    private void check(long bytes) {
        if (bytes < 0 || bytes > most) {
            throw new AppException(
                    PlatformError.PAYLOAD_TOO_LARGE,
                    "A file of the repository that is sent as a difference, or a list of files, has more than "
                            + (most >> 20) + " MiB. Keep large files in Git LFS.");
        }
    }
}
