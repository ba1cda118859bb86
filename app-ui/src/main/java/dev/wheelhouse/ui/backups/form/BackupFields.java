package dev.wheelhouse.ui.backups.form;

import dev.wheelhouse.core.backups.BackupConfig;
import dev.wheelhouse.core.backups.BackupDraft;
import dev.wheelhouse.core.backups.BackupPatch;
import dev.wheelhouse.core.backups.BackupPolicy;
import dev.wheelhouse.core.backups.BackupType;
import dev.wheelhouse.core.databases.sessions.ReplicationLogin;
import dev.wheelhouse.core.platform.cron.CronExpression;
import dev.wheelhouse.core.platform.error.AppException;
import dev.wheelhouse.core.platform.error.FieldProblem;
import dev.wheelhouse.ui.schedules.times.CronModel;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.Property;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The values of the form; each property is named as the field of the API is. */
final class BackupFields {

    final ObjectProperty<BackupType> type = new SimpleObjectProperty<>(this, "type", BackupType.PITR);
    final StringProperty databaseId = text("databaseId");
    final StringProperty serverId = text("serverId");
    final DestinationFields dest = new DestinationFields();
    final BooleanProperty encrypted = new SimpleBooleanProperty(this, "encrypted", true);
    final CronModel times;
    /** Whether unfinished WAL is stored all the time, and not by a schedule. */
    final ObjectProperty<Boolean> continuous = new SimpleObjectProperty<>(this, "continuous", true);

    final StringProperty walSchedule = text("walSchedule");
    final StringProperty keepNewest = text("keepNewest");
    final StringProperty retentionDays = text("retentionDays");
    final BooleanProperty hasLogin = new SimpleBooleanProperty(this, "login", false);
    final StringProperty loginUser = text("login.user");
    final StringProperty loginPassword = text("login.password");

    /** Who logs in for replication now; null for the connection's own login. */
    private @Nullable String storedUser;

    final StringProperty directory = text("rehearsalDirectory");
    final StringProperty rehearsalSchedule = text("rehearsalSchedule");
    final StringProperty rehearsalSql = text("rehearsalSql");

    BackupFields(CronModel times) {
        this.times = times;
        times.cronProperty().set("0 2 * * *");
        keepNewest.set(Integer.toString(BackupPolicy.DEFAULT_KEPT));
        retentionDays.set(Integer.toString(BackupPolicy.DEFAULT_DAYS));
    }

    private StringProperty text(String path) {
        return new SimpleStringProperty(this, path, "");
    }

    /** What can be changed later, each with its problem below it. */
    private List<Property<?>> changeable() {
        return List.of(
                dest.accessKeyId,
                dest.secretAccessKey,
                walSchedule,
                keepNewest,
                retentionDays,
                hasLogin,
                loginUser,
                loginPassword,
                rehearsalSchedule,
                rehearsalSql);
    }

    /** What only a new one has, each with its problem below it. */
    private List<Property<?>> fixed() {
        return List.of(databaseId, serverId, dest.bucket, dest.region, dest.endpoint, dest.prefix, directory);
    }

    /** Paths of the fields that show their own problems. */
    Set<String> paths(boolean edits) {
        Set<String> paths = new HashSet<>(
                Set.of(times.cronProperty().getName(), times.timeZoneProperty().getName()));
        shown(edits).forEach(each -> paths.add(each.getName()));
        return paths;
    }

    /** Those whose problems go as soon as they are changed; the times see to theirs. */
    List<Property<?>> shown(boolean edits) {
        return edits
                ? changeable()
                : Stream.concat(fixed().stream(), changeable().stream()).toList();
    }

    /** Those that a test of database and destination is about. */
    List<Property<?>> tested() {
        return Stream.concat(
                        Stream.of(type, databaseId, serverId, dest.provider, hasLogin, loginUser, loginPassword),
                        dest.shown().stream())
                .toList();
    }

    /** Whether there is enough to be tested. */
    boolean canBeTested() {
        return !databaseId.get().isBlank()
                && !serverId.get().isBlank()
                && dest.isGiven()
                && (type.get().isLogical()
                        || !hasLogin.get()
                        || !loginUser.get().isBlank());
    }

