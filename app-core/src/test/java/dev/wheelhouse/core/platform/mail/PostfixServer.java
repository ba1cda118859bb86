package dev.wheelhouse.core.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wheelhouse.core.platform.net.TestCertificate;
import dev.wheelhouse.core.platform.settings.SmtpSecurity;
import dev.wheelhouse.core.testing.Awaiting;
import dev.wheelhouse.core.testing.FreePort;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The distribution's Postfix with a configuration, a queue and mailboxes of its own, on a loopback port for each
 * {@link SmtpSecurity}. It takes mail of at most 4,000 bytes for bob@example.org; greylisted@example.org may come later.
 * Only root can start it.
 */
public final class PostfixServer implements AutoCloseable {

    private static final Path MASTER = Path.of("/usr/lib/postfix/sbin/master");

    private final Path directory;
    private final Map<SmtpSecurity, Integer> ports;
    private final Process master;

    /** @param directory empty, deleted by the caller; a test without root or Postfix is left out */
    public PostfixServer(Path directory, TestCertificate certificate) throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "Only root can start Postfix.");
        assumeTrue(Files.isExecutable(MASTER), "Install Debian's package postfix.");
        this.directory = directory;
        ports = freePorts();
        Path configuration = Files.createDirectory(directory.resolve("configuration"));
        for (String each : List.of("queue", "data", "mail")) {
            Files.createDirectory(directory.resolve(each));
        }
        Files.writeString(directory.resolve("chain.pem"), certificate.pem());
        Files.setPosixFilePermissions(directory.resolve("chain.pem"), PosixFilePermissions.fromString("rw-------"));
        Files.writeString(configuration.resolve("main.cf"), settings(run("id", "-u", "postfix")));
        Files.writeString(configuration.resolve("master.cf"), services());
        // It delivers as a user of its own, whose way leads through here.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        run(
                "chown",
                "postfix",
                directory.resolve("data").toString(),
                directory.resolve("mail").toString());
        run("postfix", "-c", configuration.toString(), "check");
        // It ends its helpers as the group that it leads.
        master = new ProcessBuilder("setsid", MASTER.toString(), "-c", configuration.toString(), "-d")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        awaitStart();
    }

    private String settings(String user) {
        return """
            compatibility_level = 3.6
            queue_directory = %1$s/queue
            data_directory = %1$s/data
            maillog_file = /dev/stdout
            myhostname = mail.test
            mydestination =
            local_recipient_maps =
            alias_maps =
            alias_database =
            inet_interfaces = 127.0.0.1
            inet_protocols = ipv4
            smtpd_relay_restrictions = reject_unauth_destination
            smtpd_recipient_restrictions = check_recipient_access inline:{
              { greylisted@example.org = 450 4.2.0 Greylisted, come back in a minute } }
            smtpd_tls_security_level = may
            smtpd_tls_chain_files = %1$s/chain.pem
            message_size_limit = 4000
            virtual_mailbox_domains = example.org
            virtual_mailbox_base = %1$s/mail
            virtual_mailbox_maps = inline:{ { bob@example.org = bob/ }, { greylisted@example.org = greylisted/ } }
            virtual_uid_maps = static:%2$s
            virtual_gid_maps = static:%2$s
            virtual_minimum_uid = 1
            """.formatted(directory, user);
    }

    /** Of those in Postfix' own {@code master.cf.proto} what a server needs that sends nothing on (master(5)). */
    private String services() {
        return """
            127.0.0.1:%d inet n - n - - smtpd
            127.0.0.1:%d inet n - n - - smtpd -o smtpd_tls_security_level=encrypt
            127.0.0.1:%d inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
            cleanup unix n - n - 0 cleanup
            qmgr unix n - n 300 1 qmgr
            rewrite unix - - n - - trivial-rewrite
            bounce unix - - n - 0 bounce
            defer unix - - n - 0 bounce
            trace unix - - n - 0 bounce
            error unix - - n - - error
            retry unix - - n - - error
            virtual unix - n n - - virtual
            anvil unix - - n - 1 anvil
            tlsmgr unix - - n 1000? 1 tlsmgr
            postlog unix-dgram n - n - 1 postlogd
            """.formatted(port(SmtpSecurity.NONE), port(SmtpSecurity.STARTTLS), port(SmtpSecurity.TLS));
    }

    private static Map<SmtpSecurity, Integer> freePorts() throws IOException {
        Map<SmtpSecurity, Integer> ports = new EnumMap<>(SmtpSecurity.class);
        for (SmtpSecurity each : SmtpSecurity.values()) {
            ports.put(each, FreePort.next());
        }
        return ports;
    }

    private void awaitStart() throws IOException, InterruptedException {
        try {
            Awaiting.until(this::log, () -> {
                try (Socket _ = new Socket(InetAddress.ofLiteral("127.0.0.1"), port(SmtpSecurity.TLS))) {
                    return true;
                } catch (IOException _) {
                    assertThat(master.isAlive()).as(log()).isTrue();
                    return false;
                }
            });
        } catch (AssertionError e) {
            close();
            throw e;
        }
    }

    /** Where it demands what a setting says: nothing, STARTTLS, or TLS from the first byte. */
    public int port(SmtpSecurity security) {
        return Objects.requireNonNull(ports.get(security));
    }

    /** What it says of itself. */
    String log() throws IOException {
        return Files.readString(directory.resolve("log"));
    }

    /** The one mail that lies in bob's mailbox, once it has come; taken out of it. */
    public MimeMessage onlyMail() throws IOException, MessagingException {
        Path box = directory.resolve("mail/bob/new");
        Awaiting.until(this::log, () -> !mails(box).isEmpty());
        assertThat(mails(box)).hasSize(1);
        Path mail = mails(box).getFirst();
        try (InputStream file = Files.newInputStream(mail)) {
            return new MimeMessage(Session.getInstance(new Properties()), file);
        } finally {
            Files.delete(mail);
        }
    }

    private static List<Path> mails(Path box) throws IOException {
        if (!Files.isDirectory(box)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(box)) {
            return files.toList();
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said.strip();
    }

    @Override
    public void close() throws InterruptedException {
        List<ProcessHandle> helpers = master.descendants().toList();
        master.destroy();
        if (!master.waitFor(20, TimeUnit.SECONDS)) {
            master.destroyForcibly();
            master.waitFor();
        }
        // They write into its directories until they have gone.
        for (ProcessHandle each : helpers) {
            each.onExit().join();
        }
    }
}
