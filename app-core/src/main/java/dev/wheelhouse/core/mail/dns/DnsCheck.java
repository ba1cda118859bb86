package dev.wheelhouse.core.mail.dns;

import dev.wheelhouse.core.platform.job.Workers;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.xbill.DNS.Message;

/**
 * DNS during one check, which ends at a set time: what is not answered by then has failed. Each question goes once to each
 * server, all servers are asked at the same time. Thread-safe; an interrupt ends the waiting of that thread alone.
 *
 * <p>At most 13 name servers of a zone are asked, four addresses of each, {@link #MOST_QUESTIONS} questions in all, and
 * {@link #MOST_BYTES} bytes of answers are read.
 */
public final class DnsCheck implements DnsView, AutoCloseable {

    /** Far more than any mail domain needs; records made with ill will could ask for more. */
    static final int MOST_QUESTIONS = 2_000;

    /** Some ten times what thirteen servers say of all records of a domain; what is read becomes many times its size. */
    static final int MOST_BYTES = 1 << 20;

    private static final Reply READ_ENOUGH =
            Reply.failed("the check had read " + (MOST_BYTES >> 20) + " MiB of answers");

    private final DnsClient client;
    private final List<InetSocketAddress> resolvers;
    private final Pace.Turn turn;
    private final long end;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger read = new AtomicInteger();
    private final Memo<ToResolver, Reply> toResolvers;
    private final Memo<ToServer, ZoneServer.Replied> toServers;
    private final ZoneFinder zones;

    private record ToResolver(InetSocketAddress resolver, DnsQuestion question) {}

    private record ToServer(ZoneServer server, DnsQuestion question) {}

    /**
     * What one server says of a name, CNAMEs not followed.
     *
     * @param leadsTo where its CNAME leads; null for none
     */
    private record Said(
            NameServer server,
            @Nullable Long serial,
            DnsAnswer answer,
            @Nullable String leadsTo) {

        ServerAnswer as(DnsAnswer other) {
            return new ServerAnswer(server, serial, other);
        }
    }

    /**
     * What all servers of a zone say of a name.
     *
     * @param zone null when it was not found
     * @param said empty only with trouble
     */
    private record Asked(@Nullable String zone, List<Said> said, String trouble) {

        /** Where CNAMEs lead, with null for each that has none. */
        Set<@Nullable String> targets() {
            Set<@Nullable String> targets = new LinkedHashSet<>();
            said.forEach(each -> targets.add(each.leadsTo()));
            return targets;
        }
    }

    /**
     * The end of a chain of CNAMEs.
     *
     * @param said of the last name; empty only with trouble
     */
    private record Followed(List<Said> said, List<String> chain, String trouble) {

        static Followed failed(String trouble) {
            return new Followed(List.of(), List.of(), trouble);
        }

        DnsAnswer answer(Said one) {
            return chained(one.answer(), chain);
        }

        /** One answer for all: the first that found nothing, if there is one. */
        DnsAnswer worst() {
            if (!trouble.isEmpty()) {
                return DnsAnswer.failed(trouble);
            }
            return answer(said.stream()
                    .filter(each -> each.answer().status() != DnsAnswer.Status.FOUND)
                    .findFirst()
                    .orElse(said.getFirst()));
        }
    }

    /**
     * @param resolvers at least one, in the order in which they are tried
     * @param port of the authoritative servers
     * @param end by {@link System#nanoTime}
     */
    DnsCheck(Workers workers, DnsClient client, List<InetSocketAddress> resolvers, int port, Pace.Turn turn, long end) {
        this.client = client;
        this.resolvers = List.copyOf(resolvers);
        this.turn = turn;
        this.end = end;
        this.toResolvers = new Memo<>(workers, each -> ask(each.resolver(), each.question(), true), Reply.ENDED);
        this.toServers = new Memo<>(
                workers,
                each -> each.server().ask(address -> ask(address, each.question(), false)),
                new ZoneServer.Replied(new NameServer("", "", port), Reply.ENDED));
        this.zones = new ZoneFinder(workers, port, this::resolve);
    }

    private Reply ask(InetSocketAddress server, DnsQuestion question, boolean recursion) {
        if (asked.incrementAndGet() > MOST_QUESTIONS) {
            return Reply.failed("the check had asked " + MOST_QUESTIONS + " questions");
        }
        if (read.get() > MOST_BYTES) {
            return READ_ENOUGH;
        }
        Reply reply = client.ask(server, question, recursion, turn, end);
        Message message = reply.message();
        return message != null && read.addAndGet(message.numBytes()) > MOST_BYTES ? READ_ENOUGH : reply;
    }

