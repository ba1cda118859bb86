package dev.wheelhouse.core.platform.secret;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.Parameters;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.TinkProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig;
import com.google.crypto.tink.hybrid.HybridConfig;
import com.google.crypto.tink.signature.SignatureConfig;
import java.security.GeneralSecurityException;

/** Makes, writes and reads Tink keysets. The library is loaded with the first one. */
final class Keysets {

    private static volatile boolean isRegistered;

    private Keysets() {}

    /** At once from the second time on: the library would go through all that it has each time. */
    static void register() throws GeneralSecurityException {
        if (!isRegistered) {
            AeadConfig.register();
            HybridConfig.register();
            SignatureConfig.register();
            isRegistered = true;
        }
    }

    static KeysetHandle make(Parameters parameters) {
        try {
            register();
            return KeysetHandle.generateNew(parameters, RegistryConfiguration.get());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] write(KeysetHandle keyset) {
        try {
            return TinkProtoKeysetFormat.serializeKeyset(
                    keyset, InsecureSecretKeyAccess.get(), RegistryConfiguration.get());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @throws GeneralSecurityException for bytes that are no keyset */
    static KeysetHandle read(byte[] bytes) throws GeneralSecurityException {
        register();
        return TinkProtoKeysetFormat.parseKeyset(bytes, InsecureSecretKeyAccess.get(), RegistryConfiguration.get());
    }
}
