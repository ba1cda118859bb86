package dev.wheelhouse.core.metrics.proc;

import dev.wheelhouse.core.metrics.proc.Counters.FileSystemSpace;
import dev.wheelhouse.core.platform.host.DiskSpace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads {@code df -P -k}, see {@link DiskSpace}. */
public final class DiskFree {

    private DiskFree() {}

    /** @param asked mount points whose lines are wanted; any other is ignored */
    public static List<FileSystemSpace> parse(byte[] answer, Collection<String> asked) {
        Set<String> wanted = new LinkedHashSet<>(asked);
        List<FileSystemSpace> space = new ArrayList<>();
        ProcText text = new ProcText(answer);
        while (text.nextLine()) {
            DiskSpace.parse(text.rest())
                    .filter(each -> wanted.remove(each.mount()) && each.usedBytes() + each.availableBytes() > 0)
                    .ifPresent(each -> space.add(new FileSystemSpace(
                            each.mount(), each.usedBytes(), each.usedBytes() + each.availableBytes())));
        }
        return space;
    }
}
