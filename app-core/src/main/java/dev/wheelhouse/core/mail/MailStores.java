package dev.wheelhouse.core.mail;

/** The tables of the feature. */
record MailStores(
        JdbcMailInstanceStore instances,
        JdbcMailDomainStore domains,
        JdbcDkimKeyStore keys,
        JdbcDomainCheckStore checks,
        JdbcPublicationStore publications) {

    /** @param locksRows whether the database has rows that are locked one by one, unlike SQLite */
    static MailStores of(boolean locksRows) {
        return new MailStores(
                new JdbcMailInstanceStore(locksRows),
                new JdbcMailDomainStore(locksRows),
                new JdbcDkimKeyStore(),
                new JdbcDomainCheckStore(),
                new JdbcPublicationStore());
    }
}
