package dev.wheelhouse.core.platform.caller;

/**
 * Whether a call may have done anything outside of the console's own state: sent a request, run a command, or begun a
 * transaction in somebody's database. Each of these notes it on the call's thread, before it begins. Thread-safe.
 */
public final class Effects {

    private static final ScopedValue<Effects> CURRENT = ScopedValue.newInstance();

    private volatile boolean any;

    /** Those of the call on this thread; a fresh instance outside of one. */
    public static Effects current() {
        return CURRENT.isBound() ? CURRENT.get() : new Effects();
    }

    /** Runs a call, whose effects these are. */
    public <T, X extends Throwable> T of(ScopedValue.CallableOp<T, X> call) throws X {
        return ScopedValue.where(CURRENT, this).call(call);
    }

    /** Says that something outside of the console may be changed from now on. */
    public void note() {
        any = true;
    }

    public boolean any() {
        return any;
    }
}
