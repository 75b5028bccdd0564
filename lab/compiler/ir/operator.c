// operator.c: the words of instructions, which constant expressions use, too, and the flags after them.

#include "lab/compiler/ir/ir.h"

static const struct {
    const char *word;
    Op op;
} ops[] = {
    {"add", OP_ADD},
    {"sub", OP_SUB},
    {"mul", OP_MUL},
    {"udiv", OP_UDIV},
    {"sdiv", OP_SDIV},
    {"urem", OP_UREM},
    {"srem", OP_SREM},
    {"shl", OP_SHL},
    {"lshr", OP_LSHR},
    {"ashr", OP_ASHR},
    {"and", OP_AND},
    {"or", OP_OR},
    {"xor", OP_XOR},
    {"fadd", OP_FADD},
    {"fsub", OP_FSUB},
    {"fmul", OP_FMUL},
    {"fdiv", OP_FDIV},
    {"frem", OP_FREM},
    {"fneg", OP_FNEG},
    {"icmp", OP_ICMP},
    {"fcmp", OP_FCMP},
    {"trunc", OP_TRUNC},
    {"zext", OP_ZEXT},
    {"sext", OP_SEXT},
    {"fptrunc", OP_FPTRUNC},
    {"fpext", OP_FPEXT},
    {"fptoui", OP_FPTOUI},
    {"fptosi", OP_FPTOSI},
    {"uitofp", OP_UITOFP},
    {"sitofp", OP_SITOFP},
    {"ptrtoint", OP_PTRTOINT},
    {"ptrtoaddr", OP_PTRTOINT},
    {"inttoptr", OP_INTTOPTR},
    {"bitcast", OP_BITCAST},
    {"addrspacecast", OP_ADDRSPACECAST},
    {"extractelement", OP_EXTRACTELEMENT},
    {"insertelement", OP_INSERTELEMENT},
    {"shufflevector", OP_SHUFFLEVECTOR},
    {"extractvalue", OP_EXTRACTVALUE},
    {"insertvalue", OP_INSERTVALUE},
    {"select", OP_SELECT},
    {"freeze", OP_FREEZE},
    {"phi", OP_PHI},
    {"alloca", OP_ALLOCA},
    {"load", OP_LOAD},
    {"store", OP_STORE},
    {"fence", OP_FENCE},
    {"cmpxchg", OP_CMPXCHG},
    {"atomicrmw", OP_ATOMICRMW},
    {"getelementptr", OP_GETELEMENTPTR},
    {"call", OP_CALL},
    {"ret", OP_RET},
    {"br", OP_BR},
    {"switch", OP_SWITCH},
    {"unreachable", OP_UNREACHABLE},
};

Op op_named(const Token *t)
{
    for (size_t i = 0; t->kind == T_WORD && i < sizeof ops / sizeof *ops; i++)
        if (token_is(t, ops[i].word))
            return ops[i].op;
    return OP_NONE;
}

bool op_binary(Op op)
{
    return op >= OP_ADD && op <= OP_FREM;
}

bool op_cast(Op op)
{
    return op >= OP_TRUNC && op <= OP_ADDRSPACECAST;
}

u32 parse_flags(Module *m)
{
    static const struct {
        const char *word;
        u32 flag;
    } words[] = {{"nuw", F_NUW},
                 {"nsw", F_NSW},
                 {"nusw", 0},
                 {"inbounds", 0},
                 {"contract", F_CONTRACT},
                 {"exact", 0},
                 {"disjoint", F_DISJOINT},
                 {"samesign", 0},
                 {"nneg", F_NNEG},
                 {"nnan", 0},
                 {"ninf", 0},
                 {"nsz", 0},
                 {"arcp", 0},
                 {"reassoc", 0},
                 {"afn", F_APPROXIMATE},
                 {"fast", F_CONTRACT | F_APPROXIMATE}};
    u32 flags = 0;
    for (;;) {
        size_t i = 0, count = sizeof words / sizeof *words;
        while (i < count && !lex_is(&m->x, words[i].word))
            i++;
        if (i == count)
            return flags;
        flags |= words[i].flag;
        lex_next(&m->x);
    }
}
