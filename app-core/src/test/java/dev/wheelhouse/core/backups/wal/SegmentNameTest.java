package dev.wheelhouse.core.backups.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wheelhouse.core.databases.replication.WalPosition;
import dev.wheelhouse.core.testing.Property;
import org.junit.jupiter.api.Test;

class SegmentNameTest {

    @Test
    void isNamedAsServersNameIt() {
        WalStart place = new WalStart(1, WalPosition.parse("16/B374D848"));
        assertThat(SegmentName.at(place, 16 << 20)).hasToString("0000000100000016000000B3");
        assertThat(SegmentName.at(place, 1 << 30)).hasToString("000000010000001600000002");
        assertThat(SegmentName.at(new WalStart(1, WalPosition.parse("0/FFFFFFFF")), 16 << 20)
                        .next())
                .hasToString("000000010000000100000000");
    }

    @Test
    void nameAndPlaceFollowFromEachOther() {
        Property.holds(500, random -> {
            long size = 1L << (20 + random.nextInt(11));
            WalStart place = new WalStart(1 + random.nextInt(Integer.MAX_VALUE), new WalPosition(random.nextLong()));
            SegmentName name = SegmentName.at(place, size);
            assertThat(SegmentName.parse(name.toString(), size)).contains(name);
            assertThat(Long.compareUnsigned(
                            place.position().value() - name.start().value(), size))
                    .isNegative();
        });
    }

    @Test
    void refusesNumbersThatNoSegmentOfTheSizeHas() {
        assertThat(SegmentName.parse("000000010000000000000100", 16 << 20)).isEmpty();
        assertThat(SegmentName.parse("000000000000000000000001", 16 << 20)).isEmpty();
        assertThat(SegmentName.parse("00000001000000000000000a", 16 << 20)).isEmpty();
    }
}
