package dev.wheelhouse.core.platform.settings;

import dev.wheelhouse.core.platform.error.Problems;
import dev.wheelhouse.core.platform.secret.SecretRef;

/** What of an organization's settings is in the vault. It stays with what it was given for. */
enum SettingsSecret {
    SMTP_PASSWORD("smtp.password", "smtpPassword") {
        @Override
        boolean isUsed(OrganizationSettings settings) {
            return settings.smtp() != null && settings.smtp().user() != null;
        }

        @Override
        boolean mayStay(OrganizationSettings before, OrganizationSettings after) {
            return before.smtp() != null && after.smtp() != null && after.smtp().mayHavePasswordOf(before.smtp());
        }

        @Override
        void check(OrganizationSettings settings, String value, Problems problems) {
            if (!isUsed(settings)) {
                problems.add("smtp.user", "Give the user whose password this is.");
            }
            if (value.isEmpty() || value.length() > LONGEST) {
                problems.add(path(), "Give 1 to " + LONGEST + " characters, or null for none.");
            }
        }

        @Override
        String again() {
            return "Give the password again, or null for none: what is stored is for another server or user.";
        }
    },

    ASSISTANT_KEY("assistant.apiKey", "assistantApiKey") {
        @Override
        boolean isUsed(OrganizationSettings settings) {
            return settings.assistant() != null;
        }

        @Override
        boolean mayStay(OrganizationSettings before, OrganizationSettings after) {
            return before.assistant() != null
                    && after.assistant() != null
                    && after.assistant().mayHaveKeyOf(before.assistant());
        }

        @Override
        void check(OrganizationSettings settings, String value, Problems problems) {
            if (!isUsed(settings)) {
                problems.add("assistant.baseUrl", "Give the address whose key this is.");
            }
            // It goes into a header.
            if (!value.matches("[!-~]{1," + LONGEST + "}")) {
                problems.add(
                        path(),
                        "Give 1 to " + LONGEST
                                + " letters, digits and signs of ASCII without blanks, or null for none.");
            }
        }

        @Override
        String again() {
            return "Give the key again, or null for none: what is stored is for another server.";
        }
    };

    private static final int LONGEST = 1000;

    private final String path;
    private final String told;

    SettingsSecret(String path, String told) {
        this.path = path;
        this.told = told;
    }

    /** Of its field, and in the vault. */
    String path() {
        return path;
    }

    /** Its name in events, which have nothing else of it. */
    String told() {
        return told;
    }

    SecretRef ref(String organizationId) {
        return new SecretRef("organization_settings", organizationId, path);
    }

    /** Whether settings have what it is for. */
    abstract boolean isUsed(OrganizationSettings settings);

    /** Whether what was given for the settings before may be used with those after. */
    abstract boolean mayStay(OrganizationSettings before, OrganizationSettings after);

    /** Checks one that is to be stored with settings. */
    abstract void check(OrganizationSettings settings, String value, Problems problems);

    /** Why it is asked for again. */
    abstract String again();
}
