package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.check.policy.HttpsPolicySource;

/** The feature as the composition root and both faces see it. */
public final class Mail {

    private final MailInstanceService instances;
    private final MailDomainService domains;
    private final DkimKeyService keys;
    private final MailPublishing publishing;
    private final PublicSuffixes suffixes;

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
        DomainChecks checks = new DomainChecks(config, stores, ofDomains, look);
        instances = new MailInstanceService(config, stores, checks);
        domains = new MailDomainService(config, stores, checks, ofDomains);
        keys = new DkimKeyService(config, stores, domains, checks, ofDomains);
        publishing = new MailPublishing(config, stores, domains, checks);
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
