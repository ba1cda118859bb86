package dev.wheelhouse.core.bench;

import dev.wheelhouse.core.mail.RecheckBench;
import dev.wheelhouse.core.mail.dns.DnsBench;
import dev.wheelhouse.core.mail.spf.SpfBench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the check of a mail domain costs; the first argument is the directory for the results. */
public final class MailBenchmarks {

    private MailBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        List<Measurement> measurements = new ArrayList<>(SpfBench.run());
        measurements.addAll(DnsBench.run());
        measurements.addAll(RecheckBench.run());
        new Report(Path.of(arguments[0])).keep("mail", measurements);
        System.out.print(Report.table(measurements));
    }
}
