package dev.wheelhouse.core.backups.wal;

import dev.wheelhouse.core.databases.replication.WalPosition;
import java.io.IOException;
import java.nio.file.Path;

/** A process that receives WAL, with no store that answers, and prints what it acknowledges. It goes on until it is killed. */
final class KilledReceiver {

    private static final int STEP = 200_000;

    private KilledReceiver() {}

    public static void main(String[] arguments) throws IOException {
        ArchiveUnderTest wal = new ArchiveUnderTest(Path.of(arguments[0]));
        long position =
                wal.resume().map(WalStart::position).orElse(new WalPosition(0)).value();
        wal.begin(1, position);
        while (true) {
            wal.send(1, position, position + STEP);
            position += STEP;
            System.out.println(wal.archive.flush().value());
        }
    }
}
