package dev.wheelhouse.api.mail;

import dev.wheelhouse.api.http.Access;
import dev.wheelhouse.api.http.EntityTag;
import dev.wheelhouse.api.http.ListFilter;
import dev.wheelhouse.api.http.MergePatch;
import dev.wheelhouse.api.http.Paging;
import dev.wheelhouse.api.http.Request;
import dev.wheelhouse.api.http.Response;
import dev.wheelhouse.api.http.Route;
import dev.wheelhouse.api.http.ServicePages;
import dev.wheelhouse.core.mail.DomainRecord;
import dev.wheelhouse.core.mail.MailDomain;
import dev.wheelhouse.core.mail.MailDomainService;
import dev.wheelhouse.core.mail.records.RecordStatus;
import dev.wheelhouse.core.platform.caller.Scope;
import dev.wheelhouse.core.platform.error.AppException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Mail domains: operations 11 and 15, and those beside them. */
public final class MailDomainRoutes {

    private static final String PATH = "/mail/domains";
    private static final String ONE = PATH + "/{id}";

    /** RFC 4027. */
    private static final String ZONE_FILE = "text/dns";

    private static final int MOST_RECORDS = 200;

    private static final ListFilter<MailDomainJson> FILTER = ListFilter.byName(MailDomainJson::fqdn)
            .andStatus(MailDomainJson::verificationStatus, RecordStatus.values())
            .andId("mailInstanceId", MailDomainJson::mailInstanceId, id -> id);

    private final MailDomainService domains;

    public MailDomainRoutes(MailDomainService domains) {
        this.domains = domains;
    }

    public List<Route> routes() {
        Access read = Access.scope(Scope.MAIL_READ);
        Access write = Access.scope(Scope.MAIL_WRITE);
        return List.of(
                Route.post(PATH, write, this::create),
                Route.get(PATH, read, this::list).withPaging().withQuery(FILTER.parameters()),
                Route.get(ONE, read, this::get),
                Route.patch(ONE, write, this::update),
                Route.delete(ONE, write, this::delete),
                Route.get(ONE + "/dns", read, this::records).withQuery("limit", "cursor", "name", "status"),
                Route.post(ONE + "/verify", write, this::verify).withoutBody(),
                Route.get(ONE + "/zone", read, this::zone).producing(ZONE_FILE),
                Route.get(ONE + "/evidence", read, this::evidence),
                Route.get(ONE + "/spf", read, this::spf));
    }

    private Response create(Request request) {
        MailDomain made = domains.create(
                request.caller(), request.body(NewMailDomainJson.class).toDraft());
        return Response.created(Route.BASE_PATH + PATH + "/" + made.id(), MailDomainJson.from(made))
                .withHeader("ETag", EntityTag.of(made).toString());
    }

    private Response list(Request request) {
        return ServicePages.response(
                request, page -> domains.list(request.caller(), page), MailDomain::id, MailDomainJson::from, FILTER);
    }

    private Response get(Request request) {
        return answer(domains.get(request.caller(), id(request)));
    }

    private Response update(Request request) {
        return answer(MergePatch.apply(
                request,
                () -> forWriting(request),
                EntityTag::of,
                current -> domains.update(
                        request.caller(),
                        current.id(),
                        request.body(MailDomainPatchJson.class).toDraft(current),
                        current.revision())));
    }

    private Response delete(Request request) {
        MailDomain current = forWriting(request);
        domains.delete(request.caller(), current.id(), EntityTag.expected(request, current));
        return Response.noContent();
    }

    private Response records(Request request) {
        int limit = request.integer("limit", MOST_RECORDS, 1, MOST_RECORDS);
        Set<RecordStatus> statuses = ListFilter.statuses(request, RecordStatus.values());
        String part = request.text("name").orElse("").toLowerCase(Locale.ROOT);
        String after = request.text("cursor").orElse("");
        List<DomainRecord> all = domains.records(request.caller(), id(request));
        List<DomainRecord> rest = after.isEmpty() ? all : behind(all, after);
        List<DomainRecord> wanted = rest.stream()
                .filter(each -> statuses.isEmpty() || statuses.contains(each.status()))
                .filter(each -> each.record().name().contains(part))
                .toList();
        List<DomainRecord> page = wanted.subList(0, Math.min(limit, wanted.size()));
        Response response = Response.ok(page.stream().map(DnsRecordJson::from).toList());
        return page.size() == wanted.size()
                ? response
                : Paging.withNext(response, request, Optional.of(page.getLast().id()));
    }

    private static List<DomainRecord> behind(List<DomainRecord> all, String id) {
        List<DomainRecord> rest =
                all.stream().dropWhile(each -> !each.id().equals(id)).skip(1).toList();
        if (all.stream().noneMatch(each -> each.id().equals(id))) {
            throw AppException.invalid("query.cursor", "Take the cursor from the Link header of the page before.");
        }
        return rest;
    }

    private Response verify(Request request) {
        return answer(domains.verify(request.caller(), id(request)));
    }

    private Response zone(Request request) {
        String text = domains.zoneFile(request.caller(), id(request));
        return Response.encoded(ZONE_FILE, List.of(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII))));
    }

    private Response evidence(Request request) {
        return Response.ok(EvidenceJson.from(domains.evidence(request.caller(), id(request))));
    }

    private Response spf(Request request) {
        return Response.ok(SpfJson.from(domains.evidence(request.caller(), id(request))));
    }

    private MailDomain forWriting(Request request) {
        return domains.forUse(request.caller(), id(request), Scope.MAIL_WRITE);
    }

    /** Its status changes by itself, so the tag is for {@code If-Match} alone. */
    private static Response answer(MailDomain domain) {
        return Response.ok(MailDomainJson.from(domain))
                .withHeader("ETag", EntityTag.of(domain).toString());
    }

    private static String id(Request request) {
        return request.pathParameter("id");
    }
}