    void show(BackupConfig config) {
        BackupPolicy policy = config.policy();
        type.set(config.type());
        databaseId.set(config.source().databaseId());
        serverId.set(config.source().serverId());
        dest.provider.set(config.destination().provider());
        dest.bucket.set(config.destination().bucket());
        times.show(policy.schedule().text(), policy.timeZone());
        continuous.set(policy.walSchedule() == null);
        walSchedule.set(policy.walSchedule() == null ? "" : policy.walSchedule().text());
        keepNewest.set(Integer.toString(policy.keepNewest()));
        retentionDays.set(Integer.toString(policy.retentionDays()));
        CronExpression rehearsal = policy.rehearsal().schedule();
        rehearsalSchedule.set(rehearsal == null ? "" : rehearsal.text());
        rehearsalSql.set(Objects.requireNonNullElse(policy.rehearsal().sql(), ""));
        storedUser = config.source().loginUser();
        hasLogin.set(storedUser != null);
        loginUser.set(Objects.requireNonNullElse(storedUser, ""));
        loginPassword.set("");
    }

    /**
     * All of it.
     *
     * @throws AppException {@code validation_failed} for what cannot be asked for; the rest the core checks
     */
    BackupDraft draft() {
        List<FieldProblem> problems = new ArrayList<>();
        if (databaseId.get().isBlank()) {
            problems.add(new FieldProblem("databaseId", "Choose the database to back up."));
        }
        if (serverId.get().isBlank()) {
            problems.add(new FieldProblem("serverId", "Choose a server."));
        }
        Policy policy = policy(problems);
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
        if (type.get().isLogical()) {
            return BackupDraft.logical(
                    type.get(),
                    serverId.get(),
                    databaseId.get(),
                    policy.schedule(),
                    policy.timeZone(),
                    policy.keepNewest(),
                    policy.retentionDays(),
                    dest.draft(),
                    DestinationFields.given(dest.prefix),
                    encrypted.get());
        }
        return new BackupDraft(
                serverId.get(),
                databaseId.get(),
                policy.schedule(),
                policy.walSchedule().isEmpty() ? null : policy.walSchedule(),
                policy.timeZone(),
                policy.keepNewest(),
                policy.retentionDays(),
                dest.draft(),
                DestinationFields.given(dest.prefix),
                hasLogin.get()
                        ? new ReplicationLogin(
                                loginUser.get().strip(), loginPassword.get().isEmpty() ? null : loginPassword.get())
                        : null,
                DestinationFields.given(directory),
                DestinationFields.given(rehearsalSchedule),
                DestinationFields.given(rehearsalSql),
                encrypted.get());
    }

    /**
     * What may be changed later.
     *
     * @throws AppException {@code validation_failed}, as {@link #draft}
     */
    BackupPatch patch() {
        List<FieldProblem> problems = new ArrayList<>();
        Policy policy = policy(problems);
        if (!problems.isEmpty()) {
            throw AppException.invalid(problems);
        }
        return new BackupPatch(
                policy.schedule(),
                type.get().isLogical() ? null : policy.walSchedule(),
                policy.timeZone(),
                policy.keepNewest(),
                policy.retentionDays(),
                null,
                DestinationFields.given(dest.accessKeyId),
                DestinationFields.given(dest.secretAccessKey),
                type.get().isLogical() ? null : rehearsalSchedule.get().strip(),
                type.get().isLogical() ? null : rehearsalSql.get().strip(),
                type.get().isLogical() ? null : loginChange());
    }

    private BackupPatch.@Nullable LoginChange loginChange() {
        String user = hasLogin.get() ? loginUser.get().strip() : null;
        String password = hasLogin.get() && !loginPassword.get().isEmpty() ? loginPassword.get() : null;
        return Objects.equals(user, storedUser) && password == null
                ? null
                : new BackupPatch.LoginChange(user, password);
    }

    /** @param walSchedule empty for continuous */
    private record Policy(
            String schedule, String walSchedule, @Nullable String timeZone, int keepNewest, int retentionDays) {}

    private Policy policy(List<FieldProblem> problems) {
        problems.addAll(times.problems());
        if (!type.get().isLogical() && !continuous.get() && walSchedule.get().isBlank()) {
            problems.add(new FieldProblem("walSchedule", "Enter five fields, such as */15 * * * *."));
        }
        return new Policy(
                times.cronProperty().get().strip(),
                continuous.get() ? "" : walSchedule.get().strip(),
                times.zone().map(ZoneId::getId).orElse(null),
                number(keepNewest, problems),
                number(retentionDays, problems));
    }

    private static int number(StringProperty field, List<FieldProblem> problems) {
        try {
            return Integer.parseInt(field.get().strip());
        } catch (NumberFormatException _) {
            problems.add(new FieldProblem(field.getName(), "Enter a number, such as 14."));
            return 0;
        }
    }

    void forgetSecrets() {
        dest.secretAccessKey.set("");
        loginPassword.set("");
    }
}
