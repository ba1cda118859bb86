package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import dev.wheelhouse.core.platform.settings.Dns;
import dev.wheelhouse.core.testing.BindServer;
import dev.wheelhouse.core.testing.FreePort;
import dev.wheelhouse.core.testing.StateKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** 1,000 domains that are due at once: what the heap holds, and how many questions a second the name servers get. */
public final class RecheckBench {

    private static final int DOMAINS = 1_000;
    private static final int QUESTIONS_PER_SECOND = 2_000;

    private RecheckBench() {}

    /** Each question takes one id of 16 bits, so that they can be counted. */
    private static final class CountingRandom extends Random {

        private static final long serialVersionUID = 1;

        private final AtomicLong ids = new AtomicLong();

        @Override
        public int nextInt(int bound) {
            if (bound == 1 << 16) {
                ids.incrementAndGet();
            }
            return super.nextInt(bound);
        }
    }

    public static List<Measurement> run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("wheelhouse-recheck");
        int port = FreePort.next();
        CountingRandom random = new CountingRandom();
        try (BindServer bind = BindServer.serving(
                        Files.createDirectory(folder.resolve("server")),
                        port,
                        Map.of("example.", "@ SOA ns1 admin 7 60 60 600 60\n@ NS ns1\nns1 A 127.0.0.1\n"));
                MailFixture fixture = MailFixture.create(
                        StateKind.SQLITE,
                        folder.resolve("home"),
                        new Dns(List.of("127.0.0.1:" + port), port),
                        random,
                        QUESTIONS_PER_SECOND)) {
            MailInstance instance = fixture.mail
                    .instances()
                    .create(
                            fixture.owner,
                            new MailInstanceDraft(
                                    "mail1",
                                    "mail.shop0.example",
                                    List.of("192.0.2.10"),
                                    List.of(),
                                    null,
                                    DkimKeyType.ED25519));
            for (int i = 0; i < DOMAINS; i++) {
                fixture.mail
                        .domains()
                        .create(fixture.owner, MailFixture.draft(instance.id(), "shop" + i + ".example"));
            }
            round(fixture);
            long before = heap();
            long asked = random.ids.get();
            long start = System.nanoTime();
            fixture.pass(Duration.ofDays(1));
            round(fixture);
            double seconds = (System.nanoTime() - start) / 1e9;
            double rate = (random.ids.get() - asked) / seconds;
            long after = heap();
            return List.of(
                    Measurement.withinTimes(
                            "mail-recheck-rate",
                            "questions a second while 1,000 domains are re-checked",
                            Repetitions.of(rate),
                            "1/s",
                            Repetitions.of(QUESTIONS_PER_SECOND),
                            1.05,
                            "as set; " + (random.ids.get() - asked) + " questions in " + Math.round(seconds) + " s"),
                    Measurement.withinTimes(
                            "mail-recheck-heap",
                            "heap after another re-check of 1,000 domains",
                            Repetitions.of(after / 1e6),
                            "MB",
                            Repetitions.of(before / 1e6),
                            1.1,
                            "flat"));
        }
    }

    /** Until every domain that is due was checked. */
    private static void round(MailFixture fixture) throws InterruptedException {
        long now = fixture.state.clock().instant().toEpochMilli();
        long left = 1;
        while (left > 0) {
            fixture.timers.look();
            Thread.sleep(100);
            left = fixture.state
                    .store()
                    .read(tx -> tx.select(
                                    Long.class,
                                    "SELECT count(*) FROM mail_check WHERE checked_at IS NULL OR checked_at < ?",
                                    now)
                            .one());
        }
    }

    private static long heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(200);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
