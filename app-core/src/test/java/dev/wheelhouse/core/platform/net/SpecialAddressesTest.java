package dev.wheelhouse.core.platform.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.testing.Property;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecialAddressesTest {

    /** The first and the last of each block of the registries, and its neighbours outside. */
    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, 0.255.255.255, , 1.0.0.0",
        "10.0.0.0, 10.255.255.255, 9.255.255.255, 11.0.0.0",
        "100.64.0.0, 100.127.255.255, 100.63.255.255, 100.128.0.0",
        "127.0.0.0, 127.255.255.255, 126.255.255.255, 128.0.0.0",
        "169.254.0.0, 169.254.255.255, 169.253.255.255, 169.255.0.0",
        "172.16.0.0, 172.31.255.255, 172.15.255.255, 172.32.0.0",
        "192.0.0.0, 192.0.0.255, 191.255.255.255, 192.0.1.0",
        "192.0.2.0, 192.0.2.255, 192.0.1.255, 192.0.3.0",
        "192.31.196.0, 192.31.196.255, 192.31.195.255, 192.31.197.0",
        "192.52.193.0, 192.52.193.255, 192.52.192.255, 192.52.194.0",
        "192.88.99.0, 192.88.99.255, 192.88.98.255, 192.88.100.0",
        "192.168.0.0, 192.168.255.255, 192.167.255.255, 192.169.0.0",
        "192.175.48.0, 192.175.48.255, 192.175.47.255, 192.175.49.0",
        "198.18.0.0, 198.19.255.255, 198.17.255.255, 198.20.0.0",
        "198.51.100.0, 198.51.100.255, 198.51.99.255, 198.51.101.0",
        "203.0.113.0, 203.0.113.255, 203.0.112.255, 203.0.114.0",
        "224.0.0.0, 255.255.255.255, 223.255.255.255,",
        "168.63.129.16, 168.63.129.16, 168.63.129.15, 168.63.129.17",
        "::, 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, , 2003::",
        "2001::, 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff, , 2001:200::",
        "2001:db8::, 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff, 2001:db7:ffff::, 2001:db9::",
        "2002::, 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 2001:ffff::1, 2003::",
        "2620:4f:8000::, 2620:4f:8000:ffff:ffff:ffff:ffff:ffff, 2620:4f:7fff::, 2620:4f:8001::",
        "3fff::, 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff, 3ffe:ffff::, 3fff:1000::",
        "4000::, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff, 3fff:ffff::,",
    })
    void aBlockIsSpecialFromItsFirstAddressToItsLast(String first, String last, String before, String after) {
        assertThat(isSpecial(first)).isTrue();
        assertThat(isSpecial(last)).isTrue();
        assertThat(before != null && isSpecial(before)).isFalse();
        assertThat(after != null && isSpecial(after)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::1",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "::8.8.8.8",
                "::ffff:0:127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b:1::7f00:1",
                "100::1",
                "2001:0:4136:e378:8000:63bf:3fff:fdd2",
                "2001:1::1",
                "2002:7f00:1::",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void ipv6LeadsNowhereButToTheInternet(String address) {
        assertThat(isSpecial(address)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "8.8.8.8", "93.184.216.34", "2606:4700::1111", "2001:4860::8888", "2a00::1"})
    void letsPublicAddressesPass(String address) {
        assertThat(isSpecial(address)).isFalse();
    }

    private static boolean isSpecial(String address) {
        return SpecialAddresses.contains(InetAddress.ofLiteral(address));
    }

    private record Block(int firstOctet, int secondOctet, int bits) {

        long anyAddress(Random random) {
            long first = (long) firstOctet << 24 | (long) secondOctet << 16;
            return first | (random.nextLong() & ((1L << (32 - bits)) - 1));
        }
    }

    @Test
    void everyAddressOfABlockIsSpecialInEveryNotation() {
        List<Block> blocks = List.of(
                new Block(0, 0, 8),
                new Block(10, 0, 8),
                new Block(100, 64, 10),
                new Block(127, 0, 8),
                new Block(169, 254, 16),
                new Block(172, 16, 12),
                new Block(192, 168, 16),
                new Block(224, 0, 3));
        Property.holds(2_000, random -> {
            long address = blocks.get(random.nextInt(blocks.size())).anyAddress(random);
            String notation = notation(address, random);
            InetAddress read = UrlHost.read(notation).map(UrlHost::literal).orElseThrow();
            assertThat(read).as(notation).isEqualTo(InetAddress.getByAddress(new byte[] {
                (byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address
            }));
            assertThat(SpecialAddresses.contains(read)).isTrue();
        });
    }

    /** One to four numbers, each in one of three bases (inet_aton(3)), in plain or full-width digits. */
    private static String notation(long address, Random random) {
        int numbers = 1 + random.nextInt(4);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < numbers - 1; i++) {
            text.append(number(address >> (24 - 8 * i) & 0xFF, random)).append('.');
        }
        text.append(number(address & ((1L << (8 * (5 - numbers))) - 1), random));
        String plain = text + (random.nextInt(4) == 0 ? "." : "");
        return random.nextBoolean() ? plain : wide(plain);
    }

    private static String number(long value, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> "0x" + Long.toHexString(value);
            case 1 -> "0X" + BigInteger.valueOf(value).toString(16).toUpperCase(Locale.ROOT);
            case 2 -> "0" + Long.toOctalString(value);
            default -> Long.toString(value);
        };
    }

    private static String wide(String text) {
        StringBuilder wide = new StringBuilder();
        text.chars().forEach(each -> wide.append((char) (each > ' ' && each <= '~' ? each + 0xFEE0 : each)));
        return wide.toString();
    }
}
