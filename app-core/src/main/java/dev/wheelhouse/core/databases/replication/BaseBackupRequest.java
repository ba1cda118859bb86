package dev.wheelhouse.core.databases.replication;

import java.util.List;

/**
 * @param label printable ASCII without quotes and backslashes, 1 to 200 characters; it is in the backup's label file
 * @param compressions the best first; where the server can do none of them, it does not compress
 * @param checksum of each file in the manifest, which PostgreSQL 12 does not have
 */
public record BaseBackupRequest(String label, List<Compression> compressions, ManifestChecksum checksum) {

    public BaseBackupRequest {
        if (!label.matches("[ -~&&[^'\"\\\\]]{1,200}")) {
            throw new IllegalArgumentException("Not a label: " + label);
        }
        compressions = List.copyOf(compressions);
    }

    /**
     * The command (PostgreSQL manual, "Streaming Replication Protocol", BASE_BACKUP). It waits for no archive: whoever
     * takes a base receives its WAL too.
     *
     * @param majorVersion from 12
     * @param compression ignored before 15
     */
    String command(int majorVersion, Compression compression) {
        if (majorVersion >= 15) {
            return "BASE_BACKUP (LABEL '%s', PROGRESS, CHECKPOINT 'fast', WAIT false, TABLESPACE_MAP, MANIFEST 'yes', MANIFEST_CHECKSUMS '%s'%s)"
                    .formatted(label, checksum, compression.options());
        }
        String manifest = majorVersion >= 13 ? " MANIFEST 'yes' MANIFEST_CHECKSUMS '" + checksum + "'" : "";
        return "BASE_BACKUP LABEL '" + label + "' PROGRESS FAST NOWAIT TABLESPACE_MAP" + manifest;
    }
}
