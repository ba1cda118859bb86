package dev.wheelhouse.core.databases.replication;

import java.util.Set;

/**
 * Why a server does not go on (PostgreSQL manual, appendix A, "PostgreSQL Error Codes"). Its words are in the language of
 * the server, so only the codes count.
 */
public enum ReplicationState {
    /** 58P01. */
    WAL_REMOVED("The server has removed WAL that was asked for."),
    /** 42704. */
    SLOT_MISSING("The replication slot does not exist on the server."),
    /** 42710. */
    SLOT_EXISTS("The server has a replication slot of that name already."),
    /** 55006. */
    SLOT_ACTIVE("Another connection uses the replication slot."),
    /** XX000 in answer to START_REPLICATION. */
    NOT_IN_HISTORY("The WAL position is ahead of the server or on a timeline that is not its own."),
    /** 53300, 53400. */
    NONE_FREE("The server has no free replication slot or WAL sender (max_replication_slots, max_wal_senders)."),
    /** 42501, where it is not about a file that the server itself may not read. */
    NO_RIGHT("The login lacks the right to replicate."),
    /** 28000: unknown to the server, or no line of {@code pg_hba.conf} is for it. */
    NOT_ADMITTED("The server admits no replication by this login from here (pg_hba.conf)."),
    /** 28P01. */
    WRONG_PASSWORD("The server refused the password."),
    /** 08004 of the driver: it has no password to give, or cannot log in the way that the server asks for. */
    NOT_AUTHENTICATED("The log-in was not possible."),
    /** 55000: {@code wal_level}, a slot that was invalidated, a standby that was promoted meanwhile. */
    NOT_POSSIBLE_NOW("The server's settings or its state do not allow it."),
    /** XX001, XX002. */
    DATA_CORRUPTED("The server found damaged data."),
    /** 57P01 to 57P03, or a stream that the server ended in order. */
    SERVER_STOPPING("The server ended the connection: it is stopping or starting, or somebody ended the session."),
    /** Nothing arrived for longer than may be, or the connection broke. */
    LOST("The connection to the server was lost."),
    /** This side closed it. */
    CLOSED("The replication was stopped."),
    /** 42601, 0A000: the server's version or build does not know what was asked for. */
    UNSUPPORTED("The server does not support what was asked for."),
    /** Whatever else the server says. */
    REFUSED("The server reported an error."),
    /** What arrived does not fit the protocol. */
    NOT_UNDERSTOOD("The server's answer was not understood.");

    private final String sentence;

    ReplicationState(String sentence) {
        this.sentence = sentence;
    }

    /** For people. */
    public String sentence() {
        return sentence;
    }

    /** Whether the server answers and does not let the login replicate. */
    public boolean isOfLogin() {
        return this == NO_RIGHT || this == NOT_ADMITTED || this == WRONG_PASSWORD || this == NOT_AUTHENTICATED;
    }

    /** Where the server looks what a login may do (PostgreSQL 12 to 19: postinit.c, slot.c, slotfuncs.c). */
    private static final Set<String> RIGHTS = Set.of("InitPostgres", "CheckSlotPermissions", "check_permissions");

    /**
     * @param streaming whether it answers START_REPLICATION
     * @param routine see {@link ServerError}
     */
    static ReplicationState of(String sqlState, boolean streaming, String routine) {
        return switch (sqlState) {
            case "58P01" -> WAL_REMOVED;
            case "42704" -> SLOT_MISSING;
            case "42710" -> SLOT_EXISTS;
            case "55006" -> SLOT_ACTIVE;
            case "XX000" -> streaming ? NOT_IN_HISTORY : REFUSED;
            case "53300", "53400" -> NONE_FREE;
            case "42501" -> routine.isEmpty() || RIGHTS.contains(routine) ? NO_RIGHT : REFUSED;
            case "28000" -> NOT_ADMITTED;
            case "28P01" -> WRONG_PASSWORD;
            case "08004" -> NOT_AUTHENTICATED;
            case "55000" -> NOT_POSSIBLE_NOW;
            case "XX001", "XX002" -> DATA_CORRUPTED;
            case "57P01", "57P02", "57P03" -> SERVER_STOPPING;
            case "42601", "0A000" -> UNSUPPORTED;
            default -> sqlState.startsWith("08") ? LOST : REFUSED;
        };
    }
}
