#!/bin/sh
# make_environment.sh FOLDER PYTHON...: makes an environment in FOLDER of the first PYTHON that is new enough.
folder=$1
shift
found=
for python in "$@"; do
    version=$("$python" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        found="$found; $python is Python $version"
    elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        found="$found; $python is Python $version without venv (on Debian and Ubuntu: apt install python3-venv)"
    else
        echo "Making $folder with $python, which is Python $version"
        exec "$python" -m venv --clear "$folder"
    fi
done
echo "printgen needs Python 3.11 or newer${found:-; none of these runs: $*}." >&2
echo "    Install one from https://www.python.org/downloads, or name yours: make PYTHON=/path/to/python3 pdfs" >&2
exit 1
