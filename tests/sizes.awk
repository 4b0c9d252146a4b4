# tests/sizes.awk -- how long functions and files are, and how many files a folder has.
#
#     awk -f tests/sizes.awk FILE...
#
# In the house style a function's braces stand alone at the beginning of a line, so
# a function is what lies between `{' and `}' there, and the lines of its head.
# Files that are not C only count in their folder.  Prints the figures, and what is
# over a limit; fails if anything is.

BEGIN {
    median_max = 12; tenth_max = 25; function_max = 80; file_max = 650; folder_max = 30
    for (i = 1; i < ARGC; i++) {
        folder = ARGV[i]
        sub(/\/[^\/]*$/, "", folder)
        files[folder]++
        if (ARGV[i] !~ /\.[ch]$/)
            delete ARGV[i]
    }
}

FNR == 1 { head = 1; inside = 0 }

{ lines[FILENAME] = FNR }

inside && /^}/ {
    length_of = FNR - head + 1
    count_of[length_of]++
    functions++
    if (length_of > function_max)
        over = over sprintf("%s:%d: a function of %d lines\n", FILENAME, head, length_of)
    if (length_of > longest)
        longest = length_of
    inside = 0
}

/^{$/ { inside = 1 }

# The head begins after what is no part of it.
!inside && (/^$/ || /^[#}]/ || /\*\/ *$/ || /;$/) { head = FNR + 1 }

# The length that this share of all functions does not exceed.
function share(part,    n, seen) {
    for (n = 0; seen < part * functions; n++)
        seen += count_of[n + 1]
    return n
}

END {
    for (file in lines) {
        if (lines[file] > file_max)
            over = over sprintf("%s: %d lines\n", file, lines[file])
        if (lines[file] > largest)
            largest = lines[file]
    }
    for (folder in files) {
        if (files[folder] > folder_max)
            over = over sprintf("%s: %d files\n", folder, files[folder])
        if (files[folder] > fullest)
            fullest = files[folder]
    }
    printf "%d functions: median %d lines (at most %d), nine of ten %d (%d), longest %d (%d)\n",
        functions, share(0.5), median_max, share(0.9), tenth_max, longest, function_max
    printf "longest file %d lines (%d), fullest folder %d files (%d)\n",
        largest, file_max, fullest, folder_max
    printf "%s", over
    exit over != "" || share(0.5) > median_max || share(0.9) > tenth_max
}
