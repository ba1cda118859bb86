package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.policy.HttpsPolicySource;
import dev.wheelhouse.core.platform.job.Loop;
import dev.wheelhouse.core.platform.job.Workers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The feature as the composition root and both faces see it. */
public final class Mail implements AutoCloseable {

    private static final Duration LOOK = Duration.ofMinutes(1);

    private final Workers workers;
    private final DomainChecks checks;
    private final MailInstanceService instances;
    private final MailDomainService domains;
    private final DkimKeyService keys;
    private final MailPublishing publishing;
    private final PublicSuffixes suffixes;
    private @Nullable Loop loop;
    private boolean closed;

    /** Makes the feature; nothing is asked of the state yet. */
    public Mail(MailConfig config) {
        MailStores stores = MailStores.of(config.store().isShared());
        DomainLook look = new DomainLook(
                new HttpsPolicySource(config.outgoing()),
                config.smtp(),
                config.workers(),
                config.ids(),
                config.clock());
        DkimKeys ofDomains = new DkimKeys(config, stores.keys());
        workers = config.workers();
        DomainRecords records = new DomainRecords(config, stores, ofDomains);
        checks = new DomainChecks(config, stores, records, ofDomains, look);
        instances = new MailInstanceService(config, stores, checks);
        domains = new MailDomainService(config, stores, records, checks, ofDomains);
        keys = new DkimKeyService(config, stores, domains, records, checks, ofDomains);
        publishing = new MailPublishing(config, stores, domains, records, checks);
        suffixes = config.suffixes();
        config.servers()
                .registerUse((tx, serverId) -> stores.instances().namesOn(tx, serverId).stream()
                        .map(name -> "the mail instance " + name)
                        .toList());
    }

    /** Begins to notice a clock that is set back; what is due is handled by the timers. */
    public synchronized void start() {
        if (!closed) {
            loop = workers.every("Looking whether checks of mail domains lie too far ahead", LOOK, this::bringBack);
        }
    }

    /** What is due further ahead than is ever set is due now. */
    void bringBack() {
        checks.bringBack();
    }

    boolean isIdle() {
        return checks.isIdle();
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (loop != null) {
            loop.close();
        }
    }

    public MailInstanceService instances() {
        return instances;
    }

    public MailDomainService domains() {
        return domains;
    }

    public DkimKeyService keys() {
        return keys;
    }

    public MailPublishing publishing() {
        return publishing;
    }

    /** Names below which nobody has a mail domain, and the date of their list. */
    public PublicSuffixes suffixes() {
        return suffixes;
    }
}
