# tests/times.awk -- what unit tests took, of what the shell's `times' has said of each:
# the second line is user and system time of what it ran, as 0m1.250s.

function seconds(text,    part)
{
    split(text, part, "m")
    return part[1] * 60 + part[2]
}

FNR == 2 {
    name = FILENAME
    sub(/.*\/tests\//, "", name)
    sub(/\.time$/, "", name)
    took[name] = seconds($1) + seconds($2)
    total += took[name]
    count++
}

END {
    printf "%d tests, %.0f s of CPU time; most of it:", count, total
    for (i = 0; i < 10 && i < count; i++) {
        most = ""
        for (name in took)
            if (most == "" || took[name] > took[most])
                most = name
        printf "%s %s %.0f", i ? "," : "", most, took[most]
        delete took[most]
    }
    print ""
}
