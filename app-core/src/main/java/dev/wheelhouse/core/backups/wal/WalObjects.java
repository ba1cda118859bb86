package dev.wheelhouse.core.backups.wal;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of a cluster's WAL in the store. */
record WalObjects(String systemIdentifier, long segmentBytes) {

    private static final String WHOLE = ".zst";
    private static final String PARTIAL = ".partial.zst";
    private static final Pattern WRITTEN = Pattern.compile(".*/([0-9A-F]{24})\\.([0-9A-F]{16})\\.partial\\.zst");

    String prefix() {
        return systemIdentifier + "/wal/";
    }

    String whole(SegmentName segment) {
        return folder(segment) + segment + WHOLE;
    }

    /** Replaced by its writer as the segment grows, and removed once the whole one is stored. */
    String partial(SegmentName segment, long writer) {
        return partials(segment) + "%016X".formatted(writer) + PARTIAL;
    }

    /** With what the names of all parts of a segment begin. */
    String partials(SegmentName segment) {
        return folder(segment) + segment + ".";
    }

    /** @param file such as {@code 00000002.history} */
    String history(String file) {
        return prefix() + file;
    }

    Optional<SegmentName> wholeOf(String object) {
        return parse(object, WHOLE).filter(each -> whole(each).equals(object));
    }

    Optional<SegmentName> partialOf(String object) {
        Matcher name = WRITTEN.matcher(object);
        return name.matches()
                ? SegmentName.parse(name.group(1), segmentBytes)
                        .filter(each -> object.equals(partial(each, Long.parseUnsignedLong(name.group(2), 16))))
                : Optional.empty();
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
