#!/bin/sh
# Make the Debian packages hishi and hishi-data of what `make install' has put into
# STAGE/usr, in FOLDER:
#
#     tools/packaging/deb.sh VERSION STAGE FOLDER
#
# Nothing is built here, so that what is packed is what was tested.  `make deb' calls it.
set -eu

version=$1 stage=$2 folder=$3
here=$(dirname "$0")
arch=$(dpkg --print-architecture)
maintainer=$(git log -1 --format='%an <%ae>')
date=$(git log -1 --format=%cD)

# doc PACKAGE: what Debian wants to be told about it.
doc() {
    install -d "$folder/$1/usr/share/doc/$1"
    install -m 644 "$here/copyright" "$folder/$1/usr/share/doc/$1/copyright"
    printf 'hishi (%s) unstable; urgency=medium\n\n  * Version %s.\n\n -- %s  %s\n' \
        "$version" "$version" "$maintainer" "$date" |
        gzip -9n >"$folder/$1/usr/share/doc/$1/changelog.gz"
}

# pack PACKAGE ARCHITECTURE: with control's own lines from stdin.
pack() {
    install -d "$folder/$1/DEBIAN"
    {
        printf 'Package: %s\nSource: hishi\nVersion: %s\nArchitecture: %s\n' "$1" "$version" "$2"
        printf 'Maintainer: %s\nSection: misc\nPriority: optional\n' "$maintainer"
        printf 'Installed-Size: %s\n' "$(du -sk --apparent-size "$folder/$1/usr" | cut -f1)"
        cat
    } >"$folder/$1/DEBIAN/control"
    (cd "$folder/$1" && find usr -type f -print0 | sort -z | xargs -0 md5sum) \
        >"$folder/$1/DEBIAN/md5sums"
    find "$folder/$1" -type d -exec chmod 755 {} +
    chmod 644 "$folder/$1/DEBIAN/md5sums" "$folder/$1/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$folder/$1" "$folder/$1_${version}_$2.deb" >/dev/null
    echo "$folder/$1_${version}_$2.deb"
}

# The libraries that the program is linked with, as packages and versions.
libraries() {
    mkdir -p "$folder/debian" && ln -s ../hishi "$folder/debian/hishi"
    printf 'Source: hishi\n\nPackage: hishi\nArchitecture: any\n' >"$folder/debian/control"
    (cd "$folder" && dpkg-shlibdeps -O debian/hishi/usr/bin/hishi) | sed 's/^shlibs:Depends=//'
}

rm -rf "$folder"
mkdir -p "$folder/hishi" "$folder/hishi-data/usr/share"
cp -a "$stage/usr" "$folder/hishi/"
rm -f "$folder/hishi/usr/share/hishi/installed" # dpkg knows
mv "$folder/hishi/usr/share/hishi" "$folder/hishi-data/usr/share/"
sed -i 's|^/.*/share/hishi$|/usr/share/hishi|' "$folder"/hishi/usr/share/man/man1/*
gzip -9n "$folder"/hishi/usr/share/man/man1/*
doc hishi
doc hishi-data

pack hishi "$arch" <<EOF
Depends: hishi-data (= $version), $(libraries)
Recommends: bash-completion
Description: Go engine that plays from memory and can cite it
 Hishi plays the game of Go and speaks GTP, the Go Text Protocol, so that it is
 played in graphical interfaces, on servers and against other engines; in a
 terminal it is played by "hishi play".
 .
 Sources propose moves that strong players made in the same or the most similar
 surroundings, learnt weights mix them, a search picks among them, and what it
 knows about a move it can tell: how often it was played, in which games, with
 what success. Tools find sequences and shapes in collections of games, make
 opening books, and rate engines by matches.
EOF
pack hishi-data all <<EOF
Recommends: hishi (= $version)
Description: what the Go engine Hishi has learnt
 Hishi plays the game of Go from memory. This is its memory: shapes, sequences
 of moves and weights, learnt from games of strong players.
EOF
