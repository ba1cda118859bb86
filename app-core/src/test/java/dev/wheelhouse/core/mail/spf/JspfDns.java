package dev.wheelhouse.core.mail.spf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import org.apache.james.jspf.core.DNSRequest;
import org.apache.james.jspf.core.DNSService;
import org.apache.james.jspf.core.exceptions.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The same answers for jSPF, which wants null for a name without records and MX as priority and host. */
record JspfDns(SpfDns dns) implements DNSService {

    @Override
    public @Nullable List<String> getRecords(DNSRequest request) throws TimeoutException {
        SpfDns.Type type = switch (request.getRecordType()) {
            case DNSRequest.A -> SpfDns.Type.A;
            case DNSRequest.AAAA -> SpfDns.Type.AAAA;
            case DNSRequest.MX -> SpfDns.Type.MX;
            case DNSRequest.PTR -> SpfDns.Type.PTR;
            default -> SpfDns.Type.TXT;
        };
        SpfAnswer answer = dns.ask(type, request.getHostname().toLowerCase(Locale.ROOT));
        if (answer.status() == SpfAnswer.Status.FAILED) {
            throw new TimeoutException("failed");
        }
        return answer.values().isEmpty() ? null : new ArrayList<>(answer.values());
    }

    @Override
    public CompletionStage<List<String>> getRecordsAsync(DNSRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<String> getLocalDomainNames() {
        return List.of("unknown");
    }

    @Override
    public void setTimeOut(int seconds) {}

    @Override
    public int getRecordLimit() {
        return 10;
    }

    @Override
    public void setRecordLimit(int limit) {}
}
