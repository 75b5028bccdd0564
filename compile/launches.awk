# launches.awk: rewords the launches of kernels in device code, which clang refuses before version 22, as compile/toolkit/device/launch.h
# describes it (nested=yes). Reads a preprocessed source (clang -E) and writes it again, line for line. Exit
# status: 0 if it has reworded a launch, 1 if there was none.
#
# It goes by tokens alone. A brace opens device code if the words before it, since the last statement or brace, have a kernel's or a device
# function's attribute, or if it stands in device code. Lines of the system's headers are passed on as they are.

# add TEXT KIND: notes a token. What is not code is a kind of space, which takes part in nothing.
function add(text, kind)
{
    token[++tokens] = text
    space[tokens] = kind
}

# split_line LINE: takes a line of code apart.
function split_line(line,    length_of)
{
    while (line != "") {
        if (raw != "") { # inside a raw string, which may have many lines
            if (!(length_of = index(line, raw)))
                return add(line, 1)
            add(substr(line, 1, length_of + length(raw) - 1), 1)
            line = substr(line, length_of + length(raw))
            raw = ""
        } else {
            if (match(line, /^(u8|u|U|L)?R"[^ ()\\\t]*\(/)) {
                raw = substr(line, index(line, "\"") + 1)
                raw = ")" substr(raw, 1, index(raw, "(") - 1) "\""
            } else if (!match(line, /^[ \t\f\r]+/) && !match(line, /^[A-Za-z_][A-Za-z_0-9]*/) &&
                       !match(line, /^"([^"\\]|\\.)*"/) && !match(line, /^[0-9]('?[A-Za-z_0-9.])*/) && !match(line, /^'([^'\\]|\\.)*'/) &&
                       !match(line, /^(<<<|>>>|<< <|>> >|::)/))
                RSTART = RLENGTH = 1
            add(substr(line, 1, RLENGTH), line ~ /^[ \t\f\r]/)
            line = substr(line, RLENGTH + 1)
        }
    }
}

/^# [0-9]+ "/ {
    system_header = / 3( 4)?$/
    add($0 "\n", 1)
    next
}
system_header || /^#/ {
    add($0 "\n", 1)
    next
}
{
    split_line($0)
    add("\n", 1)
}

# after I: the next token of code behind token I.
function after(i)
{
    while (space[++i])
        ;
    return i
}

# before I: the token of code before token I.
function before(i)
{
    while (space[--i])
        ;
    return i
}

# text_of FROM TO: these tokens in one line, without what is no code.
function text_of(from, to,    text)
{
    for (; from <= to; from++)
        text = text (space[from] ? " " : token[from])
    return text
}

# closed OPEN: the token that closes the parenthesis which token OPEN opens.
function closed(open,    i, depth)
{
    for (i = open; i <= tokens; i++)
        if (!space[i] && (depth += (token[i] == "(") - (token[i] == ")")) == 0)
            return i
    return tokens
}

# types_of OPEN: the types of the parameters between these parentheses, as they are written: without the parameters' names.
function types_of(open,    i, end, word, types)
{
    end = closed(open)
    for (i = after(open); i <= end; i = after(i)) {
        if (token[i] ~ /^[,)]$/ && word != "") # its last word is a name, unless it is the only one
            types = types (words > 1 ? "" : word)
        else if (word != "")
            types = types " " word
        word = token[i] ~ /^[A-Za-z_]/ ? token[i] : ""
        words = token[i] ~ /^[A-Za-z_]/ ? words + 1 : token[i] ~ /^[,)]$/ ? 0 : words
        if (word == "")
            types = types token[i]
    }
    return types
}

# note_kernel I: token I is a kernel's name where it is declared. Notes the kernels whose type the arguments must choose: templates,
# and those that are overloaded.
function note_kernel(i,    types)
{
    types = types_of(after(i))
    if (in_template || (token[i] in kernel_types && kernel_types[token[i]] != types))
        chosen[token[i]] = 1
    kernel_types[token[i]] = types
}

# end_of_configuration AT: the ">>>" of the launch whose "<<<" is token AT.
function end_of_configuration(at)
{
    for (at = after(at); at <= tokens && token[at] !~ /^(>>>|>> >)$/; at = after(at))
        if (token[at] == "(")
            at = closed(at)
    return at
}

# close_up AT: writes the launch without the spaces that Visual Studio puts in: kernel << <1, 1> >> (p).
function close_up(at,    end)
{
    token[at] = "<<<"
    end = end_of_configuration(at)
    token[end] = ">>>"
    reworded = 1
}

# reword AT: rewords the launch whose "<<<" is token AT.
function reword(at,    from, i, depth, given, name, close_at, open)
{
    from = before(at)
    if (token[from] ~ /^>/) # the template's arguments
        for (given = 1; from > 1; from = before(from))
            if ((depth += token[from] ~ /^>/ ? gsub(/>/, ">", token[from]) : token[from] == "<" ? -1 : 0) == 0) {
                from = before(from)
                break
            }
    if (token[from] !~ /^[A-Za-z_]/)
        return
    i = from
    while (token[before(from)] == "::")
        from = token[before(before(from))] ~ /^[A-Za-z_]/ ? before(before(from)) : before(from)
    name = text_of(from, before(at))
    close_at = end_of_configuration(at)
    open = after(close_at)
    if (token[open] != "(")
        return
    name = "__device_launch<decltype(" (!given && (token[i] in chosen) ? "warp_kernel_for" text_of(open, closed(open)) : "&" name) "), &" name " >("
    for (i = from; i <= at; i++)
        if (!space[i])
            token[i] = ""
    token[from] = name
    token[close_at] = ")"
    reworded = 1
}

# A kernel and a device function are told by __attribute__((global)) and ((device)), which our headers make of CUDA's words.
END {
    for (i = after(0); i <= tokens; i = after(i)) {
        t = token[i]
        if ((t == "global" || t == "device") && token[before(i)] == "(" && token[before(before(before(i)))] == "__attribute__") {
            told = 1
            is_kernel = t == "global"
        } else if (t == "template")
            in_template = token[after(i)] == "<"
        else if (t == "(") {
            if (is_kernel && !parentheses && token[before(i)] ~ /^[A-Za-z_]/ && token[before(i)] != "__attribute__") {
                note_kernel(before(i))
                is_kernel = 0
            }
            parentheses++
        } else if (t == ")")
            parentheses--
        else if (t == "{") {
            told_at[++depth] = told
            parentheses_at[depth] = parentheses
            device[depth] = told || device[depth - 1]
            told = parentheses = in_template = 0
        } else if (t == "}") {
            parentheses = parentheses_at[depth]
            # Braces of a default argument or a member's value are followed by more of the same head.
            told = parentheses || token[after(i)] ~ /^[,{]$/ ? told_at[depth] : 0
            depth -= depth > 0
        } else if (t == ";" && !parentheses)
            told = is_kernel = in_template = 0
        else if (t ~ /^<<( )?<$/) {
            if (t == "<< <")
                close_up(i)
            if (nested && device[depth])
                reword(i)
        }
    }
    for (i = 1; i <= tokens; i++)
        printf "%s", token[i]
    exit !reworded
}
