// SPDX-License-Identifier: Apache-2.0
package org.peerpath;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the order of the packages, and what the core must not know. The picture is in docs/architecture.md. */
class ArchitectureTest {
    private static final Pattern FLOOR = Pattern.compile("([a-z]+) +│ .*");

    /** In the order data flows, as docs/architecture.md draws it: a package may use those before it, never one after. */
    private static final List<String> ORDER = drawn();

    /** What takes a snapshot and answers. */
    private static final List<String> CORE = ORDER.subList(ORDER.indexOf("snapshot"), ORDER.indexOf("cli"));

    /** Runs on hosts wait and write down when; they are handed this. */
    private static final String PACE = "org.peerpath.plan.run.Pace";

    private static final int LONGEST_FILE = 320;

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.peerpath");

    private static List<String> drawn() {
        try {
            return Files.readAllLines(Path.of("..", "docs", "architecture.md")).stream()
                    .map(FLOOR::matcher)
                    .filter(Matcher::matches)
                    .map(floor -> floor.group(1))
                    .toList()
                    .reversed();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without this, a package nobody put into the order would escape every rule below. */
    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        Set<String> found = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("org.peerpath."))
                .map(name -> name.substring("org.peerpath.".length()).replaceFirst("\\..*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(ORDER), found, "packages of the code, and those drawn in docs/architecture.md");
        assertTrue(CLASSES.contain(Main.class), "the classes of the program were not found");
    }

    static Stream<Arguments> packagesAndThoseAfter() {
        return IntStream.range(0, ORDER.size() - 1)
                .mapToObj(i -> Arguments.of(ORDER.get(i), ORDER.subList(i + 1, ORDER.size())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("packagesAndThoseAfter")
    void usesNoneThatComesAfter(String name, List<String> later) {
        check(noClasses()
                .that()
                .resideInAPackage(packages(name))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages(later))
                .because("data flows one way, " + String.join(" → ", ORDER)
                        + ", so that each package can be read and tested with only those before it"));
    }

    @Test
    void nobodyUsesTheStartingPoint() {
        check(noClasses()
                .that()
                .resideInAnyPackage(packages(ORDER))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.peerpath")
                .because("Main only chooses between the window and the command line"));
    }

    @Test
    void noCycles() {
        check(slices().matching("org.peerpath.(**)")
                .should()
                .beFreeOfCycles()
                .because("packages that need each other are one package"));
    }

    @Test
    void coreKnowsNoWindow() {
        check(noClasses()
                .that()
                .resideInAnyPackage(packages(CORE))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("javafx..", "org.controlsfx..", "atlantafx..")
                .because("everything the window shows, the command line can print, on servers without a desktop"));
    }

    @Test
    void coreDoesNotKnowHowAHostIsReached() {
        check(noClasses()
                .that()
                .resideInAnyPackage(packages(CORE))
                .should()
                .dependOnClassesThat(describe(
                        "are the SSH part of host",
                        type -> type.getPackageName().startsWith("org.peerpath.host")
                                && (type.getName().contains("Ssh")
                                        || type.getPackageName().contains(".ssh"))))
                .because("an answer must not depend on how the snapshot was fetched"));
    }

    @Test
    void coreStartsNoProcess() {
        check(noClasses()
                .that()
                .resideInAnyPackage(packages(CORE))
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ProcessBuilder.class, Process.class, Runtime.class)
                .because("commands run on hosts, through package host, which bounds, logs and cancels them"));
    }

    @Test
    void coreKnowsNoClock() {
        check(noClasses()
                .that()
                .resideInAnyPackage(packages(CORE))
                .and(describe(
                        "are not the clock of runs on hosts",
                        type -> !type.getName().startsWith(PACE)))
                .should()
                .callMethodWhere(READS_THE_CLOCK)
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class)
                .orShould()
                .callConstructor(Date.class)
                .because("the same snapshot gives the same answer, to the byte, whenever it is asked for; the time of "
                        + "a reading is a fact handed in (System.nanoTime, for limits only, is free)"));
    }

    @Test
    void onlyTheCommandLineWritesToTheTerminal() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(packages("cli"))
                .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS)
                .because("stdout is data that somebody parses; only cli knows what belongs there"));
    }

    @Test
    void onlyThePngPainterUsesJava2D() {
        check(noClasses()
                .that(describe(
                        "are not the PNG painter of diagram",
                        type -> !(type.getPackageName().startsWith("org.peerpath.diagram")
                                && type.getName().contains("Png"))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.awt..", "javax.swing..", "javax.imageio..")
                .because("Java2D needs a second set of native libraries and fonts, and starts slowly"));
    }

    static Stream<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        }
    }

    /** A file of this length does more than one job. */
    @Test
    void filesAreShort() throws IOException {
        List<String> tooLong = sources()
                .filter(file -> lines(file) > LONGEST_FILE)
                .map(file -> file + ": " + lines(file) + " lines")
                .toList();
        assertEquals(List.of(), tooLong, "files longer than " + LONGEST_FILE + " lines");
    }

    private static final DescribedPredicate<JavaCall<?>> READS_THE_CLOCK =
            describe("read the clock", call -> isClock(call.getTarget()));

    private static boolean isClock(AccessTarget target) {
        String owner = target.getOwner().getName();
        return (owner.startsWith("java.time.") && target.getName().equals("now"))
                || (owner.equals("java.lang.System") && target.getName().equals("currentTimeMillis"));
    }

    private static void check(ArchRule rule) {
        // Packages appear one after the other; everyPackageHasItsPlaceInTheOrder sees to it that none is overlooked.
        rule.allowEmptyShould(true).check(CLASSES);
    }

    private static String packages(String name) {
        return "org.peerpath." + name + "..";
    }

    private static String[] packages(List<String> names) {
        return names.stream().map(ArchitectureTest::packages).toArray(String[]::new);
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
