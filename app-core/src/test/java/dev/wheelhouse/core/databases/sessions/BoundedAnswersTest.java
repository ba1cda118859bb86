package dev.wheelhouse.core.databases.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wheelhouse.core.testing.PostgresDatabase;
import dev.wheelhouse.core.testing.PostgresServer;
import dev.wheelhouse.core.testing.Property;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoundedAnswersTest {

    @Test
    void changesNothingButLongErrorsAndNotices() {
        Property.holds(200, random -> {
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            for (int i = random.nextInt(30); i >= 0; i--) {
                if (random.nextBoolean()) {
                    byte[] payload = new byte[random.nextInt(10) == 0 ? random.nextInt(60_000) : random.nextInt(60)];
                    random.nextBytes(payload);
                    byte[] message = message("DTZdCS".charAt(random.nextInt(6)), payload);
                    sent.writeBytes(message);
                    expected.writeBytes(message);
                } else {
                    char type = random.nextBoolean() ? 'E' : 'N';
                    int length = random.nextInt(3) == 0 ? 20_000 + random.nextInt(90_000) : random.nextInt(16_000);
                    String text = "M" + "x".repeat(length);
                    sent.writeBytes(told(type, text));
                    String cut = text.length() <= BoundedAnswers.MOST_OF_A_FIELD
                            ? text
                            : text.substring(0, BoundedAnswers.MOST_OF_A_FIELD) + BoundedAnswers.CUT;
                    expected.writeBytes(told(type, cut));
                }
            }
            byte[] read = read(random, sent.toByteArray());
            assertThat(read).isEqualTo(expected.toByteArray());
        });
    }

    @Test
    void cutsBetweenCharacters() throws IOException {
        for (String character : new String[] {"ä", "€", "🐘"}) {
            for (int i = 0; i < 4; i++) {
                byte[] sent = told('E', "M" + "x".repeat(i) + character.repeat(20_000));
                String read = new String(read(new Random(i), sent), StandardCharsets.UTF_8);
                assertThat(read).doesNotContain("\uFFFD").contains(character + BoundedAnswers.CUT);
            }
        }
    }

    private static byte[] told(char type, String text) {
        return message(type, ("SERROR\0C22P02\0" + text + "\0Fint.c\0\0").getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] message(char type, byte[] payload) {
        return ByteBuffer.allocate(5 + payload.length)
                .put((byte) type)
                .putInt(4 + payload.length)
                .put(payload)
                .array();
    }

    private static byte[] read(Random random, byte[] sent) throws IOException {
        InputStream wire = new ByteArrayInputStream(sent) {
            @Override
            public int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 1 + random.nextInt(30_000)));
            }
        };
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (BoundedAnswers messages = new BoundedAnswers(wire)) {
            byte[] buffer = new byte[40_000];
            while (true) {
                int count = messages.read(buffer, 0, 1 + random.nextInt(buffer.length));
                if (count < 0) {
                    return all.toByteArray();
                }
                all.write(buffer, 0, count);
            }
        }
    }

    @Test
    void aServersLongWordsReachTheDriverShort() throws SQLException {
        PostgresDatabase database = PostgresServer.shared().newDatabase();
        try (Connection connection =
                        DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
                Statement statement = connection.createStatement()) {
            BoundedAnswers.hold(connection);
            BoundedAnswers.hold(connection);
            SQLException refused = catchThrowableOfType(
                    SQLException.class, () -> statement.executeQuery("SELECT repeat('x', 50000000)::int"));
            assertThat(refused.getSQLState()).isEqualTo("22P02");
            assertThat(refused.getMessage()).hasSizeLessThan(20_000).contains(BoundedAnswers.CUT);
            statement.execute("DO $$ BEGIN RAISE NOTICE '%', repeat('y', 20000000); END $$");
            assertThat(statement.getWarnings().getMessage()).hasSizeLessThan(20_000);
            try (ResultSet row = statement.executeQuery("SELECT repeat('z', 1000000), 7")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString(1)).hasSize(1_000_000);
                assertThat(row.getInt(2)).isEqualTo(7);
            }
        }
    }
}
