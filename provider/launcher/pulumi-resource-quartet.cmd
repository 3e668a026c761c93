@echo off
setlocal
rem Paths are in quotes everywhere: parentheses and ampersands in the name of a folder would end a block or a command.
if not exist "%~dp0boot.cjs" (
  >&2 echo pulumi-resource-quartet cannot start: "%~dp0boot.cjs": file not found. Install the whole folder of the plugin, not its launcher alone:
  >&2 echo   pulumi plugin install resource quartet VERSION --file FOLDER_OR_ARCHIVE
  exit /b 1
)
if defined NODE_EXTRA_CA_CERTS (
  set "QUARTET_EXTRA_CA_CERTS=%NODE_EXTRA_CA_CERTS%"
  set "NODE_EXTRA_CA_CERTS="
)
set "QUARTET_NODE=%~dp0node\node.exe"
if not exist "%QUARTET_NODE%" (
  set "QUARTET_NODE="
  for %%i in (node.exe node.cmd node.bat) do if not defined QUARTET_NODE set "QUARTET_NODE=%%~$PATH:i"
)
if not defined QUARTET_NODE (
  >&2 echo pulumi-resource-quartet cannot start: node: not found on the PATH. Install Node.js 20.15 or newer, or the archive of the plugin for this platform, which contains it.
  exit /b 1
)
"%QUARTET_NODE%" --no-warnings "%~dp0boot.cjs" %*
