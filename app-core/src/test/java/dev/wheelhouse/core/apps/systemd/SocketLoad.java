package dev.wheelhouse.core.apps.systemd;

import dev.wheelhouse.core.platform.host.HostCommand;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** About 500 connections a second to a socket that systemd holds, asked on the server itself. */
public final class SocketLoad {

    /** What {@link #end} tells when every one was answered. */
    public static final String NONE_LOST = "good \\d{4,} bad 0 *\n";

    public static final String SOCKET = "[Socket]\nListenStream=127.0.0.1:8099\nBacklog=512\n";

    /** A service in Perl: ends what it does before it ends itself; systemd holds the port. */
    public static final String ANSWERING = """
        use IO::Socket::INET;
        my $stop = 0;
        $SIG{TERM} = sub { $stop = 1 };
        my $server = IO::Socket::INET->new;
        $server->fdopen(3, 'r');
        while (!$stop) {
            my $client = $server->accept or next;
            my $line = <$client>;
            print $client "from $$\n";
            close $client;
        }
        """;

    /** Four that ask 125 times a second each, until a file is there; tells how many answers came and how many did not. */
    private static final String ASKING = """
        use IO::Socket::INET;
        my @asking;
        for (1 .. 4) {
            pipe(my $from, my $to);
            if (fork == 0) {
                my ($good, $bad, $why) = (0, 0, '');
                until (-e '/tmp/asked-enough') {
                    my $to = IO::Socket::INET->new(PeerAddr => '127.0.0.1:8099', Timeout => 10);
                    my $line = '';
                    if ($to) { print $to "hello\n"; $line = <$to> // ''; close $to; }
                    if ($line =~ /^from/) { $good++ } else { $bad++; $why = "$!" }
                    select(undef, undef, undef, 0.007);
                }
                print $to "$good $bad $why\n";
                exit;
            }
            close $to;
            push @asking, $from;
        }
        my ($good, $bad, $why) = (0, 0, '');
        for (@asking) { my ($g, $b, $w) = split ' ', <$_>, 3; $good += $g; $bad += $b; $why .= $w // '' }
        print "good $good bad $bad $why\n";
        """;

    private static final String ENOUGH = "/tmp/asked-enough";

    private final SystemdServer server;
    private final CompletableFuture<String> told;

    private SocketLoad(SystemdServer server) {
        this.server = server;
        this.told = CompletableFuture.supplyAsync(() -> server.root()
                .run(HostCommand.of("perl", "/usr/local/bin/asking.pl").within(Duration.ofMinutes(5)))
                .stdoutText());
    }

    public static SocketLoad start(SystemdServer server) throws Exception {
        server.writeFile("/usr/local/bin/asking.pl", ASKING);
        server.run("rm", "-f", ENOUGH);
        return new SocketLoad(server);
    }

    /** How many were answered, and how many were not. */
    public String end() throws Exception {
        server.run("touch", ENOUGH);
        return told.get(1, TimeUnit.MINUTES);
    }
}
