package dev.wheelhouse.core.vcs;

import dev.wheelhouse.core.platform.store.Transaction;
import dev.wheelhouse.core.vcs.push.Push;

/** A feature that acts on pushes; registered with {@link PushReceiver#register}. */
@FunctionalInterface
public interface PushListener {

    /**
     * Notes what is to be done about a push, in the transaction that notes that it came: either both are kept or none, and
     * the provider sends it again. Whatever takes longer belongs after that. What is thrown undoes both.
     */
    void onPush(Transaction tx, VcsHook hook, Push push);
}
