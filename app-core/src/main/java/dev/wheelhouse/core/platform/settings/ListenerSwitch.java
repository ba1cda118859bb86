package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.error.AppException;
import java.util.Optional;

/** Moves the API to another address while it runs; the API itself. Thread-safe. */
public interface ListenerSwitch {

    /** Where the API is, with its true port. */
    ListenerSettings place();

    /**
     * Opens another listener on trial, beside the present one.
     *
     * @param keep writes the settings; runs once, when the listener is confirmed, which is closed when that throws
     * @throws AppException {@code validation_failed} on a field of {@code listener} when it cannot be opened;
     *     {@code conflict} while another is on trial
     */
    void begin(ListenerSettings wanted, Runnable keep);

    /** The listener on trial. */
    Optional<ListenerTrial> trial();

    /** Keeps the listener on trial. Nothing happens when there is none. */
    void confirm();

    /** Closes the listener on trial. Nothing happens when there is none. */
    void abandon();
}
