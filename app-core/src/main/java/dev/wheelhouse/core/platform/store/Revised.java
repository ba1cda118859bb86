package dev.wheelhouse.core.platform.store;

/** A record of an organization that people change, with a name of its own there. */
public interface Revised {

    String id();

    String organizationId();

    String name();

    /** Counts the changes, from 1. */
    long revision();
}
