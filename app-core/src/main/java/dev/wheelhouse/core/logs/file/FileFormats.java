package dev.wheelhouse.core.logs.file;

import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.PlatformError;
import java.util.HexFormat;
import java.util.Map;

/** Refuses files whose bytes are not lines of text, by what they begin with. Pure. */
final class FileFormats {

    /** The first bytes in hexadecimal digits to the program that unpacks them. */
    private static final Map<String, String> PACKERS =
            Map.of("1f8b08", "gzip", "fd377a585a00", "xz", "28b52ffd", "zstd", "425a68", "bzip2");

    /** Bytes that show whether every second one is 0. */
    private static final int LOOKED_AT = 64;

    private static final int LEAST = 8;

    private FileFormats() {}

    /**
     * Refuses UTF-16 and packed files.
     *
     * @param first bytes of a file
     * @throws AppException {@code state_invalid} with what to do
     */
    static void requireText(byte[] first) {
        if (isUtf16(first)) {
            throw new AppException(
                    PlatformError.STATE_INVALID,
                    "This file is in UTF-16, which is not read. Have its program write UTF-8, or convert it on its server"
                            + " (iconv -f UTF-16 -t UTF-8) and open the result.");
        }
        String start = HexFormat.of().formatHex(first, 0, Math.min(first.length, 6));
        PACKERS.forEach((bytes, program) -> {
            if (start.startsWith(bytes)) {
                throw new AppException(
                        PlatformError.STATE_INVALID,
                        "This file is packed with " + program + ". Unpack it on its server (" + program
                                + " -dk) and open the result. Only names that end in .gz are unpacked here.");
            }
        });
    }

    /** By its mark (RFC 2781 section 3.2), or since every second byte is 0, as of a file whose beginning was cut off. */
    private static boolean isUtf16(byte[] first) {
        if (first.length >= 2 && ((first[0] == -1 && first[1] == -2) || (first[0] == -2 && first[1] == -1))) {
            return true;
        }
        int length = Math.min(first.length, LOOKED_AT);
        int[] zeros = new int[2];
        for (int at = 0; at < length; at++) {
            zeros[at % 2] += first[at] == 0 ? 1 : 0;
        }
        return length >= LEAST
                && ((zeros[0] == 0 && zeros[1] == length / 2) || (zeros[1] == 0 && zeros[0] == (length + 1) / 2));
    }
}
