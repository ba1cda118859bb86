package dev.wheelhouse.ui.access;

import dev.wheelhouse.core.access.Access;
import dev.wheelhouse.core.access.ApiKey;
import dev.wheelhouse.core.access.Invite;
import dev.wheelhouse.core.access.Member;
import dev.wheelhouse.core.access.Role;
import dev.wheelhouse.ui.action.Action;
import dev.wheelhouse.ui.screen.ListChanges;
import dev.wheelhouse.ui.shell.Notice;
import dev.wheelhouse.ui.shell.Question;
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
                        .filter(each -> each != member.role())
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
        Action remove = Action.of(
                        "access.remove",
                        "Remove…",
                        "fth-user-x",
                        () -> changes.ask(
                                new Question(
                                        "Remove " + member.name() + "?",
                                        "Their keys are revoked, what they set up with them and begins by itself is"
                                                + " turned off, and their consoles open nothing here any more. Their name"
                                                + " stays in the audit log.",
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
                Action.of("access.invite-again", "Invite again", "fth-refresh-cw", () -> forms.inviteAgain(invite))
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
        List<Action> actions = new ArrayList<>();
        if (!key.isLocal()) {
            actions.add(Action.of("access.rate", "Change its limit…", "fth-sliders", () -> forms.changeRate(key))
                    .withCurl(() -> AccessCalls.get(new AccessEntry.OfKey(key)))
                    .withShortcut("F2"));
        }
        actions.add(revoke(key, true, "Revoke and stop its work…"));
        actions.add(revoke(key, false, "Revoke…").withShortcut("Delete"));
        return actions;
    }

    private Action revoke(ApiKey key, boolean stopWork, String title) {
        Question question = new Question(
                "Revoke " + key.name() + "?",
                "It stops working at once, and so do the keys that it made. "
                        + (stopWork
                                ? "What was set up with them and begins by itself, such as schedules, is turned off."
                                : "What was set up with them and begins by itself, such as schedules, goes on."),
                "Revoke",
                true);
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
