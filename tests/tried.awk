# tests/tried.awk -- the README of the tests, with what was tried since added to its table.
#
#     awk -f tests/tried.awk tests/README.md build/tried
#
# A line of build/tried is what was tried, how often, seconds of CPU time, how many
# faults were found, and the date, with tabs between.  The same tried again adds up.

function number(text)
{
	gsub(/,/, "", text)
	return text + 0
}

function grouped(n,    text)
{
	for (text = sprintf("%.0f", n); match(text, /[0-9][0-9][0-9][0-9](,|$)/);)
		text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
	return text
}

# Next to nothing is no nothing.
function seconds_text(s)
{
	return s < 10 ? sprintf("%.1f", s) : grouped(s)
}

function add(what, times, seconds, faults, date)
{
	if (!(what in often))
		order[++count] = what
	often[what] += times
	took[what] += seconds
	found[what] += faults
	if (date > last[what])
		last[what] = date
}

function put_table(    i, what)
{
	print "| tried | how often | CPU seconds | faults found | last |"
	print "|---|---|---|---|---|"
	for (i = 1; i <= count; i++) {
		what = order[i]
		printf "| %s | %s | %s | %s | %s |\n", what, grouped(often[what]),
			seconds_text(took[what]), grouped(found[what]), last[what]
	}
}

FILENAME != ARGV[1] {
	split($0, field, "\t")
	add(field[1], field[2], field[3], field[4], field[5])
	next
}

/^<!-- end of tried -->$/ { inside = 0 }

!inside { line[++lines] = $0 }

inside && /^\|/ && !/^\|(---| tried )/ {
	split($0, field, / *\| */)
	add(field[2], number(field[3]), number(field[4]), number(field[5]), field[6])
}

/^<!-- tried -->$/ { inside = 1 }

END {
	for (i = 1; i <= lines; i++) {
		print line[i]
		if (line[i] == "<!-- tried -->")
			put_table()
	}
}
