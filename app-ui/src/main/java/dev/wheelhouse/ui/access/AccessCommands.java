package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.Access;
import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.action.Question;
import dev.wheelhouse.ui.screen.ListChanges;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Workbench;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The actions on members, invites and keys, wherever they are shown. Belongs to the window's thread. */
final class AccessCommands {

    private final Access access;
    private final AccessList list;
    private final Forms forms;
    private final Workbench workbench;
    private final ListChanges changes;

    /** Opens what asks for more. */
    interface Forms {

        void invite();

        void createKey();

        void renameMe(Member me);

        void renameOrganization();

        void changeRate(ApiKey key);

        /** Makes another invite in place of one. */
        void inviteAgain(Invite invite);
    }

    AccessCommands(AccessList list, Forms forms, Workbench workbench) {
        this.access = list.access();
        this.list = list;
        this.forms = forms;
        this.workbench = workbench;
        this.changes = new ListChanges(list, workbench);
    }

    Action invite() {
        return Action.of("access.invite", "Invite a member", "fth-user-plus", forms::invite)
                .withCurl(AccessCalls::members)
                .withShortcut("Alt+Shift+I");
    }

    Action createKey() {
        return Action.of("access.create-key", "Create a key", "fth-key", forms::createKey)
                .withCurl(AccessCalls::keys)
                .withShortcut("Alt+Shift+K");
    }

    Action renameOrganization() {
        return Action.of(
                        "access.rename-organization",
                        "Rename the organization…",
                        "fth-briefcase",
                        forms::renameOrganization)
                .withCurl(AccessCalls::organization);
    }

    /** Everything that can be done with one of them, the likeliest first. */
    List<Action> all(AccessLine line) {
        List<Action> all = new ArrayList<>(roles(line));
        all.addAll(tools(line));
        return all;
    }

    /** The other roles of a member; none for what is no member. */
    List<Action> roles(AccessLine line) {
        return line.entry() instanceof AccessEntry.OfMember(Member member)
                ? Arrays.stream(Role.values())
                        .filter(each -> each != member.role() && list.scopes().containsAll(each.scopes()))
                        .map(each -> changeRole(member, each, line.isOwn()))
                        .toList()
                : List.of();
    }

    private Action changeRole(Member member, Role role, boolean isOwn) {
        String words = AccessLabels.role(role).toLowerCase(Locale.ROOT);
        Runnable change = () -> changes.make(
                caller -> access.members().changeRole(caller, member.id(), member.role(), role),
                changed -> workbench.say(Notice.info(changed.name() + " is " + article(words) + words + " now.")));
        Question question = isOwn
                ? new Question(
                        "Change your own role to " + words + "?",
                        AccessLabels.meaning(role) + " You cannot take it back yourself.",
                        "Change my role",
                        true)
                : new Question(
                        "Make " + member.name() + " an owner?",
                        "An owner may do everything here, also remove you.",
                        "Make owner",
                        true);
        boolean asks = isOwn || role == Role.OWNER;
        return Action.of(
                        "access.role-" + words,
                        "Make " + words + (asks ? "…" : ""),
                        "fth-shield",
                        asks ? () -> workbench.ask(question, change) : change)
                .withCurl(() -> AccessCalls.changeRole(member.id(), role));
    }

    private static String article(String noun) {
        return noun.startsWith("a") || noun.startsWith("o") ? "an " : "a ";
    }

    /** What can be done with one of them beside changing a role. */
    List<Action> tools(AccessLine line) {
        return switch (line.entry()) {
            case AccessEntry.OfMember(Member member) -> ofMember(member, line.isOwn());
            case AccessEntry.OfInvite(Invite invite) -> ofInvite(invite);
            case AccessEntry.OfKey(ApiKey key) -> ofKey(key);
        };
    }

