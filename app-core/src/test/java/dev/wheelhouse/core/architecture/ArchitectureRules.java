package dev.wheelhouse.core.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callCodeUnitWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules of the house, one list for all modules; the window's test checks all classes, the core's its own. */
public final class ArchitectureRules {

    /** Which feature may call which. Whatever is not here is forbidden, also of those that are still to come. */
    private static final Map<String, Set<String>> FEATURES = Map.ofEntries(
            entry("access", Set.of()),
            entry("servers", Set.of()),
            entry("databases", Set.of("servers")),
            entry("metrics", Set.of("servers")),
            entry("logs", Set.of("servers")),
            entry("apps", Set.of("servers", "metrics", "logs")),
            entry("schedules", Set.of("servers", "logs")),
            entry("backups", Set.of("servers", "databases")),
            entry("notifications", Set.of()),
            entry("webhooks", Set.of()),
            entry("mail", Set.of("servers")),
            entry("vcs", Set.of()),
            entry("deployments", Set.of("servers", "apps", "vcs")),
            entry(
                    "conversations",
                    Set.of(
                            "servers",
                            "metrics",
                            "logs",
                            "databases",
                            "apps",
                            "deployments",
                            "schedules",
                            "backups",
                            "mail")));

    private ArchitectureRules() {}

