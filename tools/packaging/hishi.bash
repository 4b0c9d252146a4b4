# bash completion for hishi, which itself says what it knows: `hishi TOOL --options'.

_hishi() {
    local here=${COMP_WORDS[COMP_CWORD]} words=() known i
    # The tools named so far: those that the one before them knows.
    known=$(hishi --options 2>/dev/null)
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} != -* ]] && grep -qxF -e "${COMP_WORDS[i]}" <<<"$known"; then
            words+=("${COMP_WORDS[i]}")
            known=$(hishi "${words[@]}" --options 2>/dev/null)
        else
            break
        fi
    done
    COMPREPLY=($(compgen -W "$known" -- "$here"))
    if ((i < COMP_CWORD)) || [[ $here != -* && $known != [a-z]* ]]; then
        [[ $here == -* ]] || COMPREPLY=($(compgen -f -- "$here"))
    fi
    [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace
}

complete -o filenames -F _hishi hishi
