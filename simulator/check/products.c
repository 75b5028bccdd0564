#include "check/check.h"
void on_product(SimWorker *w, const Warp *warp, const Group *g, const Insn *in)
{
    (void)w;
    (void)warp;
    (void)g;
    (void)in;
}
void on_product_ordered(SimWorker *w, const Warp *warp, const Insn *in)
{
    (void)w;
    (void)warp;
    (void)in;
}
void on_proxy_fence(SimWorker *w, const Warp *warp)
{
    (void)w;
    (void)warp;
}
