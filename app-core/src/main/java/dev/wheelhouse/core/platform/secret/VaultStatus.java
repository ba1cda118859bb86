package dev.wheelhouse.core.platform.secret;

import java.util.List;

/**
 * The vault as this home sees it.
 *
 * @param locked whether a passphrase has to be given before a secret can be had
 * @param passphrase whether this home's keys are under one
 * @param keyVersion of the data key that secrets are sealed with now; 0 before the first secret
 * @param homes that may open it, in the order in which they joined
 */
public record VaultStatus(boolean locked, boolean passphrase, int keyVersion, List<VaultHome> homes) {

    public VaultStatus {
        homes = List.copyOf(homes);
    }
}
