package dev.wheelhouse.core.platform.host.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.platform.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownHostsTest {

    private static final HostKey KEY =
            new HostKey("ssh-ed25519", "AAAAC3NzaC1lZDI1NTE5AAAAIJ6Z6g3Vb9p0JH8rJ3Qe7mYVqk0dF0m3m8cQ0dM3X9aB");
    private static final HostKey OTHER =
            new HostKey("ssh-ed25519", "AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");

    @TempDir
    private Path directory;

    private Home home;
    private KnownHosts known;

    @BeforeEach
    void open() {
        home = Home.open(directory);
        known = new KnownHosts(home);
    }

    @Test
    void knowsWhatItWasToldAndNothingElse() {
        assertThat(known.of("srv_1").judge(KEY)).isEqualTo(HostTrust.Verdict.UNKNOWN);

        known.trust("srv_1", KEY);

        assertThat(known.of("srv_1").judge(KEY)).isEqualTo(HostTrust.Verdict.TRUSTED);
        assertThat(known.of("srv_1").judge(OTHER)).isEqualTo(HostTrust.Verdict.CHANGED);
        assertThat(known.of("srv_2").judge(KEY)).isEqualTo(HostTrust.Verdict.UNKNOWN);
        assertThat(known.of("srv_1").knownTypes()).containsExactly("ssh-ed25519");
        assertThat(new KnownHosts(home).of("srv_1").judge(KEY)).isEqualTo(HostTrust.Verdict.TRUSTED);
    }

    @Test
    void replacesAKeyAndForgetsIt() {
        known.trust("srv_1", KEY);
        known.trust("srv_2", KEY);
        known.trust("srv_1", OTHER);
        assertThat(known.keysOf("srv_1")).containsExactly(OTHER);

        known.forget("srv_1");

        assertThat(known.keysOf("srv_1")).isEmpty();
        assertThat(known.keysOf("srv_2")).containsExactly(KEY);
    }

    @Test
    void keepsTheLinesOfOthersAndReadsOverWhatIsNoKey() throws IOException {
        Files.writeString(directory.resolve("known-hosts"), "# mine\nsrv_1 ssh-ed25519 %%%\nhost ssh-rsa AAAA\n");

        known.trust("srv_2", KEY);

        assertThat(known.keysOf("srv_1")).isEmpty();
        assertThat(Files.readString(directory.resolve("known-hosts")))
                .startsWith("# mine\nsrv_1 ssh-ed25519 %%%\nhost ssh-rsa AAAA\nsrv_2 ");
        assertThat(home.isPrivate("known-hosts")).isTrue();
    }
}