    private List<Action> ofMember(Member member, boolean isOwn) {
        String what = isOwn
                ? "Your keys are revoked, and this window and your other consoles open nothing here from then on. You cannot"
                        + " take it back yourself. "
                : "Their keys are revoked, and their consoles open nothing here any more. ";
        Action remove = Action.of(
                        "access.remove",
                        "Remove…",
                        "fth-user-x",
                        () -> changes.ask(
                                new Question(
                                        isOwn ? "Remove yourself?" : "Remove " + member.name() + "?",
                                        what
                                                + "What was set up with those keys and begins by itself is turned off, backups apart;"
                                                + " what was set up at a window fails until somebody saves it again. The name stays"
                                                + " in the audit log.",
                                        "Remove",
                                        true),
                                caller -> access.members().remove(caller, member.id()),
                                member.name() + " was removed."))
                .withCurl(() -> AccessCalls.delete(new AccessEntry.OfMember(member)))
                .withShortcut("Delete");
        return isOwn
                ? List.of(
                        Action.of("access.rename-me", "Change my name…", "fth-edit-2", () -> forms.renameMe(member))
                                .withCurl(AccessCalls::me)
                                .withShortcut("F2"),
                        remove)
                : List.of(remove);
    }

    private List<Action> ofInvite(Invite invite) {
        AccessEntry entry = new AccessEntry.OfInvite(invite);
        return List.of(
                Action.of(
                                "access.invite-again",
                                "Invite again…",
                                "fth-refresh-cw",
                                () -> workbench.ask(
                                        new Question(
                                                "Invite " + invite.email() + " again?",
                                                "A new code is made and shown once. The earlier one is accepted no more.",
                                                "Invite again",
                                                false),
                                        () -> forms.inviteAgain(invite)))
                        .withCurl(() -> AccessCalls.invite(invite.email(), invite.role())),
                Action.of(
                                "access.withdraw",
                                "Withdraw…",
                                "fth-trash-2",
                                () -> changes.ask(
                                        new Question(
                                                "Withdraw the invite of " + invite.email() + "?",
                                                "Its code is accepted no more.",
                                                "Withdraw",
                                                true),
                                        caller -> access.invites().delete(caller, invite.id()),
                                        "The invite of " + invite.email() + " was withdrawn."))
                        .withCurl(() -> AccessCalls.delete(entry))
                        .withShortcut("Delete"));
    }

    private List<Action> ofKey(ApiKey key) {
        if (key.isLocal()) {
            return List.of(revoke(
                            key,
                            false,
                            "Revoke…",
                            "The home that has it is nobody's then: its window and its scripts do nothing here until somebody"
                                    + " joins with it again. This console's own token is not revoked here.")
                    .withShortcut("Delete"));
        }
        String goes =
                "It stops working at once, and so do the keys that it made. What was set up with them and begins by"
                        + " itself, such as schedules, webhooks, channels and backups, ";
        return List.of(
                Action.of("access.rate", "Change its limit…", "fth-sliders", () -> forms.changeRate(key))
                        .withCurl(() -> AccessCalls.get(new AccessEntry.OfKey(key)))
                        .withShortcut("F2"),
                revoke(key, true, "Revoke and stop its work…", goes + "is turned off."),
                revoke(key, false, "Revoke…", goes + "goes on.").withShortcut("Delete"));
    }

    private Action revoke(ApiKey key, boolean stopWork, String title, String meaning) {
        Question question = new Question("Revoke " + key.name() + "?", meaning, "Revoke", true);
        return Action.of(
                        stopWork ? "access.revoke-all" : "access.revoke",
                        title,
                        stopWork ? "fth-slash" : "fth-trash-2",
                        () -> changes.ask(
                                question,
                                caller -> access.apiKeys().delete(caller, key.id(), true, stopWork),
                                key.name() + " was revoked."))
                .withCurl(() -> AccessCalls.revoke(key.id(), stopWork));
    }

    AccessList list() {
        return list;
    }
}
