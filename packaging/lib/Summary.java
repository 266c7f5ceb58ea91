// SPDX-License-Identifier: Apache-2.0

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Counts what a run of packaging/verify did. Every folder below the given one is a stage: {@code stage.tsv} (name,
 * seconds, exit code of its command), JUnit reports {@code TEST-*.xml} as Surefire writes them, and {@code checks.tsv}
 * (outcome, name, reason) for checks that are no JUnit tests.
 *
 * <p>Ends with 0 only if something passed and nothing failed.
 */
final class Summary {
    private record Test(String outcome, String name, String reason) {}

    private record Stage(String name, long seconds, int exit, List<Test> tests) {
        long count(String outcome) {
            return tests.stream().filter(test -> test.outcome().equals(outcome)).count();
        }
    }

    public static void main(String[] args) throws Exception {
        List<Stage> stages = new ArrayList<>();
        try (Stream<Path> folders = Files.list(Path.of(args[0]))) {
            for (Path folder : folders.filter(f -> Files.exists(f.resolve("stage.tsv"))).sorted().toList()) {
                stages.add(read(folder));
            }
        }
        System.out.println();
        System.out.printf("%-44s %7s %7s %7s %8s%n", "stage", "passed", "failed", "skipped", "time");
        for (Stage stage : stages) {
            System.out.printf(Locale.ROOT, "%-44s %7d %7d %7d %4d m %02d%n", stage.name(), stage.count("passed"),
                    stage.count("failed"), stage.count("skipped"), stage.seconds() / 60, stage.seconds() % 60);
        }
        for (Stage stage : stages) {
            stage.tests().stream()
                    .filter(test -> test.outcome().equals("failed"))
                    .forEach(test -> System.out.println("FAILED  " + test.name() + ": " + test.reason()));
        }
        Map<String, Integer> reasons = new TreeMap<>();
        for (Stage stage : stages) {
            stage.tests().stream()
                    .filter(test -> test.outcome().equals("skipped"))
                    .forEach(test -> reasons.merge(stage.name() + ": " + test.reason(), 1, Integer::sum));
        }
        reasons.forEach((reason, count) -> System.out.println("skipped " + count + " x  " + reason));

        long passed = stages.stream().mapToLong(stage -> stage.count("passed")).sum();
        long failed = stages.stream().mapToLong(stage -> stage.count("failed")).sum();
        long skipped = stages.stream().mapToLong(stage -> stage.count("skipped")).sum();
        if (passed + failed == 0) {
            System.out.println("no test ran");
        }
        System.out.printf("%nverify: %d passed, %d failed, %d skipped%n", passed, failed, skipped);
        System.exit(passed > 0 && failed == 0 ? 0 : 1);
    }

    private static Stage read(Path folder) throws Exception {
        String[] head = Files.readString(folder.resolve("stage.tsv"), UTF_8).strip().split("\t");
        int exit = Integer.parseInt(head[2]);
        List<Test> tests = new ArrayList<>();
        Path checks = folder.resolve("checks.tsv");
        if (Files.exists(checks)) {
            for (String line : Files.readAllLines(checks, UTF_8)) {
                String[] part = line.split("\t", 3);
                tests.add(new Test(part[0], part[1], part[2]));
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path report : files.filter(Summary::isReport).sorted().toList()) {
                readReport(report, tests);
            }
        }
        // A stage can fail without a failed test: a compiler error, a time limit, a crashed test process.
        if (exit != 0 && tests.stream().noneMatch(test -> test.outcome().equals("failed"))) {
            String why = exit == 124 || exit == 137 ? "time limit reached" : "ended with " + exit;
            tests.add(new Test("failed", head[0], why + "; its output is in " + folder.resolve("output.log")));
        }
        return new Stage(head[0], Long.parseLong(head[1]), exit, tests);
    }

    private static boolean isReport(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("TEST-") && name.endsWith(".xml");
    }

    private static void readReport(Path report, List<Test> tests) throws Exception {
        NodeList cases;
        try {
            cases = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getElementsByTagName("testcase");
        } catch (IOException | org.xml.sax.SAXException e) {
            tests.add(new Test("failed", report.getFileName().toString(), "report not readable: " + e.getMessage()));
            return;
        }
        for (int i = 0; i < cases.getLength(); i++) {
            Element test = (Element) cases.item(i);
            String className = test.getAttribute("classname");
            String name = className.substring(className.lastIndexOf('.') + 1) + "." + test.getAttribute("name");
            tests.add(outcome(test, name));
        }
    }

    private static Test outcome(Element test, String name) {
        for (String kind : List.of("failure", "error", "skipped")) {
            NodeList found = test.getElementsByTagName(kind);
            if (found.getLength() > 0) {
                Element element = (Element) found.item(0);
                String message = element.getAttribute("message");
                String reason = (message.isBlank() ? element.getTextContent() : message).strip();
                int end = reason.indexOf('\n');
                reason = end < 0 ? reason : reason.substring(0, end);
                return new Test(kind.equals("skipped") ? "skipped" : "failed", name,
                        reason.isEmpty() ? "no reason given" : reason);
            }
        }
        return new Test("passed", name, "");
    }
}
