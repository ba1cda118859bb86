# Makes wheelhouse-VERSION-windows-MACHINE.msi with its bill of materials and SHA256SUMS: packaging\win\package.ps1 -Out DIR
# Needs a JDK 25, Maven 3.8 and WiX: 3, or 4 and newer with its extensions UI and Util. Not run yet on Windows.
param([Parameter(Mandatory)] [string] $Out)
. "$PSScriptRoot\build.ps1"

function Invoke-Tool([string] $program, [string[]] $arguments) {
  & $program $arguments
  if ($LASTEXITCODE -ne 0) { Stop-With "$program ended with $LASTEXITCODE." }
}

$env:JAVA_HOME = Find-Jdk
$tools = "$env:JAVA_HOME\bin"
$version = ([xml](Get-Content "$root\pom.xml" -Raw)).project.version
$machine = if ($env:PROCESSOR_ARCHITECTURE -eq 'ARM64') { 'arm64' } else { 'x64' }
# A build for run.cmd leaves no licences.
if (!(Test-Path "$root\app-ui\target\legal\wheelhouse.cdx.json")) {
  Remove-Item "$root\app-ui\target\.built" -ErrorAction SilentlyContinue
}
Build 'app-ui' @('app-core', 'app-api', 'app-ui') '-Ppackage'
$null = New-Item $Out -ItemType Directory -Force
$Out = (Resolve-Path $Out).Path
$work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
$null = New-Item "$work\own" -ItemType Directory

try {
  Copy-Item "$root\app-ui\target\app-ui.jar" "$work\own"
  foreach ($from in "$root\app-ui\target\lib", "$work\own") {
    Invoke-Tool "$tools\java.exe" "$root\packaging\PackJars.java", $from, "$work\jars"
  }

  # What jdeps cannot see image.sh lists.
  Say 'Linking the Java runtime...'
  $jars = (Get-ChildItem "$work\jars\*.jar").FullName
  $modules = Invoke-Tool "$tools\jdeps.exe" (@('--print-module-deps', '--ignore-missing-deps', '--multi-release', 'base') + $jars)
  $unseen = (Select-String "$root\packaging\image.sh" -Pattern '^unseen_modules=(\S+)').Matches[0].Groups[1].Value
  Invoke-Tool "$tools\jlink.exe" '--add-modules', "$modules,$unseen", '--no-header-files', '--no-man-pages', '--strip-debug',
    '--output', "$work\runtime"

  Say 'Making the image...'
  'main-class=dev.wheelhouse.api.ApiMain', 'description=Wheelhouse without its window', 'win-console=true', 'win-menu=false',
    'win-shortcut=false' | Set-Content "$work\server.properties" -Encoding Ascii
  $options = @(Get-Content "$root\packaging\jvm.options" | Where-Object { $_.StartsWith('-') }) + '-Dwheelhouse.command=wheelhouse' +
    '-Djava.library.path=$APPDIR'
  $arguments = '--type', 'app-image', '--name', 'Wheelhouse', '--dest', $work, '--input', "$work\jars",
    '--main-jar', 'app-ui.jar', '--main-class', 'dev.wheelhouse.ui.ConsoleMain', '--runtime-image', "$work\runtime",
    '--app-version', $version, '--vendor', 'Wheelhouse', '--icon', "$PSScriptRoot\wheelhouse.ico",
    '--add-launcher', "wheelhouse-server=$work\server.properties"
  Invoke-Tool "$tools\jpackage.exe" ($arguments + ($options | ForEach-Object { '--java-options'; $_ }))
  $image = "$work\Wheelhouse"
  'java-options=-XX:+ExitOnOutOfMemoryError', 'java-options=-XX:+DisplayVMOutputToStderr' |
    Add-Content "$image\app\wheelhouse-server.cfg" -Encoding Ascii
  # Not beside Wheelhouse.exe, which Windows would take for the command.
  $null = New-Item "$image\bin" -ItemType Directory
  Copy-Item "$PSScriptRoot\wheelhouse.cmd" "$image\bin"
  Get-Usage "$root\packaging\wheelhouse" | Set-Content "$image\bin\usage.txt" -Encoding Ascii
  Copy-Item "$root\packaging\jvm.options" "$image\app"
  Copy-Item "$root\LICENSE" $image
  Invoke-Tool "$tools\java.exe" '-cp', "$root\app-ui\target\lib\*", "$root\packaging\Legal.java", $root, "$image\legal"

  # For one user, who needs no administrator for it, and never into the folder that is the home (%LOCALAPPDATA%\Wheelhouse).
  # Windows knows later versions by the identifier.
  Say 'Making the msi...'
  Invoke-Tool "$tools\jpackage.exe" '--type', 'msi', '--name', 'Wheelhouse', '--app-version', $version, '--vendor', 'Wheelhouse',
    '--description', 'Wheelhouse', '--app-image', $image, '--dest', "$work\msi",
    '--win-per-user-install', '--install-dir', 'Programs\Wheelhouse',
    '--win-upgrade-uuid', '5348dda6-3c9b-4928-81ac-d20e0cfdec50', '--win-menu', '--win-menu-group', 'Wheelhouse',
    '--file-associations', "$root\packaging\associations\sql.properties",
    '--file-associations', "$root\packaging\associations\db.properties"
  $name = "wheelhouse-$version-windows-$machine.msi"
  Move-Item "$work\msi\*.msi" "$Out\$name" -Force
  $bill = "wheelhouse-$version.cdx.json"
  Copy-Item "$image\legal\wheelhouse.cdx.json" "$Out\$bill"
  # With what other runs made there, and the line ends that sha256sum reads.
  $sums = @(Get-Content "$Out\SHA256SUMS" -ErrorAction Ignore | Where-Object { $_.Substring(66) -notin $bill, $name })
  $sums += $bill, $name | ForEach-Object { "$((Get-FileHash "$Out\$_").Hash.ToLower())  $_" }
  [IO.File]::WriteAllText("$Out\SHA256SUMS", ($sums -join "`n") + "`n")
  "$Out\$name"
} finally {
  Remove-Item $work -Recurse -Force -ErrorAction SilentlyContinue
}
