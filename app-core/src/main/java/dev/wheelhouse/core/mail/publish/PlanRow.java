package dev.wheelhouse.core.mail.publish;

import dev.wheelhouse.core.mail.dns.DnsType;
import dev.wheelhouse.core.mail.records.RecordKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One line of a preview.
 *
 * @param id follows from all that the row says, so that a tick never stands for another text than the one that was shown
 * @param kind null for what is no longer wanted
 * @param before texts of the records that the row is about; other values of the same set are not among them
 * @param after the same once the row is applied
 * @param detail a sentence or more for people; empty where the action says all
 * @param edits what the row does to sets; empty for what stays
 * @param own of what it adds, that which this console has made then. A merged SPF or DMARC record is not
 */
public record PlanRow(
        String id,
        @Nullable RecordKind kind,
        String name,
        DnsType type,
        PlanAction action,
        List<String> before,
        List<String> after,
        String detail,
        List<SetEdit> edits,
        List<Published> own) {

    public PlanRow {
        before = List.copyOf(before);
        after = List.copyOf(after);
        edits = List.copyOf(edits);
        own = List.copyOf(own);
    }

    /** Values taken out of a set and put into it; the rest of the set stays. */
    public record SetEdit(String name, DnsType type, List<ZoneValue> remove, List<ZoneValue> add) {

        public SetEdit {
            remove = List.copyOf(remove);
            add = List.copyOf(add);
        }
    }

    /** Whether it is applied only when somebody says so. */
    public boolean needsTick() {
        return action == PlanAction.FOREIGN;
    }
}
