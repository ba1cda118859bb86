package dev.wheelhouse.core.backups.base;

import dev.wheelhouse.core.platform.id.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;

/** Tars and manifests as a server would send them. */
public final class Archives {

    private Archives() {}

    public static byte[] tar(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        tar.write(header("pg_wal", 0, '5'));
        for (Map.Entry<String, byte[]> each : files.entrySet()) {
            byte[] bytes = each.getValue();
            tar.write(header(each.getKey(), bytes.length, '0'));
            tar.write(bytes);
            tar.write(new byte[(512 - bytes.length % 512) % 512]);
        }
        tar.write(new byte[1024]);
        return tar.toByteArray();
    }

    static byte[] header(String name, long size, char type) {
        byte[] header = new byte[512];
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(text, 0, header, 0, text.length);
        String number = "%011o".formatted(size);
        if (number.length() == 11) {
            System.arraycopy(number.getBytes(StandardCharsets.US_ASCII), 0, header, 124, 11);
        } else {
            header[124] = (byte) 0x80;
            for (int i = 0; i < 8; i++) {
                header[135 - i] = (byte) (size >>> (8 * i));
            }
        }
        header[156] = (byte) type;
        int sum = 8 * ' ';
        for (byte each : header) {
            sum += each & 0xff;
        }
        System.arraycopy("%06o\0 ".formatted(sum).getBytes(StandardCharsets.US_ASCII), 0, header, 148, 8);
        return header;
    }

    public static byte[] manifest(Map<String, byte[]> files) throws IOException {
        StringBuilder lines = new StringBuilder(
                "{ \"PostgreSQL-Backup-Manifest-Version\": 2,\n\"System-Identifier\": 7,\n\"Files\": [\n");
        String comma = "";
        for (Map.Entry<String, byte[]> each : files.entrySet()) {
            CRC32C crc = new CRC32C();
            crc.update(each.getValue());
            String name = each.getKey();
            boolean plain = name.chars().allMatch(c -> c >= ' ' && c < 127);
            lines.append(comma)
                    .append(
                            plain
                                    ? "{ \"Path\": \"" + name + "\""
                                    : "{ \"Encoded-Path\": \""
                                            + HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8)) + "\"")
                    .append(", \"Size\": ")
                    .append(each.getValue().length)
                    .append(
                            ", \"Last-Modified\": \"2026-11-24 03:00:00 GMT\", \"Checksum-Algorithm\": \"CRC32C\", \"Checksum\": \"%08x\" }"
                                    .formatted(Integer.reverseBytes((int) crc.getValue())));
            comma = ",\n";
        }
        lines.append(
                "\n],\n\"WAL-Ranges\": [\n{ \"Timeline\": 1, \"Start-LSN\": \"0/2000028\", \"End-LSN\": \"0/2000100\" }\n],\n");
        byte[] body = lines.toString().getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream manifest = new ByteArrayOutputStream();
        manifest.write(body);
        MessageDigest digest = Sha256.digest();
        manifest.write(("\"Manifest-Checksum\": \"" + HexFormat.of().formatHex(digest.digest(body)) + "\"}\n")
                .getBytes(StandardCharsets.US_ASCII));
        return manifest.toByteArray();
    }
}
