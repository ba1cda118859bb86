package dev.wheelhouse.core.backups.store;

/** Why a store does not do what it is asked. */
public enum StoreTrouble {
    NOT_FOUND,
    /** An object of that name is there already. */
    EXISTS,
    /** The keys are unknown to the store, or the secret one is wrong. */
    WRONG_KEYS,
    NO_BUCKET,
    /** The keys may not do this. */
    NOT_ALLOWED,
    /** The store's clock and this machine's differ by too much. */
    CLOCKS_DIFFER,
    /** The disk or the quota is used up. */
    FULL,
    /** The object is not what was stored: cut short, changed, of another name, or sealed with another key. */
    DAMAGED,
    /** No answer, a slow one, or one that says to come again: worth another try later. */
    AWAY,
    /** Whatever else a store says. */
    REFUSED
}
