package dev.wheelhouse.core.platform.signing;

import java.util.Optional;

/** Signs in the name of this home. Thread-safe. */
@FunctionalInterface
public interface HomeSigner {

    /** Empty while the home's keys are locked or cannot be read. */
    Optional<HomeSignature> sign(byte[] text);
}