    /** Checks every rule on the main classes of the class path. */
    public static void check() {
        var imported = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("tests.jar"))
                .importPackages("dev.wheelhouse");
        for (ArchRule rule : all()) {
            rule.allowEmptyShould(true).check(imported);
        }
    }

    static List<ArchRule> all() {
        List<ArchRule> rules = new ArrayList<>(facesDoNotKnowEachOther());
        FEATURES.keySet().stream()
                .sorted()
                .map(each -> noCycles("dev.wheelhouse.core." + each + ".(*)..", "packages of the feature " + each))
                .forEach(rules::add);
        rules.addAll(List.of(
                coreKnowsNoFace(),
                noCycles("dev.wheelhouse.core.(*)..", "features of the core"),
                noCycles("dev.wheelhouse.core.platform.(*)..", "platform packages"),
                noCycles("dev.wheelhouse.ui.(*)..", "packages of the window"),
                platformKnowsNoFeature(),
                featuresCallOnlyAlongTheTable(),
                edgeKnowsNoFeature(),
                sqlOnlyWhereItBelongs(),
                jdbcClassesStayInTheirPackage(),
                undertowOnlyAtTheEdge(),
                jgitOnlyWhereItsSettingsAre(),
                viewModelsHoldNoNodes(),
                viewsCallNoService(),
                runLaterOnlyInFx(),
                threadsOnlyWhereTheyAreMade(),
                timeIsPassedIn(),
                noGetInstance(),
                namesSaySomething()));
        return rules;
    }

    private static ArchRule coreKnowsNoFace() {
        return noClasses()
                .that()
                .resideInAPackage("dev.wheelhouse.core..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javafx..", "io.undertow..", "dev.wheelhouse.api..", "dev.wheelhouse.ui..");
    }

    private static List<ArchRule> facesDoNotKnowEachOther() {
        return List.of(
                noClasses()
                        .that()
                        .resideInAPackage("dev.wheelhouse.ui..")
                        .and()
                        .doNotHaveSimpleName("ConsoleMain")
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage("dev.wheelhouse.api.."),
                noClasses()
                        .that()
                        .resideInAPackage("dev.wheelhouse.api..")
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage("dev.wheelhouse.ui..", "javafx.."));
    }

    private static ArchRule noCycles(String slices, String what) {
        return slices().matching(slices).should().beFreeOfCycles().as("no cycles between " + what);
    }

    private static ArchRule platformKnowsNoFeature() {
        return noClasses()
                .that()
                .resideInAPackage("dev.wheelhouse.core.platform..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(FEATURES.keySet().stream()
                        .map(feature -> "dev.wheelhouse.core." + feature + "..")
                        .toArray(String[]::new)));
    }

    private static ArchRule featuresCallOnlyAlongTheTable() {
        return noClasses()
                .that(new DescribedPredicate<JavaClass>("belong to a feature") {
                    @Override
                    public boolean test(JavaClass type) {
                        return FEATURES.containsKey(feature(type));
                    }
                })
                .should(new ArchCondition<JavaClass>("call a feature outside their row") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        String own = feature(type);
                        type.getDirectDependenciesFromSelf().forEach(dependency -> {
                            String other = feature(dependency.getTargetClass());
                            boolean foreign = FEATURES.containsKey(other) && !other.equals(own);
                            if (foreign && !FEATURES.getOrDefault(own, Set.of()).contains(other)) {
                                events.add(SimpleConditionEvent.satisfied(dependency, dependency.getDescription()));
                            }
                        });
                    }
                });
    }

    private static String feature(JavaClass type) {
        String prefix = "dev.wheelhouse.core.";
        String name = type.getPackageName();
        if (!name.startsWith(prefix)) {
            return "";
        }
        String rest = name.substring(prefix.length());
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }

    private static ArchRule edgeKnowsNoFeature() {
        return noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.wheelhouse.api.http..",
                        "dev.wheelhouse.ui.controls..",
                        "dev.wheelhouse.ui.fx..",
                        "dev.wheelhouse.ui.form..",
                        "dev.wheelhouse.ui.list..",
                        "dev.wheelhouse.ui.screen..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "dev.wheelhouse.core.apps..",
                        "dev.wheelhouse.core.databases..",
                        "dev.wheelhouse.core.metrics..",
                        "dev.wheelhouse.core.schedules..",
                        "dev.wheelhouse.core.servers..",
                        "dev.wheelhouse.api.apps..",
                        "dev.wheelhouse.api.databases..",
                        "dev.wheelhouse.api.logs..",
                        "dev.wheelhouse.api.schedules..",
                        "dev.wheelhouse.api.servers..",
                        "dev.wheelhouse.ui.apps..",
                        "dev.wheelhouse.ui.databases..",
                        "dev.wheelhouse.ui.logs..",
                        "dev.wheelhouse.ui.metrics..",
                        "dev.wheelhouse.ui.overview..",
                        "dev.wheelhouse.ui.schedules..",
                        "dev.wheelhouse.ui.servers.."));
    }

    private static ArchRule sqlOnlyWhereItBelongs() {
        return noClasses()
                .that()
                .resideOutsideOfPackages("dev.wheelhouse.core.platform.store..", "dev.wheelhouse.core.databases..")
                .and()
                .haveSimpleNameNotStartingWith("Jdbc")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.sql..");
    }

    private static ArchRule jdbcClassesStayInTheirPackage() {
        return classes()
                .that()
                .haveSimpleNameStartingWith("Jdbc")
                .and()
                .resideInAPackage("dev.wheelhouse..")
                .should()
                .bePackagePrivate();
    }

    private static ArchRule undertowOnlyAtTheEdge() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("dev.wheelhouse.api.http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.undertow..", "org.xnio..");
    }

    /** Its settings hold for the whole process. */
    private static ArchRule jgitOnlyWhereItsSettingsAre() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("dev.wheelhouse.core.vcs.git..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.jgit..");
    }

    private static ArchRule viewModelsHoldNoNodes() {
        return noClasses()
                .that()
                .haveSimpleNameEndingWith("ViewModel")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("javafx.scene..");
    }

    private static ArchRule viewsCallNoService() {
        return noClasses()
                .that()
                .haveSimpleNameEndingWith("View")
                .should()
                .dependOnClassesThat()
                .haveSimpleNameEndingWith("Service");
    }

    private static ArchRule runLaterOnlyInFx() {
        return noClasses()
                .that()
                .resideOutsideOfPackage("dev.wheelhouse.ui.fx..")
                .should(callMethodWhere(new DescribedPredicate<>("Platform.runLater") {
                    @Override
                    public boolean test(JavaMethodCall call) {
                        return call.getTargetOwner().getName().equals("javafx.application.Platform")
                                && call.getName().equals("runLater");
                    }
                }));
    }

    private static ArchRule threadsOnlyWhereTheyAreMade() {
        return noClasses()
                .that()
                .resideOutsideOfPackages("dev.wheelhouse.core.platform.job..", "dev.wheelhouse.ui.fx..")
                .should(callCodeUnitWhere(new DescribedPredicate<>("making threads or executors") {
                    @Override
                    public boolean test(JavaCall<?> call) {
                        String owner = call.getTargetOwner().getName();
                        return owner.equals("java.util.concurrent.Executors")
                                || (owner.equals("java.lang.Thread")
                                        && Set.of("ofVirtual", "ofPlatform", "startVirtualThread")
                                                .contains(call.getName()))
                                || (owner.equals("java.util.concurrent.ThreadPoolExecutor")
                                        && call.getName().equals("<init>"));
                    }
                }));
    }

    private static ArchRule timeIsPassedIn() {
        return noClasses()
                .that()
                .resideInAPackage("dev.wheelhouse.core..")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Clock.class, "systemUTC");
    }

    private static ArchRule noGetInstance() {
        return noMethods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAPackage("dev.wheelhouse..")
                .and()
                .haveModifier(JavaModifier.STATIC)
                .should()
                .haveName("getInstance");
    }

    private static ArchRule namesSaySomething() {
        return noClasses()
                .that()
                .resideInAPackage("dev.wheelhouse..")
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Helpers|Common|Impl|Manager|Misc)$")
                .orShould()
                .resideInAnyPackage("..util..", "..helper..", "..common..", "..impl..", "..manager..", "..misc..");
    }
}
