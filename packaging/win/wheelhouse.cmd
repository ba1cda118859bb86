@echo off
rem The command of an installed Wheelhouse on Windows: what packaging/wheelhouse is elsewhere, with the same words and exit
rem codes. It starts Java itself: what a launcher's console starts would end with it. Not run yet on Windows.
setlocal
for %%i in ("%~dp0..") do set "image=%%~fi"
set "app=%image%\app"
set "java=%image%\runtime\bin\java.exe"
if exist "%java%" if exist "%app%\jvm.options" goto whole
echo wheelhouse: "%image%" is not a whole Wheelhouse; install the package again.>&2
exit /b 1

:whole
set rest=%*
set "program="
if "%~1"=="mcp" set "program=McpMain" & set rest=%rest:*mcp=%
if "%~1"=="audit" set "program=AuditMain" & set rest=%rest:*audit=%
if "%~1"=="home" set "program=HomeMain" & set rest=%rest:*home=%
if "%~1"=="state" set "program=StateMain" & set rest=%rest:*state=%
if defined program goto program
if "%~1"=="serve" set rest=%rest:*serve=%& goto server
if "%~1"=="version" goto version
if "%~1"=="--version" goto version
if "%~1"=="help" goto help
if "%~1"=="--help" goto help
if "%~1"=="-h" goto help
if "%~1"=="" goto window
set "word=%~1"
if "%word:~0,2%"=="--" goto window
if exist "%~1" goto window
echo wheelhouse: there is no command "%~1". wheelhouse help lists them.>&2
exit /b 2

:program
rem What seals gigabytes is worth being compiled to the processor's own instructions; what answers at once is not.
set "lean=-Xmx64m -XX:TieredStopAtLevel=1"
if "%program:~0,1%"=="H" set "lean=-Xmx96m"
if "%program:~0,1%"=="S" set "lean=-Xmx96m"
"%java%" -XX:+UseSerialGC %lean% --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -Dwheelhouse.command=wheelhouse "-Djava.library.path=%app%" -cp "%app%\*" dev.wheelhouse.api.%program% %rest%
exit /b %errorlevel%

:window
for %%a in (%*) do if "%%~a"=="--headless" goto server
"%java%" "@%app%\jvm.options" -Dwheelhouse.command=wheelhouse "-Djava.library.path=%app%" -cp "%app%\*" dev.wheelhouse.ui.ConsoleMain %rest%
exit /b %errorlevel%

:server
"%java%" "@%app%\jvm.options" -XX:+ExitOnOutOfMemoryError -XX:+DisplayVMOutputToStderr -Dwheelhouse.command=wheelhouse "-Djava.library.path=%app%" -cp "%app%\*" dev.wheelhouse.api.ApiMain %rest%
exit /b %errorlevel%

:version
for /f "usebackq tokens=2,3 delims==" %%a in ("%app%\Wheelhouse.cfg") do if "%%a"=="-Djpackage.app-version" echo Wheelhouse %%b
exit /b 0

:help
type "%image%\bin\usage.txt"
exit /b 0
