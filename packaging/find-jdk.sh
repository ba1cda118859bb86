# Sourced by the scripts beside it. Sets JAVA_HOME to a JDK that can build and run Wheelhouse, or says what to install.

WHEELHOUSE_JDK=25

jdk_major() {
  [ -x "$1/bin/javac" ] && [ -x "$1/bin/java" ] || return 1
  # To ask Java itself would start it, for each JDK there is.
  if [ -r "$1/release" ] && [[ $(<"$1/release") =~ JAVA_VERSION=\"([0-9]+) ]]; then
    echo "${BASH_REMATCH[1]}"
    return
  fi
  "$1/bin/java" -version 2>&1 | sed -nE 's/^[a-z]+ version "([0-9]+).*/\1/p'
}

find_jdk() {
  local candidate major from_path=""
  if command -v javac >/dev/null 2>&1; then
    from_path=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
  fi
  for candidate in "${JAVA_HOME:-}" "$from_path" /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
    "$HOME"/.jdks/* "$HOME"/.sdkman/candidates/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    # macOS has a javac in /usr/bin that is no JDK.
    [ -n "$candidate" ] && [ "$candidate" != /usr ] || continue
    major=$(jdk_major "$candidate") || continue
    if [ -n "$major" ] && [ "$major" -ge "$WHEELHOUSE_JDK" ]; then
      export JAVA_HOME="$candidate"
      # Maven's own libraries use what newer JDKs warn about.
      export MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
      return 0
    fi
  done
  cat >&2 <<TEXT
Wheelhouse needs a JDK $WHEELHOUSE_JDK or newer, and none was found in JAVA_HOME, on the PATH or in the usual folders.
Install one, for example:
  Debian, Ubuntu   apt-get install temurin-$WHEELHOUSE_JDK-jdk   (from Adoptium's package repository)
  Fedora           dnf install java-$WHEELHOUSE_JDK-openjdk-devel
  macOS            brew install openjdk@$WHEELHOUSE_JDK
  any system       unpack a JDK and set JAVA_HOME to its folder
TEXT
  return 1
}

require_maven() {
  command -v mvn >/dev/null 2>&1 && return 0
  echo "Wheelhouse is built with Maven 3.8 or newer, and there is no mvn on the PATH. Install the package 'maven'." >&2
  return 1
}
