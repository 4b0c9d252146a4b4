#!/bin/sh
# Check the packages in FOLDER: lintian has nothing to say, and on a Debian where
# nothing else is they are installed, play as this tree does, and are purged without a
# trace.  Says why when it cannot:
#
#     tools/packaging/check.sh FOLDER SIGNATURE
set -eu

folder=$1 signature=$2
root=$folder/root
mirror=${MIRROR:-http://deb.debian.org/debian}

skip() {
    echo "the packages were not tried in a clean Debian: $1"
    exit 0
}

fail() {
    echo "packages: $1"
    exit 1
}

lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$folder"/*.deb || fail "lintian"

rm -rf --one-file-system "$root"
debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" \
    "$root" "$mirror" >"$folder/debootstrap.log" 2>&1 ||
    skip "debootstrap failed, see $folder/debootstrap.log"
trap 'rm -rf --one-file-system "$root"' EXIT

inside() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive "$@"
}

traces() { (cd "$root" && find . -xdev -path ./proc -prune -o -iname '*hishi*' -print | grep -v '^./var/\(log\|cache\|lib/apt\)'); }

# Nothing is mounted there, so there is no /proc either.
cp "$folder"/*.deb "$root/"
inside sh -c 'apt-get -q update && apt-get -q -y --no-install-recommends install /hishi*.deb && rm /hishi*.deb' \
    >"$folder/install.log" 2>&1 || { tail -5 "$folder/install.log"; fail "apt-get install"; }
said=$(printf 'boardsize 9\ngenmove b\nquit\n' | inside hishi gtp --seed 1 --set search.playouts=100 2>&1)
echo "$said" | grep -qE '^= [A-J][1-9]$' || fail "hishi gtp said: $said"
! inside hishi gtp --list-data 2>&1 | grep -E 'cannot be used|could know' || fail "some data is not read"
inside hishi gtp --list-data | grep -q ' /usr/share/hishi/model.hishi$' || fail "other data is read"
now=$(inside hishi bench --signature)
[ "$now" = "$signature" ] || fail "bench signature is $now, not $signature"
inside apt-get -q -y purge hishi hishi-data >>"$folder/install.log" 2>&1 || fail "apt-get purge"
left=$(traces || true)
[ -z "$left" ] || fail "purged, and still there: $left"
echo "the packages: lintian is content; installed, played with and purged in a clean Debian"
