/** The vault: who may open it, its passphrase and its key. Secrets themselves have no route. */
package dev.wheelhouse.api.vault;
