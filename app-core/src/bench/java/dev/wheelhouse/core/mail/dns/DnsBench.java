package dev.wheelhouse.core.mail.dns;

import dev.wheelhouse.core.bench.Measurement;
import dev.wheelhouse.core.bench.Repetitions;
import dev.wheelhouse.core.platform.job.Workers;
import dev.wheelhouse.core.platform.settings.Dns;
import dev.wheelhouse.core.testing.AtOnce;
import dev.wheelhouse.core.testing.BindServer;
import dev.wheelhouse.core.testing.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What DNS of one domain's check takes, 13 records of a zone with two name servers, against dig with the same questions in
 * one batch: those to the servers with each one's SOA, and those to the resolver that find the zone and the servers.
 */
public final class DnsBench {

    private static final int ROUNDS = 15;
    private static final int WARM_UPS = 10;
    private static final String ZONE =
            """
            @ SOA ns1 admin 7 60 60 600 60
            @ NS ns1
            @ NS ns2
            ns1 A 127.0.0.1
            ns2 A 127.0.0.1
            @ MX 10 mail
            @ TXT "v=spf1 mx ~all"
            mail A 192.0.2.1
            mail AAAA 2001:db8::1
            _dmarc TXT "v=DMARC1; p=none"
            wheelhouse._domainkey TXT ( "v=DKIM1; k=rsa; p=%1$s" "%1$s" )
            inbox MX 10 mail
            _mta-sts TXT "v=STSv1; id=1"
            mta-sts A 192.0.2.1
            _smtp._tls TXT "v=TLSRPTv1; rua=mailto:a@example.com"
            _submissions._tcp SRV 0 1 465 mail
            _imaps._tcp SRV 0 1 993 mail
            autoconfig A 192.0.2.1
            """
                    .formatted("A".repeat(200));

    private static final List<DnsQuestion> QUESTIONS = List.of(
            new DnsQuestion("example.com", DnsType.MX),
            new DnsQuestion("example.com", DnsType.TXT),
            new DnsQuestion("mail.example.com", DnsType.A),
            new DnsQuestion("mail.example.com", DnsType.AAAA),
            new DnsQuestion("_dmarc.example.com", DnsType.TXT),
            new DnsQuestion("wheelhouse._domainkey.example.com", DnsType.TXT),
            new DnsQuestion("inbox.example.com", DnsType.MX),
            new DnsQuestion("_mta-sts.example.com", DnsType.TXT),
            new DnsQuestion("mta-sts.example.com", DnsType.A),
            new DnsQuestion("_smtp._tls.example.com", DnsType.TXT),
            new DnsQuestion("_submissions._tcp.example.com", DnsType.SRV),
            new DnsQuestion("_imaps._tcp.example.com", DnsType.SRV),
            new DnsQuestion("autoconfig.example.com", DnsType.A));

    private DnsBench() {}

    public static List<Measurement> run() throws IOException, InterruptedException {
        int port = FreePort.next();
        Path folder = Files.createTempDirectory("wheelhouse-dns");
        List<Double> ours = new ArrayList<>();
        List<Double> digs = new ArrayList<>();
        try (Workers workers = new Workers();
                BindServer server = BindServer.serving(
                        Files.createDirectory(folder.resolve("server")), port, Map.of("example.com.", ZONE))) {
            int resolverPort = FreePort.next();
            try (BindServer resolver = BindServer.resolving(
                    Files.createDirectory(folder.resolve("resolver")), resolverPort, Set.of("example.com."), port)) {
                Path batch = Files.write(folder.resolve("batch"), batch(port, resolverPort));
                DnsViews views = new DnsViews(workers, new SecureRandom(), 1_000_000);
                Dns settings = new Dns(List.of("127.0.0.1:" + resolverPort), port);
                for (int round = 0; round < WARM_UPS + ROUNDS; round++) {
                    double check = check(views, settings);
                    double dig = dig(batch);
                    if (round >= WARM_UPS) {
                        ours.add(check);
                        digs.add(dig);
                    }
                }
            }
        }
        return List.of(Measurement.withinTimes(
                "mail-dns-check",
                "DNS of one domain's check",
                new Repetitions(ours),
                "ms",
                new Repetitions(digs),
                1.5,
                "13 records, 2 servers, BIND on loopback; dig -f with the same 44 questions"));
    }

    private static List<String> batch(int port, int resolverPort) {
        String server = "@127.0.0.1 -p " + port + " +norecurse ";
        String resolver = "@127.0.0.1 -p " + resolverPort + " ";
        List<String> lines = new ArrayList<>();
        QUESTIONS.stream().map(DnsQuestion::name).distinct().forEach(each -> lines.add(resolver + each + " CNAME"));
        for (DnsQuestion each : QUESTIONS) {
            lines.add(server + each);
            lines.add(server + each);
        }
        lines.add(server + "example.com SOA");
        lines.add(server + "example.com SOA");
        lines.add(resolver + "example.com NS");
        for (String each : List.of("ns1.example.com", "ns2.example.com")) {
            lines.add(resolver + each + " A");
            lines.add(resolver + each + " AAAA");
        }
        return lines;
    }

    /** In ms. */
    private static double check(DnsViews views, Dns settings) throws InterruptedException {
        long began = System.nanoTime();
        try (DnsCheck check = views.open(settings, Duration.ofSeconds(10))) {
            List<ZoneAnswers> answers = AtOnce.run(QUESTIONS.size(), i -> () -> check.authoritative(QUESTIONS.get(i)));
            double took = millis(began);
            for (ZoneAnswers each : answers) {
                if (each.answers().size() != 2
                        || each.answers().stream()
                                .anyMatch(one -> one.answer().records().isEmpty())) {
                    throw new IllegalStateException("Not answered: " + each);
                }
            }
            return took;
        }
    }

    private static double dig(Path batch) throws IOException, InterruptedException {
        long began = System.nanoTime();
        Process dig = new ProcessBuilder("dig", "-f", batch.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (dig.waitFor() != 0) {
            throw new IOException("dig ended with " + dig.exitValue());
        }
        return millis(began);
    }

    private static double millis(long began) {
        return (System.nanoTime() - began) / 1e6;
    }
}
