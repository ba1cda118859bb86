@echo off
rem Starts Wheelhouse from its sources on Windows, as run.sh does elsewhere, with the same arguments. A console that ran out
rem of memory is not started again here. Not run yet on Windows.
setlocal
for %%i in ("%~dp0..") do set "root=%%~fi"

set rest=%*
set "face=app-ui"
set "program="
if "%~1"=="mcp" set "program=McpMain" & set rest=%rest:*mcp=%
if "%~1"=="audit" set "program=AuditMain" & set rest=%rest:*audit=%
if "%~1"=="home" set "program=HomeMain" & set rest=%rest:*home=%
if "%~1"=="state" set "program=StateMain" & set rest=%rest:*state=%
set "help="
for %%a in (%*) do (
  if "%%~a"=="--headless" set "face=app-api"
  if "%%~a"=="--help" set "help=yes"
  if "%%~a"=="-h" set "help=yes"
)
set "options=-Face %face%"
if defined program set "options=-Face app-api -Untrained"
if defined help set "options=-Help"

set "prepare=powershell -NoProfile -ExecutionPolicy Bypass -File "%root%\packaging\win\prepare.ps1" %options%"
if defined help %prepare% & exit /b
set "JAVA_HOME="
for /f "usebackq delims=" %%j in (`%prepare%`) do set "JAVA_HOME=%%j"
if not defined JAVA_HOME exit /b 1
set "java=%JAVA_HOME%\bin\java.exe"

if not defined program goto console
set "lean=-Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
if "%program:~0,1%"=="H" set "lean=-Xmx96m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
if "%program:~0,1%"=="S" set "lean=-Xmx96m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
"%java%" %lean% -cp "%root%\app-api\target\app-api.jar;%root%\app-api\target\lib\*" dev.wheelhouse.api.%program% %rest%
exit /b %errorlevel%

:console
set "main=dev.wheelhouse.ui.ConsoleMain"
if "%face%"=="app-api" set "main=dev.wheelhouse.api.ApiMain"
set "target=%root%\%face%\target"
set "cache="
if exist "%target%\wheelhouse.aot" set cache="-XX:AOTCache=%target%\wheelhouse.aot"
"%java%" %cache% "@%root%\packaging\jvm.options" -cp "%target%\%face%.jar;%target%\lib\*" %main% %rest%
exit /b %errorlevel%
