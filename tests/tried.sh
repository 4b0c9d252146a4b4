#!/bin/sh
# tests/tried.sh WHAT COMMAND... -- runs a fuzzer or a soak, which say themselves how
# often they have tried, and adds a row to the file that HISHI_TRIED names (see
# tests/support/tried.h).

what=$1
shift
said=$(mktemp) && trap 'rm -f "$said" "$said.end"' EXIT
{
	"$@" 2>&1
	{ echo "status $?"; times; } >"$said.end"
} | tee "$said"

awk -v what="$what" -v date="$(date -u +%F)" '
function seconds(text,    part)
{
	split(text, part, "m")
	return part[1] * 60 + part[2]
}
/^stat::number_of_executed_units:/ { often = $2 }
/^SUMMARY: / { found++ }
/^all +games/ { often = $3; found = $5 }
FILENAME ~ /end$/ && FNR == 3 { took = seconds($1) + seconds($2) }
END {
	if (often)
		printf "%s\t%d\t%.1f\t%d\t%s\n", what, often, took, found, date
}' "$said" "$said.end" >>"${HISHI_TRIED:-/dev/null}"

exit "$(sed -n 's/^status //p' "$said.end")"
