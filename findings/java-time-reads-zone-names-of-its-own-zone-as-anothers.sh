#!/usr/bin/env bash
# OpenJDK 17.0.15 and 25.0.3 (java.time): a formatter with the pattern letter z and a zone of its own, withZone(Europe/London),
# does not read back what it has just written. The short name (BST, EST, MST, CST, IST, CET) is taken for another zone's of
# that name, and the time gets that zone's offset: no error, a moment that is hours away. withZone gives a zone only where
# the text has none. Which zone a name means is chosen by the locale and by the preferred zones of
# DateTimeFormatterBuilder.appendZoneText, never by withZone, nor by whether that zone has this name on that day. A log that
# a server in Phoenix, Cancun or Tunis writes with its own MST, EST or CET is an hour wrong all summer.
# Expected by most: what a formatter writes, the same formatter reads as the same moment.
#
# Seen, of 2026-07-01T17:00:00Z written and read by one formatter of the locale en_US; with 17.0.15 London's differs once
# more (07:00, Pacific/Bougainville):
#   Europe/London: 2026-07-01 18:00:00 BST is 2026-07-01T18:00:00Z of Africa/Abidjan
#   Europe/Dublin: 2026-07-01 18:00:00 IST is 2026-07-01T18:00:00Z of Africa/Abidjan
#   America/Cancun: 2026-07-01 12:00:00 EST is 2026-07-01T16:00:00Z of America/New_York
#   America/Phoenix: 2026-07-01 10:00:00 MST is 2026-07-01T16:00:00Z of America/Denver
#   America/Mexico_City: 2026-07-01 11:00:00 CST is 2026-07-01T16:00:00Z of America/Chicago
#   Asia/Shanghai: 2026-07-02 01:00:00 CST is 2026-07-02T06:00:00Z of America/Chicago
#   Africa/Tunis: 2026-07-01 18:00:00 CET is 2026-07-01T16:00:00Z of Europe/Paris
#   Europe/Berlin: 2026-07-01 19:00:00 CEST is 2026-07-01T17:00:00Z of Europe/Paris
#
# Needs a JDK 17 or 25 and nothing else. Exits with 1 when the behaviour is another one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/Names.java" <<'JAVA'
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

class Names {
    public static void main(String[] zones) {
        Instant written = Instant.parse("2026-07-01T17:00:00Z");
        for (String zone : zones) {
            DateTimeFormatter own =
                    DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.US).withZone(ZoneId.of(zone));
            String text = own.format(written);
            System.out.println(zone + ": " + text + " is " + own.parse(text, Instant::from) + " of "
                    + own.parse(text, ZonedDateTime::from).getZone());
        }
    }
}
JAVA
java -version 2>&1 | head -1
java "$work/Names.java" Europe/London Europe/Dublin America/Cancun America/Phoenix America/Mexico_City Asia/Shanghai \
  Africa/Tunis Europe/Berlin | tee "$work/seen"
if grep -q 'London.*BST is 2026-07-01T17' "$work/seen"; then exit 1; fi
diff <(sed -n 's/^#   //p' "$0" | grep -v London) <(grep -v London "$work/seen")
