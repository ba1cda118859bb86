package dev.wheelhouse.core.backups.wal;

import java.io.IOException;

/** The archive refuses WAL; the message is for people. */
public final class WalException extends IOException {

    private static final long serialVersionUID = 1;

    private final WalTrouble trouble;

    public WalException(WalTrouble trouble, String message) {
        super(message);
        this.trouble = trouble;
    }

    public WalTrouble trouble() {
        return trouble;
    }
}
