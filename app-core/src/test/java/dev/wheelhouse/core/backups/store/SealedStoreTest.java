package dev.wheelhouse.core.backups.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wheelhouse.core.testing.Property;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class SealedStoreTest extends StoreRules {

    private static final SealKey KEY = SealKey.make(new SecureRandom());

    private final MemoryStore plain = new MemoryStore();

    @Override
    ObjectStore open() {
        return new SealedStore(plain, KEY);
    }

    private static void isDamaged(ObjectStore store, String name) {
        assertThatThrownBy(() -> {
                    try (InputStream in = store.open(name)) {
                        in.readAllBytes();
                    }
                })
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.trouble()).isEqualTo(StoreTrouble.DAMAGED));
    }

    @Test
    void opensNothingThatWasChangedMovedOrCut() throws Exception {
        byte[] secret = "a secret of some length".getBytes(StandardCharsets.US_ASCII);
        try (ObjectStore store = open()) {
            store.create("7/a", secret);
            byte[] sealed = Objects.requireNonNull(plain.objects.get("7/a"));
            assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("secret");
            plain.objects.put("7/b", sealed);
            isDamaged(store, "7/b");
            for (int at : List.of(0, 1, 20, 45, sealed.length - 1)) {
                byte[] changed = sealed.clone();
                changed[at] ^= 1;
                plain.objects.put("7/a", changed);
                isDamaged(store, "7/a");
            }
            plain.objects.put("7/a", Arrays.copyOf(sealed, sealed.length - 5));
            isDamaged(store, "7/a");
            plain.objects.put("7/a", sealed);
            isDamaged(new SealedStore(plain, SealKey.make(new SecureRandom())), "7/a");
            try (InputStream in = store.open("7/a")) {
                assertThat(in.readAllBytes()).isEqualTo(secret);
            }
        }
    }

    @Test
    void theRecoveryTextBringsTheKeyBackAndFindsASlip() {
        Property.holds(300, random -> {
            byte[] bytes = new byte[32];
            random.nextBytes(bytes);
            String text = SealKey.of(bytes).recoveryText();
            assertThat(text).matches("WH1(-[0-9A-HJKMNP-TV-Z]{1,6})+");
            assertThat(SealKey.parse(" " + text.toLowerCase(Locale.ROOT).replace("-", " "))
                            .bytes())
                    .isEqualTo(bytes);
            int at = 4 + random.nextInt(text.length() - 4);
            char other = text.charAt(at) == 'X' ? 'Y' : 'X';
            if (text.charAt(at) != '-') {
                String slip = text.substring(0, at) + other + text.substring(at + 1);
                assertThatThrownBy(() -> SealKey.parse(slip)).isInstanceOf(IllegalArgumentException.class);
            }
        });
        assertThatThrownBy(() -> SealKey.parse("WH1-ABC")).hasMessageContaining("56 letters and digits");
    }
}
