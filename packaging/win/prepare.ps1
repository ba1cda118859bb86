# Called by run.cmd: builds a face where its sources are newer, trains its start-up cache where there is none that fits, and
# prints the folder of the JDK. Not run yet on Windows.
param(
  [ValidateSet('app-api', 'app-ui')] [string] $Face = 'app-ui',
  [switch] $Untrained,
  [switch] $Help
)
. "$PSScriptRoot\build.ps1"

if ($Help) {
  (Get-Usage "$root\packaging\run.sh") -replace 'packaging/run\.sh', 'packaging\run.cmd'
  exit
}
$env:JAVA_HOME = Find-Jdk
$modules = @('app-core', 'app-api')
if ($Face -eq 'app-ui') { $modules += 'app-ui' }
Build $Face $modules

$target = "$root\$Face\target"
$cache = "$target\wheelhouse.aot"
if (!$Untrained -and (Test-Newer "$target\$Face.jar", "$target\lib" $cache)) {
  Remove-Item $cache -ErrorAction SilentlyContinue
  Say 'Keeping what a start loads, so that the next ones take half as long...'
  $trial = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
  $main = if ($Face -eq 'app-ui') { 'dev.wheelhouse.ui.ConsoleMain' } else { 'dev.wheelhouse.api.ApiMain' }
  $arguments = "-XX:AOTCacheOutput=$cache", "@$root\packaging\jvm.options", '-cp', "$target\$Face.jar;$target\lib\*", $main,
    '--home', "$trial\home", '--port', '0', '--exit-after-start'
  # A start without a cache is slower and works, so what a trial says of itself is not wanted.
  $ErrorActionPreference = 'Continue'
  & "$env:JAVA_HOME\bin\java.exe" $arguments *> $null
  Remove-Item $trial -Recurse -Force -ErrorAction SilentlyContinue
}
$env:JAVA_HOME
