package dev.wheelhouse.core.mail.publish.provider;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.Message;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.TSIGRecord;

/** What a server means by refusing (RFC 2136 section 2.2, RFC 8945 section 5.2). */
final class UpdateWords {

    private final Rfc2136Access access;

    UpdateWords(Rfc2136Access access) {
        this.access = access;
    }

    /** The name of the error: that of the signature where there is one. */
    static String code(Message answer) {
        int tsig = tsigError(answer);
        return tsig == Rcode.NOERROR ? Rcode.string(answer.getRcode()) : Rcode.TSIGstring(tsig);
    }

    /** @param zone null while it is being looked for */
    String of(Message answer, @Nullable String zone) {
        String server = access.address();
        String where = zone == null ? "the zone" : "the zone " + zone;
        int tsig = tsigError(answer);
        if (tsig != Rcode.NOERROR) {
            return ofSignature(answer, tsig);
        }
        return switch (answer.getRcode()) {
            case Rcode.REFUSED ->
                ("%s refused: the key %s may not read or change this. Allow it for %s (BIND: update-policy; Knot: acl)."
                                + " BIND also refuses an MX whose host has no address.")
                        .formatted(server, access.keyName(), where);
            case Rcode.NOTAUTH ->
                ("%s refused: it is not the primary server of %s, or it does not take the key %s. Compare the key and the"
                                + " clocks, which PowerDNS does not tell apart, nor Knot since 3.5 a key that it does not"
                                + " know.")
                        .formatted(server, where, access.keyName());
            case Rcode.NOTZONE -> "A record is not in %s of %s.".formatted(where, server);
            case Rcode.SERVFAIL ->
                "%s could not do it: its log says why. It may not be able to write %s, or a record breaks one of its rules."
                        .formatted(server, where);
            case Rcode.NOTIMP -> "%s takes no dynamic updates.".formatted(server);
            case Rcode.FORMERR -> "%s could not read the request.".formatted(server);
            default -> "%s answered %s.".formatted(server, Rcode.string(answer.getRcode()));
        };
    }

    private String ofSignature(Message answer, int error) {
        String server = access.address();
        return switch (error) {
            case Rcode.BADKEY ->
                ("%s does not know the key %s with %s. Compare its name and algorithm; Knot says so too of a key that"
                                + " no acl of the zone names.")
                        .formatted(server, access.keyName(), access.algorithm().wireName());
            case Rcode.BADSIG ->
                "%s did not accept the signature of the key %s. Compare its secret."
                        .formatted(server, access.keyName());
            case Rcode.BADTIME -> ofClocks(answer);
            default -> "%s answered %s to the key %s.".formatted(server, Rcode.TSIGstring(error), access.keyName());
        };
    }

    /** The server's time is the other data (RFC 8945 section 5.2.3): seconds since 1970 in 48 bits. */
    private String ofClocks(Message answer) {
        TSIGRecord tsig = answer.getTSIG();
        byte[] other = tsig == null ? new byte[0] : tsig.getOther();
        if (tsig == null || other == null || other.length != 6) {
            return "The clocks of this machine and of %s differ too much.".formatted(access.address());
        }
        long theirs = ByteBuffer.allocate(8).putShort((short) 0).put(other).getLong(0);
        long seconds = theirs - tsig.getTimeSigned().getEpochSecond();
        return "The clock of %s is %d s %s that of this machine. Set the one that is wrong."
                .formatted(access.address(), Math.abs(seconds), seconds < 0 ? "behind" : "ahead of");
    }

    private static int tsigError(Message answer) {
        TSIGRecord tsig = answer.getTSIG();
        return answer.getRcode() == Rcode.NOTAUTH && tsig != null ? tsig.getError() : Rcode.NOERROR;
    }
}
