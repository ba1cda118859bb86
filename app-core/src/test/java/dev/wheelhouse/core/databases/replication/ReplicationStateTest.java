package dev.wheelhouse.core.databases.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReplicationStateTest {

    private static ReplicationState state(String... fields) {
        String message = String.join("\0", fields) + "\0\0";
        ServerError error = ServerError.read(ByteBuffer.wrap(message.getBytes(StandardCharsets.UTF_8)));
        return ReplicationState.of(error.sqlState(), false, error.routine());
    }

    /** PostgreSQL 15 and 18 have one code for both; the words are in the language of the server. */
    @Test
    void aFileThatTheServerMayNotReadIsNoMissingRightOfTheLogin() {
        assertThat(state("SERROR", "C42501", "Mcould not open directory \"./x\": Permission denied", "RAllocateDir"))
                .isEqualTo(ReplicationState.REFUSED);
        assertThat(state("SFATAL", "C42501", "Mpermission denied to start WAL sender", "RInitPostgres"))
                .isEqualTo(ReplicationState.NO_RIGHT);
        assertThat(state("SERROR", "C42501", "Mpermission denied to use replication slots", "RCheckSlotPermissions"))
                .isEqualTo(ReplicationState.NO_RIGHT);
        assertThat(state("C42501", "Mof a server that names no routine")).isEqualTo(ReplicationState.NO_RIGHT);
    }
}
