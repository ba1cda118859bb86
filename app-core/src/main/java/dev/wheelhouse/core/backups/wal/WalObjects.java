package dev.wheelhouse.core.backups.wal;

import java.util.Optional;

/** Names of a cluster's WAL in the store. */
record WalObjects(String systemIdentifier, long segmentBytes) {

    private static final String WHOLE = ".zst";
    private static final String PARTIAL = ".partial.zst";

    String prefix() {
        return systemIdentifier + "/wal/";
    }

    String whole(SegmentName segment) {
        return folder(segment) + segment + WHOLE;
    }

    /** Replaced as the segment grows, and removed once the whole one is stored. */
    String partial(SegmentName segment) {
        return folder(segment) + segment + PARTIAL;
    }

    /** @param file such as {@code 00000002.history} */
    String history(String file) {
        return prefix() + file;
    }

    Optional<SegmentName> wholeOf(String object) {
        return parse(object, WHOLE).filter(each -> whole(each).equals(object));
    }

    Optional<SegmentName> partialOf(String object) {
        return parse(object, PARTIAL).filter(each -> partial(each).equals(object));
    }

    private Optional<SegmentName> parse(String object, String ending) {
        if (!object.endsWith(ending)) {
            return Optional.empty();
        }
        String name = object.substring(object.lastIndexOf('/') + 1, object.length() - ending.length());
        return SegmentName.parse(name, segmentBytes);
    }

    private String folder(SegmentName segment) {
        return prefix() + "%08X/".formatted(segment.timeline());
    }
}
