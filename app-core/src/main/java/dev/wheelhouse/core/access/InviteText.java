package dev.wheelhouse.core.access;

import dev.wheelhouse.core.platform.json.Json;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** What an invited person is sent: it explains itself, to somebody who has not heard of Wheelhouse. */
final class InviteText {

    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private InviteText() {}

    static String subject(Organization organization) {
        return "Invite to " + organization.name() + " on Wheelhouse";
    }

    /**
     * @param console where it answers, such as {@code http://127.0.0.1:7465}
     * @param shared whether consoles share the state, so that a home of one's own can join it
     */
    static String of(
            Invite invite, String token, Member by, Organization organization, String console, boolean shared) {
        return """
                %s invites you (%s) to %s on Wheelhouse, as %s.
                Wheelhouse is a console for databases, servers, apps and their backups.

                Take the invite once, until %s, where the console can be reached:

                curl -X POST %s/api/v1/members/invites/accept \\
                  -H 'Content-Type: application/json' \\
                  -d '%s'

                The answer has the token of your first API key, which is shown this once: keep it, and send it with
                every call as "Authorization: Bearer TOKEN". What there is to call: %s/docs

                A console listens on its own machine alone unless its owner says otherwise. From another one, open a
                tunnel first: ssh -L PORT:127.0.0.1:PORT MACHINE, with the port of the address above.
                %s
                Anybody with this text can take the invite. If you did not expect it, delete it.
                """.formatted(
                        by.name(),
                        invite.email(),
                        organization.name(),
                        invite.role().wireName(),
                        MOMENT.format(invite.expiresAt()),
                        console,
                        Json.write(Map.of("token", token)),
                        console,
                        shared ? joining(token) : "");
    }

    private static String joining(String token) {
        return """

            Or take it with a console of your own on the same state: ask for the address of that PostgreSQL, and start
            Wheelhouse once with it (WHEELHOUSE_STORE) and with --join. It asks for this code:

            %s
            """.formatted(token);
    }
}
