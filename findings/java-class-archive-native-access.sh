#!/usr/bin/env bash
# OpenJDK 25 (Temurin 25.0.3+9): a class archive that was made with --enable-native-access (-XX:ArchiveClassesAtExit) and is
# used with the very same option (-XX:SharedArchiveFile) has the JVM print three lines [error][cds] to standard output, in
# front of the program's own first line: "Mismatched values for property jdk.module.enable.native.access: ALL-UNNAMED
# specified during runtime but not during dump time". It was specified then; the archive of the JDK below it was made without.
# The program runs all the same, with the classes of the archive, and its exit code is 0.
# Expected by most: the same options at both times match; what a JVM complains of goes to standard error. An AOT cache
# (-XX:AOTCacheOutput, -XX:AOTCache) of the same program with the same options is used in silence.
#
# Seen:
#   archive: 3 lines of [error][cds] on standard output, then hello; nothing on standard error; exit code 0
#   cache: hello
#
# Needs a JDK 25 as java, javac and jar on the path; nothing else is installed. Exits with 1 when the behaviour is another one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
printf 'class Hello { public static void main(String[] arguments) { System.out.println("hello"); } }' >Hello.java
javac Hello.java
jar -cf hello.jar Hello.class
same=(--enable-native-access=ALL-UNNAMED -cp hello.jar)
java -XX:ArchiveClassesAtExit=hello.jsa "${same[@]}" Hello >/dev/null 2>&1
java -XX:SharedArchiveFile=hello.jsa "${same[@]}" Hello >archive.out 2>archive.err
java -XX:AOTCacheOutput=hello.aot "${same[@]}" Hello >/dev/null 2>&1
java -XX:AOTCache=hello.aot "${same[@]}" Hello >cache.out 2>&1
java -version 2>&1 | head -1
echo "archive:"
cat archive.out
echo "cache:"
cat cache.out
[ "$(grep -c '\[error\]\[cds\]' archive.out)" = 3 ]
grep -q 'jdk.module.enable.native.access: ALL-UNNAMED specified during runtime but not during dump time' archive.out
[ "$(tail -1 archive.out)" = hello ]
[ ! -s archive.err ]
[ "$(cat cache.out)" = hello ]