    @Override
    public @Nullable String zone(String name) {
        return zones.zone(name).name();
    }

    @Override
    public DnsAnswer resolved(DnsQuestion question) {
        return AnswerReader.resolved(resolve(question), question);
    }

    /** The reply of the first resolver that helps; that of the first one when none does. */
    private Reply resolve(DnsQuestion question) {
        Reply first = null;
        for (InetSocketAddress resolver : resolvers) {
            Reply reply = toResolvers.get(new ToResolver(resolver, question));
            if (AnswerReader.resolved(reply, question).status() != DnsAnswer.Status.FAILED) {
                return reply;
            }
            first = first == null ? reply : first;
        }
        return first == null ? Reply.failed("is not set") : first;
    }

    @Override
    public ZoneAnswers authoritative(DnsQuestion question) {
        Asked first = askAll(question);
        if (first.said().isEmpty()) {
            return new ZoneAnswers(question, first.zone(), List.of(), first.trouble());
        }
        Set<@Nullable String> targets = first.targets();
        String common = targets.size() == 1 ? first.said().getFirst().leadsTo() : null;
        List<ServerAnswer> answers = new ArrayList<>();
        if (common != null) {
            Followed followed = follow(question, common);
            if (followed.trouble().isEmpty()) {
                followed.said().forEach(each -> answers.add(each.as(followed.answer(each))));
            } else {
                first.said().forEach(each -> answers.add(each.as(DnsAnswer.failed(followed.trouble()))));
            }
        } else {
            for (Said each : first.said()) {
                String target = each.leadsTo();
                answers.add(each.as(
                        target == null
                                ? each.answer()
                                : follow(question, target).worst()));
            }
        }
        return new ZoneAnswers(question, first.zone(), answers, "");
    }

    private Followed follow(DnsQuestion question, String firstTarget) {
        List<String> chain = new ArrayList<>();
        Set<String> seen = new HashSet<>(Set.of(question.name()));
        String target = firstTarget;
        while (true) {
            if (!seen.add(target)) {
                return Followed.failed(AnswerReader.loop(target));
            }
            if (chain.size() == AnswerReader.LONGEST_CHAIN) {
                return Followed.failed(AnswerReader.TOO_LONG);
            }
            chain.add(target);
            Asked asked = askAll(new DnsQuestion(target, question.type()));
            if (asked.said().isEmpty()) {
                return Followed.failed("its CNAME leads to " + target + ", and " + asked.trouble());
            }
            Set<@Nullable String> targets = asked.targets();
            if (targets.size() > 1) {
                return Followed.failed("the servers of " + asked.zone() + " differ about where " + target + " leads");
            }
            String next = asked.said().getFirst().leadsTo();
            if (next == null) {
                return new Followed(asked.said(), List.copyOf(chain), "");
            }
            target = next;
        }
    }

    private Asked askAll(DnsQuestion question) {
        ZoneFinder.Zone found = zones.zone(question.name());
        String zone = found.name();
        if (zone == null) {
            return new Asked(
                    null,
                    List.of(),
                    "the zone of " + question.name() + " cannot be found (resolver: " + found.trouble() + ")");
        }
        ZoneFinder.Servers servers = zones.servers(zone);
        if (servers.list().isEmpty()) {
            return new Asked(zone, List.of(), servers.trouble());
        }
        DnsQuestion soa = new DnsQuestion(zone, DnsType.SOA);
        List<FutureTask<ZoneServer.Replied>> answers = new ArrayList<>();
        List<FutureTask<ZoneServer.Replied>> serials = new ArrayList<>();
        for (ZoneServer server : servers.list()) {
            answers.add(toServers.start(new ToServer(server, question)));
            serials.add(toServers.start(new ToServer(server, soa)));
        }
        List<Said> said = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            ZoneServer.Replied replied = toServers.get(answers.get(i));
            AnswerReader.Reading reading = AnswerReader.authoritative(replied.reply(), question);
            Long serial = AnswerReader.serial(toServers.get(serials.get(i)).reply(), zone);
            NameServer server =
                    replied.server().name().isEmpty() ? servers.list().get(i).unasked() : replied.server();
            said.add(new Said(server, serial, reading.answer(), reading.leadsTo()));
        }
        return new Asked(zone, said, "");
    }

    private static DnsAnswer chained(DnsAnswer answer, List<String> chain) {
        return new DnsAnswer(answer.status(), answer.records(), chain, answer.trouble());
    }

    /** Ends what is still asked; whoever waits gets a failed answer. */
    @Override
    public void close() {
        toResolvers.close();
        toServers.close();
        zones.close();
    }
}
