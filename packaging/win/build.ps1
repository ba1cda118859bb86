# Sourced by the scripts beside it: finds a JDK and builds Wheelhouse from its sources, as find-jdk.sh and build.sh do
# elsewhere. Not run yet on Windows.

$ErrorActionPreference = 'Stop'
$root = (Resolve-Path "$PSScriptRoot\..\..").Path

function Say($text) { [Console]::Error.WriteLine($text) }
function Stop-With($text) { Say $text; exit 1 }

function Find-Jdk {
  $folders = @($env:JAVA_HOME)
  $javac = Get-Command javac -ErrorAction SilentlyContinue
  if ($javac) { $folders += Split-Path (Split-Path $javac.Source) }
  $folders += Get-ChildItem "$env:ProgramFiles\*\jdk*", "$env:USERPROFILE\.jdks\*" -Directory -ErrorAction SilentlyContinue |
    ForEach-Object { $_.FullName }
  foreach ($folder in $folders) {
    if (!$folder -or !(Test-Path "$folder\bin\javac.exe") -or !(Test-Path "$folder\release")) { continue }
    if ((Get-Content "$folder\release" -Raw) -match 'JAVA_VERSION="(\d+)' -and [int]$Matches[1] -ge 25) { return $folder }
  }
  Stop-With 'Wheelhouse needs a JDK 25 or newer; winget install EclipseAdoptium.Temurin.25.JDK, or set JAVA_HOME to its folder.'
}

function Test-Newer($paths, $than) {
  if (!(Test-Path $than)) { return $true }
  $since = (Get-Item $than).LastWriteTime
  [bool](Get-ChildItem $paths -Recurse -File | Where-Object { $_.LastWriteTime -gt $since } | Select-Object -First 1)
}

function Build($face, $modules, [string[]] $options = @()) {
  $built = "$root\$face\target\.built"
  $sources = @("$root\pom.xml") + ($modules | ForEach-Object { "$root\$_\pom.xml"; "$root\$_\src\main" })
  if (!(Test-Newer $sources $built)) { return }
  if (!(Get-Command mvn -ErrorAction SilentlyContinue)) {
    Stop-With 'Wheelhouse is built with Maven 3.8 or newer, and there is no mvn on the PATH.'
  }
  Say 'Building Wheelhouse, once until its sources change: Maven fetches what it needs, then compiles...'
  Remove-Item "$root\$face\target\lib", "$root\$face\target\legal" -Recurse -Force -ErrorAction SilentlyContinue
  $env:MAVEN_OPTS = "$env:MAVEN_OPTS --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
  $arguments = '-B', '-ntp', '-q', '-Dstyle.color=never', '-Dquick', '-Dmaven.test.skip=true', '-Dspotless.check.skip=true',
    '-f', "$root\pom.xml", '-pl', ($modules -join ','), 'package' + $options
  & mvn $arguments | ForEach-Object { Say $_ }
  if ($LASTEXITCODE -ne 0) { Stop-With 'The build failed.' }
  $null = New-Item $built, "$root\app-api\target\.built" -Force
}

# What a script of the shell prints for --help: one text for all systems.
function Get-Usage($script) {
  if ((Get-Content $script -Raw) -match "(?s)cat <<'TEXT'\r?\n(.*?)\r?\nTEXT") { $Matches[1] -replace "`r?`n", "`r`n" }
}
