package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.publish.Published;
import dev.wheelhouse.core.platform.store.Columns;
import dev.wheelhouse.core.platform.store.Table;
import dev.wheelhouse.core.platform.store.Transaction;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What was published, and what of it is there. */
final class JdbcPublicationStore extends Table<Publication> {

    private static final int MOST_KEPT = 50;

    private final Table<Own> own = new Table<>("mail_published", Columns.of(Own.class));

    /** What consoles made for a domain. */
    private record Own(String domainId, List<Published> records) {}

    JdbcPublicationStore() {
        super(
                "mail_publication",
                Columns.of(Publication.class)
                        .fixed(
                                "id",
                                "organization_id",
                                "domain_id",
                                "plan",
                                "domain_revision",
                                "instance_revision",
                                "created_at"));
    }

    /** What a console began and did not note the end of. */
    Optional<Publication> underWay(Transaction tx, String domainId) {
        return select(tx, "WHERE domain_id = ? AND status IN ('applying', 'undoing')", domainId)
                .findFirst();
    }

    /** What can be undone. */
    Optional<Publication> lastApplied(Transaction tx, String domainId) {
        return select(tx, "WHERE domain_id = ? AND status = 'applied' ORDER BY id DESC LIMIT 1", domainId)
                .findOne();
    }

    /** What was applied or tried, newest first. */
    List<Publication> done(Transaction tx, String domainId) {
        return select(tx, "WHERE domain_id = ? AND status <> 'previewed' ORDER BY id DESC", domainId)
                .list();
    }

    void update(Transaction tx, Publication publication) {
        update(tx, publication, "WHERE id = ?", publication.id());
    }

    /** Forgets previews of before a time, and all but the newest publications. */
    void sweep(Transaction tx, String domainId, Instant before) {
        tx.execute(
                "DELETE FROM mail_publication WHERE domain_id = ? AND status = 'previewed' AND created_at < ?",
                domainId,
                before);
        tx.execute(
                "DELETE FROM mail_publication WHERE domain_id = ? AND id NOT IN (SELECT id FROM mail_publication"
                        + " WHERE domain_id = ? ORDER BY id DESC LIMIT " + MOST_KEPT + ")",
                domainId,
                domainId);
    }

    Set<Published> published(Transaction tx, String domainId) {
        return own.select(tx, "WHERE domain_id = ?", domainId)
                .findOne()
                .map(each -> Set.copyOf(each.records()))
                .orElse(Set.of());
    }

    void setPublished(Transaction tx, String domainId, Collection<Published> records) {
        tx.execute("DELETE FROM mail_published WHERE domain_id = ?", domainId);
        own.insert(tx, new Own(domainId, List.copyOf(records)));
    }
}
