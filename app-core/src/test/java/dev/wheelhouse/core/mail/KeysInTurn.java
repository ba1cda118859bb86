package dev.wheelhouse.core.mail;

import dev.wheelhouse.core.mail.dkim.DkimKeyPair;
import dev.wheelhouse.core.mail.records.DkimKeyType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Some keys of each type, made once and given out in turn: to make a pair of RSA takes as long as a test. */
final class KeysInTurn implements Function<DkimKeyType, DkimKeyPair> {

    static final KeysInTurn OF_ALL_TESTS = new KeysInTurn();

    private static final int COUNT = 6;

    private final Map<String, DkimKeyPair> made = new ConcurrentHashMap<>();
    private final AtomicInteger given = new AtomicInteger();

    private KeysInTurn() {}

    @Override
    public DkimKeyPair apply(DkimKeyType type) {
        int turn = given.getAndIncrement() % COUNT;
        return made.computeIfAbsent(type + " " + turn, _ -> DkimKeyPair.generate(type));
    }
}
