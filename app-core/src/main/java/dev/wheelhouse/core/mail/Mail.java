package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.policy.HttpsPolicySource;
import dev.wheelhouse.core.mail.check.smtp.SmtpHost;

/** The feature as the composition root and both faces see it. */
public final class Mail {

    private final MailInstanceService instances;
    private final MailDomainService domains;
    private final PublicSuffixes suffixes;

    /**
     * Makes the feature; nothing is asked of the state yet.
     *
     * @param smtp asks mail servers
     */
    public Mail(MailConfig config, SmtpHost smtp) {
        MailStores stores = MailStores.of(config.store().isShared());
        DomainLook look = new DomainLook(
                new HttpsPolicySource(config.outgoing()), smtp, config.workers(), config.ids(), config.clock());
        DomainChecks checks = new DomainChecks(config, stores, look);
        instances = new MailInstanceService(config, stores, checks);
        domains = new MailDomainService(config, stores, checks);
        suffixes = config.suffixes();
        config.servers()
                .registerUse((tx, serverId) -> stores.instances().namesOn(tx, serverId).stream()
                        .map(name -> "the mail instance " + name)
                        .toList());
    }

    public MailInstanceService instances() {
        return instances;
    }

    public MailDomainService domains() {
        return domains;
    }

    /** Names below which nobody has a mail domain, and the date of their list. */
    public PublicSuffixes suffixes() {
        return suffixes;
    }
}
