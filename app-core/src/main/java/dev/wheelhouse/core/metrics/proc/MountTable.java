package dev.wheelhouse.core.metrics.proc;

import dev.wheelhouse.core.metrics.Metric;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which file systems of {@code /proc/self/mounts} (proc_pid_mounts(5), fstab(5)) are worth asking for their space. */
public final class MountTable {

    private static final int MOST = 32;

    /** Those on local disks. A dead network file system would make the caller hang. */
    private static final Set<String> KINDS = Set.of("""
            ext2 ext3 ext4 xfs btrfs zfs f2fs jfs reiserfs bcachefs nilfs2 vfat exfat ntfs ntfs3 hfsplus ufs""".split(" "));

    /** What may lie under the root of a container or a live system. */
    private static final Set<String> ROOT_KINDS = Set.of("overlay", "aufs", "tmpfs", "rootfs", "squashfs", "erofs");

    private static final Pattern NOT_SHOWN = Pattern.compile(
            "/(proc|sys|dev|run|snap|boot/efi|var/lib/(docker|containers|containerd|kubelet|lxd))(/.*)?");

    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-3][0-7]{2})");

    private MountTable() {}

    /** Mount points, the root first, each device once. */
    public static List<String> parse(byte[] answer) {
        List<String> mounts = new ArrayList<>();
        Set<String> devices = new HashSet<>();
        ProcText text = new ProcText(answer);
        while (text.nextLine()) {
            String device = text.word();
            String mount = unescape(text.word());
            String kind = text.word();
            if (mount.equals("/")) {
                if (KINDS.contains(kind) || ROOT_KINDS.contains(kind)) {
                    mounts.remove("/");
                    mounts.addFirst("/");
                    devices.add(device);
                }
                continue;
            }
            boolean shown = KINDS.contains(kind)
                    && Metric.ofMount(mount).isPresent()
                    && !NOT_SHOWN.matcher(mount).matches();
            if (shown && devices.add(device)) {
                mounts.add(mount);
            }
        }
        return List.copyOf(mounts.subList(0, Math.min(MOST, mounts.size())));
    }

    /** The kernel writes blanks, tabs, line breaks and backslashes as {@code \040} and so on, byte by byte. */
    private static String unescape(String escaped) {
        String octets = new String(escaped.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        String plain = ESCAPE.matcher(octets)
                .replaceAll(found -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), 8))));
        return new String(plain.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }
}
