#include <stdio.h>
#include <stdlib.h>

enum { LANES = 32, MOST_MARKS = 512 };

#define MARK(i) (out[(i) * LANES + lane] = out[(i) * LANES + lane] * 31 + __activemask())

__global__ void k0(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((r >> 4 & 1)) {
        if (lane < 23) {
            MARK(0);
            return;
        }
    }
    MARK(1);
    n = n * 3 + (lane < 8 ? r : lane);
    MARK(2);
    switch ((r >> 5 & 3)) {
    case 0: {
        n = n * 3 + ((r >> 1 & 1) && (r >> 4 & 3) == 2 ? r : lane);
        MARK(3);
    }
    case 1: {
        for (unsigned k0 = 0; k0 < (r >> 1 & 3) + 0; k0++) {
            n += k0;
            n = n * 3 + ((lane & 1) && (r >> 7 & 1) ? r : lane);
            MARK(4);
        }
        MARK(5);
    }
        break;
    case 2: {
        if (lane < 1) {
            unsigned k1 = 0;
            do {
                for (unsigned k2 = 0; k2 < (r >> 1 & 3) + 1; k2++) {
                    n += k2;
                    MARK(6);
                }
                MARK(7);
                if ((lane & 16) || n & 1) {
                    MARK(8);
                }
                MARK(9);
                MARK(10);
            } while (++k1 < (r >> 0 & 3));
            if ((r >> 2 & 1)) {
                unsigned k3 = 0;
                do {
                    MARK(11);
                    MARK(12);
                } while (++k3 < (r >> 2 & 3));
                MARK(13);
                MARK(14);
            } else {
                MARK(15);
            }
        }
        MARK(16);
        MARK(17);
    }
        break;
    default:
        MARK(18);
    }
    MARK(19);
    MARK(20);
}

__global__ void k1(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    switch ((r >> 1 & 3)) {
    case 0: {
        if ((r >> 4 & 3) == 0) {
            for (unsigned k0 = 0; k0 < (r >> 4 & 3) + 1; k0++) {
                n += k0;
                n = n * 3 + ((r >> 3 & 3) == 0 || lane < 24 ? r : lane);
                MARK(1);
                if ((r >> 1 & 3) == 3) {
                    MARK(2);
                    MARK(3);
                    MARK(4);
                } else {
                    MARK(5);
                }
            }
            MARK(6);
            MARK(7);
        } else {
            MARK(8);
            if (n & 1) {
                for (unsigned k1 = 0; k1 < (r >> 3 & 3) + 0; k1++) {
                    n += k1;
                    MARK(9);
                    MARK(10);
                }
                MARK(11);
                if (lane < 21) {
                    MARK(12);
                    MARK(13);
                    MARK(14);
                }
                MARK(15);
                MARK(16);
            }
            if ((r >> 3 & 1)) {
                MARK(17);
                return;
            }
        }
    }
        break;
    case 1: {
        for (unsigned k2 = 0; k2 < (r >> 5 & 3) + 1; k2++) {
            n += k2;
            MARK(18);
            MARK(19);
            MARK(20);
        }
        MARK(21);
    }
    case 2: {
        MARK(22);
        MARK(23);
    }
    default:
        MARK(24);
    }
    MARK(25);
    MARK(26);
    MARK(27);
}

__global__ void k2(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    if ((r >> 2 & 1)) {
        for (unsigned k0 = 0; k0 < (r >> 2 & 3) + 1; k0++) {
            n += k0;
            n = n * 3 + ((lane ^ n) % 3 == 0 ? r : lane);
            MARK(1);
            for (unsigned k1 = 0; k1 < (r >> 4 & 3) + 0; k1++) {
                n += k1;
                switch ((r >> 4 & 3)) {
                case 0: {
                    MARK(2);
                }
                    break;
                case 1: {
                    MARK(3);
                    MARK(4);
                }
                case 2: {
                    MARK(5);
                }
                default:
                    MARK(6);
                }
                MARK(7);
                switch ((r >> 5 & 3)) {
                case 0: {
                    MARK(8);
                    MARK(9);
                }
                    break;
                case 1: {
                    MARK(10);
                    MARK(11);
                }
                    break;
                case 2: {
                    MARK(12);
                    MARK(13);
                    MARK(14);
                }
                    break;
                default:
                    MARK(15);
                }
                MARK(16);
            }
            MARK(17);
        }
        MARK(18);
        if (!(lane < 3)) {
            switch ((r >> 5 & 3)) {
            case 0: {
                unsigned k2 = 0;
                do {
                    MARK(19);
                } while (++k2 < (r >> 5 & 3));
                if ((r >> 2 & 3) == 2) {
                    MARK(20);
                    MARK(21);
                }
                MARK(22);
            }
            case 1: {
                if ((r >> 4 & 1)) {
                    MARK(23);
                    MARK(24);
                    MARK(25);
                }
                for (unsigned k3 = 0; k3 < (r >> 5 & 3) + 0; k3++) {
                    n += k3;
                    MARK(26);
                    MARK(27);
                }
                MARK(28);
            }
                break;
            case 2: {
                for (unsigned k4 = 0; k4 < (r >> 4 & 3) + 1; k4++) {
                    n += k4;
                    MARK(29);
                }
                MARK(30);
                MARK(31);
                MARK(32);
            }
                break;
            default:
                MARK(33);
            }
            MARK(34);
            MARK(35);
            MARK(36);
        }
        MARK(37);
    }
    MARK(38);
    MARK(39);
}

__global__ void k3(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if (n & 1) {
        unsigned k0 = 0;
        do {
            if (n & 1 || lane < 7) {
                MARK(0);
                n = n * 3 + ((r >> 5 & 1) ? r : lane);
                MARK(1);
            }
            unsigned k1 = 0;
            do {
                for (unsigned k2 = 0; k2 < (r >> 3 & 3) + 0; k2++) {
                    n += k2;
                    MARK(2);
                }
            } while (++k1 < (r >> 3 & 3));
        } while (++k0 < (r >> 4 & 3));
        MARK(3);
    } else {
        if (n & 1 && (lane & 8)) {
            MARK(4);
            unsigned k3 = 0;
            do {
                n = n * 3 + (n & 1 ? r : lane);
                MARK(5);
                for (unsigned k4 = 0; k4 < (r >> 1 & 3) + 0; k4++) {
                    n += k4;
                    MARK(6);
                    MARK(7);
                    MARK(8);
                }
                MARK(9);
            } while (++k3 < (r >> 2 & 3));
        }
    }
    MARK(10);
    MARK(11);
    MARK(12);
    MARK(13);
}

__global__ void k4(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if (lane < 24) {
        MARK(0);
        n = n * 3 + (n & 1 || (lane ^ n) % 5 == 0 ? r : lane);
        MARK(1);
    }
    unsigned k0 = 0;
    do {
        if (n & 1) {
            if ((r >> 2 & 1)) {
                n = n * 3 + ((lane & 2) ? r : lane);
                MARK(2);
                for (unsigned k1 = 0; k1 < (r >> 4 & 3) + 0; k1++) {
                    n += k1;
                    MARK(3);
                    MARK(4);
                    MARK(5);
                }
                MARK(6);
                n = n * 3 + (n & 1 ? r : lane);
                MARK(7);
            } else {
                if (!((r >> 2 & 1)))
                    continue;
                MARK(8);
                MARK(9);
                if (n & 1)
                    break;
                MARK(10);
            }
        }
        MARK(11);
        switch ((r >> 1 & 3)) {
        case 0: {
            unsigned k2 = 0;
            do {
                MARK(12);
                MARK(13);
            } while (++k2 < (r >> 3 & 3));
            MARK(14);
            MARK(15);
        }
        case 1: {
            MARK(16);
        }
            break;
        case 2: {
            MARK(17);
        }
            break;
        default:
            MARK(18);
        }
        MARK(19);
        MARK(20);
    } while (++k0 < (r >> 5 & 3));
    MARK(21);
    MARK(22);
}

__global__ void k5(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if (lane < 10) {
        if (n & 1) {
            if ((r >> 0 & 1) || lane < 10) {
                if ((lane ^ n) % 4 == 0) {
                    MARK(0);
                    MARK(1);
                }
            }
            MARK(2);
        }
        if ((r >> 1 & 3) == 0 || n & 1) {
            for (unsigned k0 = 0; k0 < (r >> 5 & 3) + 0; k0++) {
                n += k0;
                for (unsigned k1 = 0; k1 < (r >> 4 & 3) + 0; k1++) {
                    n += k1;
                    MARK(3);
                    MARK(4);
                }
                for (unsigned k2 = 0; k2 < (r >> 4 & 3) + 1; k2++) {
                    n += k2;
                    MARK(5);
                    MARK(6);
                }
            }
            n = n * 3 + (n & 1 ? r : lane);
            MARK(7);
        } else {
            if ((r >> 2 & 3) == 2) {
                for (unsigned k3 = 0; k3 < (r >> 0 & 3) + 0; k3++) {
                    n += k3;
                    MARK(8);
                    MARK(9);
                }
                for (unsigned k4 = 0; k4 < (r >> 2 & 3) + 1; k4++) {
                    n += k4;
                    MARK(10);
                    MARK(11);
                }
                MARK(12);
            } else {
                if ((lane ^ n) % 4 == 0) {
                    MARK(13);
                } else {
                    MARK(14);
                    MARK(15);
                    MARK(16);
                }
                for (unsigned k5 = 0; k5 < (r >> 4 & 3) + 1; k5++) {
                    n += k5;
                    MARK(17);
                    MARK(18);
                    MARK(19);
                }
                MARK(20);
            }
            MARK(21);
        }
    }
    MARK(22);
    MARK(23);
    MARK(24);
    MARK(25);
}

__global__ void k6(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if (lane < 5) {
        for (unsigned k0 = 0; k0 < (r >> 0 & 3) + 1; k0++) {
            n += k0;
            unsigned k1 = 0;
            do {
                if ((lane ^ n) % 2 == 0) {
                    MARK(0);
                } else {
                    MARK(1);
                }
                MARK(2);
                unsigned k2 = 0;
                do {
                    MARK(3);
                    MARK(4);
                } while (++k2 < (r >> 1 & 3));
            } while (++k1 < (r >> 4 & 3));
            if ((r >> 0 & 3) == 3 && (lane & 4)) {
                n = n * 3 + ((r >> 6 & 1) ? r : lane);
                MARK(5);
                for (unsigned k3 = 0; k3 < (r >> 4 & 3) + 1; k3++) {
                    n += k3;
                    MARK(6);
                }
                MARK(7);
                if (n & 1) {
                    MARK(8);
                    MARK(9);
                    MARK(10);
                }
            } else {
                n = n * 3 + ((lane ^ n) % 2 == 0 ? r : lane);
                MARK(11);
                n = n * 3 + (!((lane & 16)) ? r : lane);
                MARK(12);
            }
            MARK(13);
        }
        MARK(14);
        unsigned k4 = 0;
        do {
            if ((lane ^ n) % 5 == 0) {
                MARK(15);
                MARK(16);
            }
            MARK(17);
            MARK(18);
        } while (++k4 < (r >> 3 & 3));
    } else {
        MARK(19);
    }
    MARK(20);
    MARK(21);
    MARK(22);
    MARK(23);
}

__global__ void k7(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    for (unsigned k0 = 0; k0 < (r >> 0 & 3) + 1; k0++) {
        n += k0;
        if (lane < 6) {
            MARK(0);
            for (unsigned k1 = 0; k1 < (r >> 1 & 3) + 1; k1++) {
                n += k1;
                if ((lane ^ n) % 5 == 0) {
                    MARK(1);
                }
                MARK(2);
            }
            if ((lane & 8)) {
                if (n & 1 && (r >> 1 & 1))
                    break;
                MARK(3);
            } else {
                if ((lane ^ n) % 4 == 0) {
                    MARK(4);
                }
                if (lane < 21 || (r >> 1 & 1)) {
                    MARK(5);
                    return;
                }
                n = n * 3 + ((r >> 3 & 3) == 1 ? r : lane);
                MARK(6);
            }
        } else {
            for (unsigned k2 = 0; k2 < (r >> 3 & 3) + 1; k2++) {
                n += k2;
                unsigned k3 = 0;
                do {
                    MARK(7);
                    MARK(8);
                    MARK(9);
                } while (++k3 < (r >> 1 & 3));
                unsigned k4 = 0;
                do {
                    MARK(10);
                    MARK(11);
                } while (++k4 < (r >> 3 & 3));
            }
            MARK(12);
        }
        MARK(13);
        MARK(14);
    }
    MARK(15);
    MARK(16);
    MARK(17);
}

__global__ void k8(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    for (unsigned k0 = 0; k0 < (r >> 3 & 3) + 1; k0++) {
        n += k0;
        unsigned k1 = 0;
        do {
            for (unsigned k2 = 0; k2 < (r >> 1 & 3) + 1; k2++) {
                n += k2;
                if ((r >> 0 & 1)) {
                    MARK(0);
                    MARK(1);
                }
                if (lane < 14) {
                    MARK(2);
                } else {
                    MARK(3);
                    MARK(4);
                    MARK(5);
                }
                MARK(6);
            }
            MARK(7);
            if (n & 1) {
                MARK(8);
            }
            MARK(9);
            switch ((r >> 3 & 3)) {
            case 0: {
                if (!(lane < 13)) {
                    MARK(10);
                    MARK(11);
                    MARK(12);
                } else {
                    MARK(13);
                }
                if ((r >> 4 & 3) == 2) {
                    MARK(14);
                }
                MARK(15);
            }
                break;
            case 1: {
                if ((lane ^ n) % 5 == 0 || n & 1) {
                    MARK(16);
                    return;
                }
                if ((r >> 3 & 3) == 2 && (r >> 1 & 1)) {
                    MARK(17);
                    MARK(18);
                } else {
                    MARK(19);
                    MARK(20);
                    MARK(21);
                }
                for (unsigned k3 = 0; k3 < (r >> 1 & 3) + 0; k3++) {
                    n += k3;
                    MARK(22);
                    MARK(23);
                    MARK(24);
                }
            }
            case 2: {
                if ((r >> 4 & 3) == 0 && (lane & 8)) {
                    MARK(25);
                    MARK(26);
                    MARK(27);
                } else {
                    MARK(28);
                }
                MARK(29);
                MARK(30);
            }
                break;
            default:
                MARK(31);
            }
            MARK(32);
        } while (++k1 < (r >> 3 & 3));
    }
    MARK(33);
    MARK(34);
    MARK(35);
    MARK(36);
}

__global__ void k9(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    switch ((r >> 5 & 3)) {
    case 0: {
        switch ((r >> 0 & 3)) {
        case 0: {
            n = n * 3 + ((r >> 1 & 1) ? r : lane);
            MARK(0);
            MARK(1);
        }
        case 1: {
            for (unsigned k0 = 0; k0 < (r >> 1 & 3) + 0; k0++) {
                n += k0;
                if (lane < 16 && (r >> 4 & 3) == 1)
                    continue;
                MARK(2);
                if ((lane & 8)) {
                    MARK(3);
                    MARK(4);
                    MARK(5);
                }
                MARK(6);
                if ((r >> 2 & 3) == 3 && (lane ^ n) % 4 == 0) {
                    MARK(7);
                    MARK(8);
                } else {
                    MARK(9);
                    MARK(10);
                }
            }
            if ((lane & 1)) {
                if ((lane ^ n) % 5 == 0) {
                    MARK(11);
                    MARK(12);
                    MARK(13);
                } else {
                    MARK(14);
                    MARK(15);
                    MARK(16);
                }
                MARK(17);
                if (n & 1 || lane < 12) {
                    MARK(18);
                }
                MARK(19);
            }
        }
            break;
        case 2: {
            n = n * 3 + (n & 1 ? r : lane);
            MARK(20);
            for (unsigned k1 = 0; k1 < (r >> 0 & 3) + 1; k1++) {
                n += k1;
                if ((r >> 0 & 1)) {
                    MARK(21);
                    MARK(22);
                } else {
                    MARK(23);
                    MARK(24);
                }
            }
            MARK(25);
        }
            break;
        default:
            MARK(26);
        }
        MARK(27);
        MARK(28);
    }
        break;
    case 1: {
        MARK(29);
        MARK(30);
        MARK(31);
    }
        break;
    case 2: {
        MARK(32);
        MARK(33);
    }
    default:
        MARK(34);
    }
    MARK(35);
    MARK(36);
    MARK(37);
    MARK(38);
}

__global__ void k10(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    for (unsigned k0 = 0; k0 < (r >> 5 & 3) + 1; k0++) {
        n += k0;
        if ((lane & 4)) {
            for (unsigned k1 = 0; k1 < (r >> 1 & 3) + 1; k1++) {
                n += k1;
                for (unsigned k2 = 0; k2 < (r >> 1 & 3) + 1; k2++) {
                    n += k2;
                    MARK(1);
                    MARK(2);
                }
                MARK(3);
                if (!((lane ^ n) % 3 == 0)) {
                    MARK(4);
                    MARK(5);
                }
                if (lane < 6 || (lane & 16))
                    break;
                MARK(6);
            }
        }
        MARK(7);
        unsigned k3 = 0;
        do {
            n = n * 3 + ((r >> 0 & 1) && lane < 20 ? r : lane);
            MARK(8);
        } while (++k3 < (r >> 4 & 3));
        if ((r >> 3 & 1) || lane < 9) {
            unsigned k4 = 0;
            do {
                switch ((r >> 4 & 3)) {
                case 0: {
                    MARK(9);
                }
                    break;
                case 1: {
                    MARK(10);
                    MARK(11);
                }
                case 2: {
                    MARK(12);
                    MARK(13);
                    MARK(14);
                }
                default:
                    MARK(15);
                }
                MARK(16);
            } while (++k4 < (r >> 2 & 3));
            if ((lane ^ n) % 4 == 0 || n & 1) {
                for (unsigned k5 = 0; k5 < (r >> 2 & 3) + 1; k5++) {
                    n += k5;
                    MARK(17);
                }
                MARK(18);
                MARK(19);
            }
        }
    }
    MARK(20);
    MARK(21);
    MARK(22);
}

__global__ void k11(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((r >> 4 & 3) == 0) {
        for (unsigned k0 = 0; k0 < (r >> 2 & 3) + 0; k0++) {
            n += k0;
            MARK(0);
        }
    } else {
        switch ((r >> 5 & 3)) {
        case 0: {
            switch ((r >> 4 & 3)) {
            case 0: {
                if (!(n & 1)) {
                    MARK(1);
                    MARK(2);
                }
                MARK(3);
                for (unsigned k1 = 0; k1 < (r >> 5 & 3) + 1; k1++) {
                    n += k1;
                    MARK(4);
                    MARK(5);
                    MARK(6);
                }
                MARK(7);
                if (lane < 25) {
                    MARK(8);
                    MARK(9);
                    MARK(10);
                }
            }
                break;
            case 1: {
                if (lane < 11) {
                    MARK(11);
                }
                MARK(12);
                if (!(n & 1)) {
                    MARK(13);
                }
                MARK(14);
            }
                break;
            case 2: {
                for (unsigned k2 = 0; k2 < (r >> 2 & 3) + 1; k2++) {
                    n += k2;
                    MARK(15);
                    MARK(16);
                    MARK(17);
                }
                if (!((r >> 6 & 1))) {
                    MARK(18);
                    MARK(19);
                    MARK(20);
                } else {
                    MARK(21);
                    MARK(22);
                }
                MARK(23);
                unsigned k3 = 0;
                do {
                    MARK(24);
                    MARK(25);
                } while (++k3 < (r >> 4 & 3));
            }
                break;
            default:
                MARK(26);
            }
            MARK(27);
        }
        case 1: {
            if ((r >> 1 & 1)) {
                MARK(28);
            }
            MARK(29);
            MARK(30);
            MARK(31);
        }
        case 2: {
            MARK(32);
            MARK(33);
            MARK(34);
        }
        default:
            MARK(35);
        }
        MARK(36);
        MARK(37);
        MARK(38);
    }
    MARK(39);
    MARK(40);
    MARK(41);
}

__global__ void k12(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    unsigned k0 = 0;
    do {
        unsigned k1 = 0;
        do {
            MARK(0);
            if (n & 1) {
                if ((r >> 4 & 3) == 1) {
                    MARK(1);
                    MARK(2);
                    MARK(3);
                } else {
                    MARK(4);
                    MARK(5);
                }
                MARK(6);
                if (!((r >> 2 & 1))) {
                    MARK(7);
                    return;
                }
            } else {
                if ((r >> 5 & 1))
                    break;
                MARK(8);
            }
        } while (++k1 < (r >> 1 & 3));
    } while (++k0 < (r >> 3 & 3));
    MARK(9);
    if ((lane & 2)) {
        n = n * 3 + (!(n & 1) ? r : lane);
        MARK(10);
        MARK(11);
        n = n * 3 + ((r >> 4 & 3) == 2 && (lane & 2) ? r : lane);
        MARK(12);
    }
    MARK(13);
}

__global__ void k13(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    for (unsigned k0 = 0; k0 < (r >> 2 & 3) + 1; k0++) {
        n += k0;
        if ((lane ^ n) % 2 == 0) {
            n = n * 3 + ((r >> 6 & 3) == 2 ? r : lane);
            MARK(0);
            if ((r >> 6 & 3) == 3)
                break;
            MARK(1);
            if ((lane ^ n) % 4 == 0 || (r >> 4 & 3) == 1) {
                if (lane < 14 || lane < 30) {
                    MARK(2);
                }
                MARK(3);
                for (unsigned k1 = 0; k1 < (r >> 4 & 3) + 0; k1++) {
                    n += k1;
                    MARK(4);
                }
                MARK(5);
                n = n * 3 + (n & 1 ? r : lane);
                MARK(6);
            }
        }
        MARK(7);
    }
    MARK(8);
    switch ((r >> 5 & 3)) {
    case 0: {
        for (unsigned k2 = 0; k2 < (r >> 3 & 3) + 0; k2++) {
            n += k2;
            MARK(9);
            for (unsigned k3 = 0; k3 < (r >> 1 & 3) + 0; k3++) {
                n += k3;
                if (!(lane < 11)) {
                    MARK(10);
                }
                MARK(11);
                unsigned k4 = 0;
                do {
                    MARK(12);
                    MARK(13);
                    MARK(14);
                } while (++k4 < (r >> 0 & 3));
                MARK(15);
            }
            MARK(16);
        }
        MARK(17);
        MARK(18);
    }
        break;
    case 1: {
        MARK(19);
    }
        break;
    case 2: {
        MARK(20);
        MARK(21);
    }
    default:
        MARK(22);
    }
    MARK(23);
    MARK(24);
    MARK(25);
}

__global__ void k14(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    unsigned k0 = 0;
    do {
        unsigned k1 = 0;
        do {
            if ((lane & 1) && (lane ^ n) % 3 == 0)
                break;
            MARK(0);
            if ((r >> 5 & 1)) {
                MARK(1);
                if ((lane ^ n) % 4 == 0) {
                    MARK(2);
                }
                MARK(3);
                if (lane < 12 && lane < 2) {
                    MARK(4);
                } else {
                    MARK(5);
                    MARK(6);
                }
            }
            MARK(7);
            if (lane < 7 && (lane ^ n) % 2 == 0) {
                if ((lane & 4)) {
                    MARK(8);
                }
                unsigned k2 = 0;
                do {
                    MARK(9);
                } while (++k2 < (r >> 1 & 3));
            }
        } while (++k1 < (r >> 3 & 3));
        if ((lane ^ n) % 3 == 0)
            continue;
        MARK(10);
        for (unsigned k3 = 0; k3 < (r >> 3 & 3) + 1; k3++) {
            n += k3;
            for (unsigned k4 = 0; k4 < (r >> 0 & 3) + 0; k4++) {
                n += k4;
                unsigned k5 = 0;
                do {
                    MARK(11);
                    MARK(12);
                } while (++k5 < (r >> 1 & 3));
                MARK(13);
                MARK(14);
            }
            MARK(15);
        }
        MARK(16);
    } while (++k0 < (r >> 2 & 3));
    MARK(17);
    MARK(18);
    MARK(19);
}

__global__ void k15(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((r >> 1 & 1)) {
        unsigned k0 = 0;
        do {
            if (lane < 1 && (lane & 2))
                continue;
            MARK(0);
            for (unsigned k1 = 0; k1 < (r >> 4 & 3) + 0; k1++) {
                n += k1;
                if (!((lane ^ n) % 3 == 0)) {
                    MARK(1);
                }
                MARK(2);
                if ((lane ^ n) % 4 == 0) {
                    MARK(3);
                    MARK(4);
                    MARK(5);
                }
                MARK(6);
            }
            MARK(7);
            for (unsigned k2 = 0; k2 < (r >> 2 & 3) + 0; k2++) {
                n += k2;
                unsigned k3 = 0;
                do {
                    MARK(8);
                    MARK(9);
                } while (++k3 < (r >> 5 & 3));
                for (unsigned k4 = 0; k4 < (r >> 3 & 3) + 1; k4++) {
                    n += k4;
                    MARK(10);
                }
                MARK(11);
            }
            MARK(12);
        } while (++k0 < (r >> 2 & 3));
        if ((lane & 4) || (lane & 8)) {
            if ((r >> 0 & 3) == 3 && (r >> 1 & 3) == 0) {
                MARK(13);
                return;
            }
            for (unsigned k5 = 0; k5 < (r >> 3 & 3) + 1; k5++) {
                n += k5;
                if (n & 1 && (r >> 5 & 3) == 3) {
                    MARK(14);
                } else {
                    MARK(15);
                }
                MARK(16);
                if ((lane ^ n) % 3 == 0 && (r >> 4 & 1)) {
                    MARK(17);
                }
                MARK(18);
                MARK(19);
            }
            MARK(20);
        } else {
            MARK(21);
            MARK(22);
        }
        MARK(23);
    }
    MARK(24);
    MARK(25);
    MARK(26);
    MARK(27);
}

__global__ void k16(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    if (lane < 1 && (lane ^ n) % 2 == 0) {
        switch ((r >> 2 & 3)) {
        case 0: {
            if (!(n & 1)) {
                MARK(1);
                return;
            }
            unsigned k0 = 0;
            do {
                if (n & 1 && n & 1) {
                    MARK(2);
                    MARK(3);
                    MARK(4);
                } else {
                    MARK(5);
                    MARK(6);
                    MARK(7);
                }
            } while (++k0 < (r >> 4 & 3));
        }
            break;
        case 1: {
            MARK(8);
            if ((lane ^ n) % 5 == 0) {
                if ((r >> 1 & 1)) {
                    MARK(9);
                }
                for (unsigned k1 = 0; k1 < (r >> 0 & 3) + 1; k1++) {
                    n += k1;
                    MARK(10);
                    MARK(11);
                }
            } else {
                MARK(12);
                n = n * 3 + ((r >> 3 & 1) && n & 1 ? r : lane);
                MARK(13);
            }
            MARK(14);
        }
            break;
        case 2: {
            n = n * 3 + (lane < 18 || (lane & 4) ? r : lane);
            MARK(15);
        }
        default:
            MARK(16);
        }
        MARK(17);
        if (n & 1 || n & 1) {
            MARK(18);
            MARK(19);
        }
        MARK(20);
    } else {
        MARK(21);
    }
    MARK(22);
    MARK(23);
    MARK(24);
}

__global__ void k17(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((r >> 0 & 1)) {
        if (lane < 19) {
            if ((lane ^ n) % 3 == 0) {
                if (lane < 15) {
                    MARK(0);
                }
                MARK(1);
                n = n * 3 + ((r >> 2 & 3) == 2 || (r >> 2 & 3) == 1 ? r : lane);
                MARK(2);
            }
            if ((lane ^ n) % 4 == 0) {
                MARK(3);
            } else {
                n = n * 3 + ((r >> 2 & 1) ? r : lane);
                MARK(4);
            }
            if ((lane & 1)) {
                MARK(5);
                n = n * 3 + (!((lane & 1)) ? r : lane);
                MARK(6);
            } else {
                n = n * 3 + ((r >> 5 & 3) == 3 ? r : lane);
                MARK(7);
                if ((r >> 2 & 3) == 3 && (r >> 0 & 1)) {
                    MARK(8);
                    MARK(9);
                    MARK(10);
                } else {
                    MARK(11);
                }
            }
            MARK(12);
        } else {
            n = n * 3 + (!(n & 1) ? r : lane);
            MARK(13);
            MARK(14);
            MARK(15);
        }
        MARK(16);
    } else {
        MARK(17);
        MARK(18);
        MARK(19);
    }
    MARK(20);
    MARK(21);
    MARK(22);
}

__global__ void k18(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    for (unsigned k0 = 0; k0 < (r >> 3 & 3) + 0; k0++) {
        n += k0;
        MARK(0);
    }
    MARK(1);
    n = n * 3 + ((lane ^ n) % 3 == 0 ? r : lane);
    MARK(2);
    if (n & 1) {
        if ((r >> 1 & 1)) {
            if ((lane ^ n) % 2 == 0) {
                if ((lane & 2)) {
                    MARK(3);
                    MARK(4);
                } else {
                    MARK(5);
                }
                unsigned k1 = 0;
                do {
                    MARK(6);
                    MARK(7);
                    MARK(8);
                } while (++k1 < (r >> 3 & 3));
                if ((lane & 2)) {
                    MARK(9);
                    MARK(10);
                    MARK(11);
                } else {
                    MARK(12);
                }
                MARK(13);
            }
            MARK(14);
            for (unsigned k2 = 0; k2 < (r >> 1 & 3) + 0; k2++) {
                n += k2;
                n = n * 3 + ((lane ^ n) % 2 == 0 ? r : lane);
                MARK(15);
            }
            MARK(16);
            for (unsigned k3 = 0; k3 < (r >> 1 & 3) + 1; k3++) {
                n += k3;
                for (unsigned k4 = 0; k4 < (r >> 3 & 3) + 0; k4++) {
                    n += k4;
                    MARK(17);
                    MARK(18);
                }
                MARK(19);
                if ((lane & 8)) {
                    MARK(20);
                    MARK(21);
                } else {
                    MARK(22);
                }
                MARK(23);
            }
            MARK(24);
        } else {
            MARK(25);
            MARK(26);
            MARK(27);
        }
        MARK(28);
    }
    MARK(29);
}

__global__ void k19(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((r >> 0 & 3) == 2) {
        if ((lane ^ n) % 4 == 0) {
            for (unsigned k0 = 0; k0 < (r >> 3 & 3) + 1; k0++) {
                n += k0;
                for (unsigned k1 = 0; k1 < (r >> 1 & 3) + 1; k1++) {
                    n += k1;
                    MARK(0);
                }
                MARK(1);
                unsigned k2 = 0;
                do {
                    MARK(2);
                    MARK(3);
                    MARK(4);
                } while (++k2 < (r >> 2 & 3));
            }
            MARK(5);
        }
        MARK(6);
        unsigned k3 = 0;
        do {
            if (n & 1) {
                if ((lane & 4)) {
                    MARK(7);
                } else {
                    MARK(8);
                    MARK(9);
                }
            } else {
                switch ((r >> 5 & 3)) {
                case 0: {
                    MARK(10);
                }
                case 1: {
                    MARK(11);
                    MARK(12);
                    MARK(13);
                }
                case 2: {
                    MARK(14);
                    MARK(15);
                    MARK(16);
                }
                default:
                    MARK(17);
                }
                MARK(18);
                unsigned k4 = 0;
                do {
                    MARK(19);
                    MARK(20);
                } while (++k4 < (r >> 0 & 3));
            }
            if (lane < 8) {
                if ((r >> 4 & 1) || (r >> 1 & 1)) {
                    MARK(21);
                    MARK(22);
                }
            }
        } while (++k3 < (r >> 0 & 3));
    }
    for (unsigned k5 = 0; k5 < (r >> 0 & 3) + 1; k5++) {
        n += k5;
        MARK(23);
    }
    MARK(24);
    MARK(25);
}

__global__ void k20(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    for (unsigned k0 = 0; k0 < (r >> 0 & 3) + 1; k0++) {
        n += k0;
        if (n & 1) {
            if ((r >> 6 & 3) == 1) {
                MARK(0);
                if ((r >> 1 & 1)) {
                    MARK(1);
                    MARK(2);
                } else {
                    MARK(3);
                    MARK(4);
                    MARK(5);
                }
            } else {
                for (unsigned k1 = 0; k1 < (r >> 4 & 3) + 0; k1++) {
                    n += k1;
                    MARK(6);
                    MARK(7);
                    MARK(8);
                }
                MARK(9);
            }
            MARK(10);
            if ((r >> 3 & 3) == 1 || lane < 5) {
                if (n & 1 || n & 1) {
                    MARK(11);
                    return;
                }
                for (unsigned k2 = 0; k2 < (r >> 3 & 3) + 1; k2++) {
                    n += k2;
                    MARK(12);
                    MARK(13);
                    MARK(14);
                }
                MARK(15);
                if ((r >> 5 & 1))
                    continue;
                MARK(16);
            }
            switch ((r >> 4 & 3)) {
            case 0: {
                for (unsigned k3 = 0; k3 < (r >> 3 & 3) + 0; k3++) {
                    n += k3;
                    MARK(17);
                }
                MARK(18);
                n = n * 3 + (n & 1 ? r : lane);
                MARK(19);
            }
                break;
            case 1: {
                if ((lane ^ n) % 4 == 0) {
                    MARK(20);
                    return;
                }
                MARK(21);
            }
            case 2: {
                MARK(22);
                MARK(23);
                MARK(24);
            }
            default:
                MARK(25);
            }
            MARK(26);
        } else {
            MARK(27);
            MARK(28);
            MARK(29);
        }
    }
    MARK(30);
    MARK(31);
    MARK(32);
}

__global__ void k21(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    unsigned k0 = 0;
    do {
        if ((lane ^ n) % 2 == 0 && (lane ^ n) % 3 == 0) {
            if ((r >> 4 & 3) == 3) {
                n = n * 3 + ((r >> 6 & 3) == 2 || (r >> 0 & 3) == 2 ? r : lane);
                MARK(0);
                unsigned k1 = 0;
                do {
                    MARK(1);
                    MARK(2);
                } while (++k1 < (r >> 0 & 3));
            }
            if (!((r >> 6 & 1))) {
                if (!((lane & 4))) {
                    MARK(3);
                    MARK(4);
                    MARK(5);
                } else {
                    MARK(6);
                    MARK(7);
                    MARK(8);
                }
            }
            MARK(9);
            MARK(10);
        }
    } while (++k0 < (r >> 2 & 3));
    MARK(11);
    MARK(12);
    MARK(13);
}

__global__ void k22(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    if (lane < 9 && (r >> 1 & 3) == 1) {
        for (unsigned k0 = 0; k0 < (r >> 1 & 3) + 0; k0++) {
            n += k0;
            unsigned k1 = 0;
            do {
                if ((lane & 1) || (lane ^ n) % 5 == 0)
                    continue;
                MARK(1);
            } while (++k1 < (r >> 2 & 3));
        }
        MARK(2);
        MARK(3);
    }
    for (unsigned k2 = 0; k2 < (r >> 5 & 3) + 0; k2++) {
        n += k2;
        if ((lane ^ n) % 5 == 0 || n & 1) {
            for (unsigned k3 = 0; k3 < (r >> 4 & 3) + 1; k3++) {
                n += k3;
                unsigned k4 = 0;
                do {
                    MARK(4);
                    MARK(5);
                    MARK(6);
                } while (++k4 < (r >> 2 & 3));
            }
            MARK(7);
            if ((lane & 8) || (lane & 1)) {
                if ((lane ^ n) % 2 == 0)
                    continue;
                MARK(8);
                if ((lane & 2)) {
                    MARK(9);
                }
                MARK(10);
                for (unsigned k5 = 0; k5 < (r >> 0 & 3) + 1; k5++) {
                    n += k5;
                    MARK(11);
                }
            }
            MARK(12);
            MARK(13);
        }
        MARK(14);
    }
    MARK(15);
}

__global__ void k23(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((lane ^ n) % 2 == 0) {
        if ((lane ^ n) % 3 == 0) {
            MARK(0);
            return;
        }
        if (n & 1 && n & 1) {
            switch ((r >> 2 & 3)) {
            case 0: {
                for (unsigned k0 = 0; k0 < (r >> 3 & 3) + 0; k0++) {
                    n += k0;
                    MARK(1);
                    MARK(2);
                }
                MARK(3);
                MARK(4);
            }
                break;
            case 1: {
                unsigned k1 = 0;
                do {
                    MARK(5);
                    MARK(6);
                    MARK(7);
                } while (++k1 < (r >> 0 & 3));
                switch ((r >> 0 & 3)) {
                case 0: {
                    MARK(8);
                    MARK(9);
                }
                case 1: {
                    MARK(10);
                    MARK(11);
                    MARK(12);
                }
                    break;
                case 2: {
                    MARK(13);
                }
                    break;
                default:
                    MARK(14);
                }
                MARK(15);
                if (!(lane < 11)) {
                    MARK(16);
                    MARK(17);
                } else {
                    MARK(18);
                    MARK(19);
                }
                MARK(20);
            }
            case 2: {
                MARK(21);
                n = n * 3 + (n & 1 ? r : lane);
                MARK(22);
                switch ((r >> 3 & 3)) {
                case 0: {
                    MARK(23);
                    MARK(24);
                    MARK(25);
                }
                    break;
                case 1: {
                    MARK(26);
                    MARK(27);
                }
                case 2: {
                    MARK(28);
                    MARK(29);
                    MARK(30);
                }
                default:
                    MARK(31);
                }
                MARK(32);
            }
                break;
            default:
                MARK(33);
            }
            MARK(34);
        } else {
            for (unsigned k2 = 0; k2 < (r >> 2 & 3) + 1; k2++) {
                n += k2;
                MARK(35);
                MARK(36);
            }
        }
        MARK(37);
    }
    MARK(38);
    MARK(39);
    MARK(40);
}

__global__ void k24(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    switch ((r >> 5 & 3)) {
    case 0: {
        for (unsigned k0 = 0; k0 < (r >> 1 & 3) + 1; k0++) {
            n += k0;
            if (lane < 6 || (r >> 6 & 3) == 0) {
                for (unsigned k1 = 0; k1 < (r >> 5 & 3) + 1; k1++) {
                    n += k1;
                    MARK(0);
                    MARK(1);
                }
                MARK(2);
                if (!((r >> 4 & 3) == 1)) {
                    MARK(3);
                    MARK(4);
                } else {
                    MARK(5);
                }
            }
            MARK(6);
        }
        switch ((r >> 4 & 3)) {
        case 0: {
            if ((lane ^ n) % 3 == 0 && n & 1) {
                if (!((r >> 2 & 1))) {
                    MARK(7);
                    MARK(8);
                    MARK(9);
                }
                MARK(10);
                MARK(11);
            }
            MARK(12);
            if ((lane & 16)) {
                if ((lane ^ n) % 4 == 0) {
                    MARK(13);
                    MARK(14);
                    MARK(15);
                } else {
                    MARK(16);
                    MARK(17);
                    MARK(18);
                }
                for (unsigned k2 = 0; k2 < (r >> 0 & 3) + 0; k2++) {
                    n += k2;
                    MARK(19);
                    MARK(20);
                    MARK(21);
                }
                MARK(22);
                if (!((r >> 6 & 3) == 3)) {
                    MARK(23);
                    MARK(24);
                    MARK(25);
                }
                MARK(26);
            }
            MARK(27);
        }
            break;
        case 1: {
            if (!(n & 1)) {
                MARK(28);
                MARK(29);
                MARK(30);
            }
            MARK(31);
            MARK(32);
            MARK(33);
        }
        case 2: {
            MARK(34);
            MARK(35);
            MARK(36);
        }
            break;
        default:
            MARK(37);
        }
        MARK(38);
        MARK(39);
    }
    case 1: {
        MARK(40);
    }
        break;
    case 2: {
        MARK(41);
    }
        break;
    default:
        MARK(42);
    }
    MARK(43);
    MARK(44);
    MARK(45);
    MARK(46);
}

__global__ void k25(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    n = n * 3 + ((r >> 2 & 3) == 1 && (lane ^ n) % 3 == 0 ? r : lane);
    MARK(0);
    MARK(1);
    MARK(2);
    MARK(3);
}

__global__ void k26(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((lane ^ n) % 4 == 0) {
        if (n & 1) {
            switch ((r >> 0 & 3)) {
            case 0: {
                if ((lane ^ n) % 4 == 0) {
                    MARK(0);
                    MARK(1);
                } else {
                    MARK(2);
                    MARK(3);
                    MARK(4);
                }
            }
                break;
            case 1: {
                switch ((r >> 4 & 3)) {
                case 0: {
                    MARK(5);
                    MARK(6);
                }
                case 1: {
                    MARK(7);
                }
                    break;
                case 2: {
                    MARK(8);
                    MARK(9);
                    MARK(10);
                }
                default:
                    MARK(11);
                }
                MARK(12);
            }
            case 2: {
                MARK(13);
            }
            default:
                MARK(14);
            }
            MARK(15);
            if ((lane & 1) || n & 1) {
                if ((r >> 0 & 3) == 0 && (r >> 3 & 1)) {
                    MARK(16);
                    MARK(17);
                }
                if (lane < 2) {
                    MARK(18);
                    MARK(19);
                    MARK(20);
                }
                MARK(21);
            }
            MARK(22);
        } else {
            if (lane < 29) {
                switch ((r >> 3 & 3)) {
                case 0: {
                    MARK(23);
                    MARK(24);
                }
                    break;
                case 1: {
                    MARK(25);
                    MARK(26);
                    MARK(27);
                }
                    break;
                case 2: {
                    MARK(28);
                    MARK(29);
                    MARK(30);
                }
                    break;
                default:
                    MARK(31);
                }
                MARK(32);
                switch ((r >> 0 & 3)) {
                case 0: {
                    MARK(33);
                    MARK(34);
                }
                    break;
                case 1: {
                    MARK(35);
                }
                    break;
                case 2: {
                    MARK(36);
                    MARK(37);
                }
                    break;
                default:
                    MARK(38);
                }
                MARK(39);
                unsigned k0 = 0;
                do {
                    MARK(40);
                    MARK(41);
                } while (++k0 < (r >> 5 & 3));
            }
            MARK(42);
            if ((lane & 2)) {
                MARK(43);
                MARK(44);
                MARK(45);
            }
            MARK(46);
        }
    } else {
        MARK(47);
        MARK(48);
        MARK(49);
    }
    MARK(50);
    MARK(51);
    MARK(52);
}

__global__ void k27(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    n = n * 3 + ((r >> 4 & 3) == 0 && (r >> 2 & 1) ? r : lane);
    MARK(0);
    n = n * 3 + ((lane ^ n) % 4 == 0 ? r : lane);
    MARK(1);
    if (lane < 7) {
        switch ((r >> 4 & 3)) {
        case 0: {
            if ((lane & 4)) {
                if ((r >> 4 & 3) == 1) {
                    MARK(2);
                    MARK(3);
                    MARK(4);
                }
                MARK(5);
                if ((r >> 4 & 3) == 1) {
                    MARK(6);
                    MARK(7);
                }
                MARK(8);
            } else {
                MARK(9);
                n = n * 3 + (n & 1 ? r : lane);
                MARK(10);
            }
            if (!((lane ^ n) % 4 == 0)) {
                if ((r >> 6 & 3) == 0) {
                    MARK(11);
                    MARK(12);
                    MARK(13);
                }
                MARK(14);
            }
            unsigned k0 = 0;
            do {
                MARK(15);
                if ((lane ^ n) % 5 == 0)
                    continue;
                MARK(16);
                MARK(17);
            } while (++k0 < (r >> 5 & 3));
        }
        case 1: {
            MARK(18);
            MARK(19);
        }
        case 2: {
            MARK(20);
            MARK(21);
            MARK(22);
        }
            break;
        default:
            MARK(23);
        }
        MARK(24);
        MARK(25);
    }
    MARK(26);
    MARK(27);
}

__global__ void k28(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((r >> 3 & 3) == 3) {
        if (n & 1 || (r >> 0 & 3) == 1) {
            switch ((r >> 2 & 3)) {
            case 0: {
                switch ((r >> 2 & 3)) {
                case 0: {
                    MARK(0);
                    MARK(1);
                    MARK(2);
                }
                    break;
                case 1: {
                    MARK(3);
                    MARK(4);
                }
                    break;
                case 2: {
                    MARK(5);
                }
                    break;
                default:
                    MARK(6);
                }
                MARK(7);
                switch ((r >> 2 & 3)) {
                case 0: {
                    MARK(8);
                    MARK(9);
                }
                case 1: {
                    MARK(10);
                    MARK(11);
                    MARK(12);
                }
                    break;
                case 2: {
                    MARK(13);
                    MARK(14);
                    MARK(15);
                }
                default:
                    MARK(16);
                }
                MARK(17);
            }
                break;
            case 1: {
                unsigned k0 = 0;
                do {
                    MARK(18);
                    MARK(19);
                } while (++k0 < (r >> 1 & 3));
                if (!((r >> 2 & 3) == 3)) {
                    MARK(20);
                    MARK(21);
                }
                MARK(22);
                if ((lane ^ n) % 5 == 0) {
                    MARK(23);
                } else {
                    MARK(24);
                }
            }
                break;
            case 2: {
                MARK(25);
            }
                break;
            default:
                MARK(26);
            }
            MARK(27);
            unsigned k1 = 0;
            do {
                if ((lane & 4)) {
                    MARK(28);
                }
            } while (++k1 < (r >> 1 & 3));
            switch ((r >> 2 & 3)) {
            case 0: {
                MARK(29);
                for (unsigned k2 = 0; k2 < (r >> 5 & 3) + 1; k2++) {
                    n += k2;
                    MARK(30);
                    MARK(31);
                }
                MARK(32);
                MARK(33);
            }
                break;
            case 1: {
                MARK(34);
                MARK(35);
            }
                break;
            case 2: {
                MARK(36);
                MARK(37);
                MARK(38);
            }
                break;
            default:
                MARK(39);
            }
            MARK(40);
        }
    } else {
        MARK(41);
    }
    MARK(42);
    MARK(43);
    MARK(44);
}

__global__ void k29(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((lane & 2)) {
        MARK(0);
        return;
    }
    switch ((r >> 3 & 3)) {
    case 0: {
        MARK(1);
        MARK(2);
        n = n * 3 + ((r >> 1 & 3) == 2 ? r : lane);
        MARK(3);
    }
        break;
    case 1: {
        if ((r >> 5 & 3) == 3 && (r >> 6 & 1)) {
            MARK(4);
            if ((r >> 2 & 1)) {
                MARK(5);
                return;
            }
        }
        MARK(6);
    }
        break;
    case 2: {
        MARK(7);
        if ((r >> 3 & 1)) {
            unsigned k0 = 0;
            do {
                unsigned k1 = 0;
                do {
                    MARK(8);
                    MARK(9);
                    MARK(10);
                } while (++k1 < (r >> 1 & 3));
                MARK(11);
                MARK(12);
            } while (++k0 < (r >> 1 & 3));
            MARK(13);
        }
        MARK(14);
    }
    default:
        MARK(15);
    }
    MARK(16);
    MARK(17);
    MARK(18);
}

__global__ void k30(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    unsigned k0 = 0;
    do {
        if (lane < 4)
            continue;
        MARK(0);
        n = n * 3 + ((lane ^ n) % 2 == 0 ? r : lane);
        MARK(1);
    } while (++k0 < (r >> 5 & 3));
    switch ((r >> 5 & 3)) {
    case 0: {
        for (unsigned k1 = 0; k1 < (r >> 5 & 3) + 0; k1++) {
            n += k1;
            MARK(2);
            if ((lane ^ n) % 5 == 0)
                break;
            MARK(3);
        }
    }
    case 1: {
        if (lane < 18) {
            unsigned k2 = 0;
            do {
                if ((r >> 4 & 3) == 0)
                    break;
                MARK(4);
                if ((r >> 4 & 3) == 0) {
                    MARK(5);
                }
                MARK(6);
            } while (++k2 < (r >> 1 & 3));
            if (n & 1) {
                if (lane < 3) {
                    MARK(7);
                } else {
                    MARK(8);
                    MARK(9);
                    MARK(10);
                }
                MARK(11);
                unsigned k3 = 0;
                do {
                    MARK(12);
                } while (++k3 < (r >> 2 & 3));
            }
            MARK(13);
        }
        MARK(14);
        MARK(15);
    }
        break;
    case 2: {
        MARK(16);
        MARK(17);
    }
    default:
        MARK(18);
    }
    MARK(19);
    MARK(20);
    MARK(21);
}

__global__ void k31(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if (lane < 21) {
        if ((lane & 16)) {
            if ((lane ^ n) % 2 == 0 && (lane ^ n) % 3 == 0) {
                MARK(0);
                n = n * 3 + ((lane & 4) || n & 1 ? r : lane);
                MARK(1);
            }
        }
        if ((lane ^ n) % 4 == 0) {
            if (n & 1) {
                if ((lane & 1)) {
                    MARK(2);
                    MARK(3);
                    MARK(4);
                }
            }
            MARK(5);
            if ((lane & 8)) {
                MARK(6);
                return;
            }
            MARK(7);
        } else {
            n = n * 3 + (n & 1 ? r : lane);
            MARK(8);
            if ((lane & 16)) {
                if (n & 1) {
                    MARK(9);
                    MARK(10);
                    MARK(11);
                } else {
                    MARK(12);
                    MARK(13);
                    MARK(14);
                }
                for (unsigned k0 = 0; k0 < (r >> 4 & 3) + 1; k0++) {
                    n += k0;
                    MARK(15);
                    MARK(16);
                }
                MARK(17);
            } else {
                MARK(18);
                MARK(19);
                MARK(20);
            }
            MARK(21);
        }
    }
    MARK(22);
    MARK(23);
    MARK(24);
    MARK(25);
}

__global__ void k32(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    for (unsigned k0 = 0; k0 < (r >> 0 & 3) + 1; k0++) {
        n += k0;
        if (lane < 21) {
            if (n & 1) {
                for (unsigned k1 = 0; k1 < (r >> 2 & 3) + 1; k1++) {
                    n += k1;
                    MARK(1);
                }
                for (unsigned k2 = 0; k2 < (r >> 0 & 3) + 0; k2++) {
                    n += k2;
                    MARK(2);
                    MARK(3);
                    MARK(4);
                }
            } else {
                MARK(5);
            }
            switch ((r >> 5 & 3)) {
            case 0: {
                if ((lane & 4) && (r >> 7 & 1)) {
                    MARK(6);
                } else {
                    MARK(7);
                }
                MARK(8);
                for (unsigned k3 = 0; k3 < (r >> 4 & 3) + 0; k3++) {
                    n += k3;
                    MARK(9);
                    MARK(10);
                }
            }
                break;
            case 1: {
                if ((r >> 3 & 1) && n & 1) {
                    MARK(11);
                    MARK(12);
                    MARK(13);
                }
                MARK(14);
                if (!(n & 1)) {
                    MARK(15);
                    MARK(16);
                } else {
                    MARK(17);
                }
                if ((lane ^ n) % 4 == 0 || n & 1) {
                    MARK(18);
                    MARK(19);
                } else {
                    MARK(20);
                }
                MARK(21);
            }
                break;
            case 2: {
                if ((lane ^ n) % 5 == 0) {
                    MARK(22);
                    MARK(23);
                    MARK(24);
                }
                MARK(25);
            }
                break;
            default:
                MARK(26);
            }
            MARK(27);
        }
        MARK(28);
        MARK(29);
        MARK(30);
    }
    MARK(31);
    MARK(32);
    MARK(33);
}

__global__ void k33(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    n = n * 3 + ((r >> 0 & 1) ? r : lane);
    MARK(1);
    unsigned k0 = 0;
    do {
        for (unsigned k1 = 0; k1 < (r >> 3 & 3) + 1; k1++) {
            n += k1;
            if (!((r >> 0 & 3) == 1)) {
                if (!(lane < 21)) {
                    MARK(2);
                    MARK(3);
                }
                if (lane < 19 && lane < 29) {
                    MARK(4);
                } else {
                    MARK(5);
                    MARK(6);
                }
                MARK(7);
                n = n * 3 + (!((lane ^ n) % 4 == 0) ? r : lane);
                MARK(8);
            }
            for (unsigned k2 = 0; k2 < (r >> 2 & 3) + 1; k2++) {
                n += k2;
                if ((r >> 7 & 1)) {
                    MARK(9);
                    MARK(10);
                    MARK(11);
                } else {
                    MARK(12);
                    MARK(13);
                }
                MARK(14);
                switch ((r >> 3 & 3)) {
                case 0: {
                    MARK(15);
                }
                    break;
                case 1: {
                    MARK(16);
                    MARK(17);
                }
                case 2: {
                    MARK(18);
                    MARK(19);
                }
                    break;
                default:
                    MARK(20);
                }
                MARK(21);
                for (unsigned k3 = 0; k3 < (r >> 2 & 3) + 1; k3++) {
                    n += k3;
                    MARK(22);
                    MARK(23);
                }
            }
            if ((lane ^ n) % 4 == 0) {
                switch ((r >> 4 & 3)) {
                case 0: {
                    MARK(24);
                    MARK(25);
                }
                    break;
                case 1: {
                    MARK(26);
                    MARK(27);
                    MARK(28);
                }
                    break;
                case 2: {
                    MARK(29);
                }
                    break;
                default:
                    MARK(30);
                }
                MARK(31);
                MARK(32);
                MARK(33);
            }
            MARK(34);
        }
    } while (++k0 < (r >> 2 & 3));
    MARK(35);
}

__global__ void k34(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    for (unsigned k0 = 0; k0 < (r >> 3 & 3) + 0; k0++) {
        n += k0;
        unsigned k1 = 0;
        do {
            unsigned k2 = 0;
            do {
                if ((r >> 4 & 1) || n & 1) {
                    MARK(0);
                    MARK(1);
                    MARK(2);
                }
            } while (++k2 < (r >> 3 & 3));
            if ((lane & 16) || lane < 28) {
                if ((r >> 3 & 3) == 1) {
                    MARK(3);
                } else {
                    MARK(4);
                }
                MARK(5);
                if (!((r >> 2 & 3) == 0))
                    break;
                MARK(6);
                unsigned k3 = 0;
                do {
                    MARK(7);
                } while (++k3 < (r >> 4 & 3));
            } else {
                MARK(8);
                for (unsigned k4 = 0; k4 < (r >> 1 & 3) + 0; k4++) {
                    n += k4;
                    MARK(9);
                }
            }
            n = n * 3 + (n & 1 ? r : lane);
            MARK(10);
        } while (++k1 < (r >> 3 & 3));
    }
    MARK(11);
    MARK(12);
    if ((r >> 3 & 1)) {
        if ((lane & 16) && lane < 5) {
            MARK(13);
            MARK(14);
            MARK(15);
        }
        MARK(16);
    }
    MARK(17);
}

__global__ void k35(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    if (n & 1 && n & 1) {
        MARK(1);
        if ((r >> 6 & 1)) {
            if ((lane & 1)) {
                n = n * 3 + (n & 1 ? r : lane);
                MARK(2);
                switch ((r >> 4 & 3)) {
                case 0: {
                    MARK(3);
                    MARK(4);
                    MARK(5);
                }
                    break;
                case 1: {
                    MARK(6);
                }
                    break;
                case 2: {
                    MARK(7);
                    MARK(8);
                }
                    break;
                default:
                    MARK(9);
                }
                MARK(10);
                if ((lane ^ n) % 4 == 0) {
                    MARK(11);
                    MARK(12);
                }
            }
            MARK(13);
            MARK(14);
        }
        MARK(15);
        switch ((r >> 2 & 3)) {
        case 0: {
            if ((r >> 4 & 1) || lane < 2) {
                for (unsigned k0 = 0; k0 < (r >> 3 & 3) + 0; k0++) {
                    n += k0;
                    MARK(16);
                }
                MARK(17);
                for (unsigned k1 = 0; k1 < (r >> 0 & 3) + 0; k1++) {
                    n += k1;
                    MARK(18);
                    MARK(19);
                }
                MARK(20);
            }
            MARK(21);
        }
            break;
        case 1: {
            MARK(22);
            MARK(23);
        }
            break;
        case 2: {
            MARK(24);
            MARK(25);
            MARK(26);
        }
            break;
        default:
            MARK(27);
        }
        MARK(28);
    }
    MARK(29);
    MARK(30);
}

__global__ void k36(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    if ((r >> 2 & 1)) {
        if ((lane & 8)) {
            switch ((r >> 3 & 3)) {
            case 0: {
                n = n * 3 + (!((lane ^ n) % 5 == 0) ? r : lane);
                MARK(1);
                for (unsigned k0 = 0; k0 < (r >> 3 & 3) + 1; k0++) {
                    n += k0;
                    MARK(2);
                }
            }
                break;
            case 1: {
                n = n * 3 + (lane < 20 && (r >> 6 & 1) ? r : lane);
                MARK(3);
                for (unsigned k1 = 0; k1 < (r >> 3 & 3) + 0; k1++) {
                    n += k1;
                    MARK(4);
                    MARK(5);
                }
                MARK(6);
            }
                break;
            case 2: {
                if (!((r >> 6 & 3) == 1)) {
                    MARK(7);
                    MARK(8);
                    MARK(9);
                }
            }
                break;
            default:
                MARK(10);
            }
            MARK(11);
            for (unsigned k2 = 0; k2 < (r >> 5 & 3) + 0; k2++) {
                n += k2;
                if ((lane & 4)) {
                    MARK(12);
                }
                if ((r >> 1 & 1)) {
                    MARK(13);
                    MARK(14);
                    MARK(15);
                }
            }
            MARK(16);
        } else {
            if (lane < 10) {
                MARK(17);
                MARK(18);
                MARK(19);
            } else {
                MARK(20);
                MARK(21);
                MARK(22);
            }
            MARK(23);
            MARK(24);
            MARK(25);
        }
        MARK(26);
        MARK(27);
    } else {
        MARK(28);
        MARK(29);
        MARK(30);
    }
    MARK(31);
    MARK(32);
    MARK(33);
}

__global__ void k37(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    for (unsigned k0 = 0; k0 < (r >> 1 & 3) + 0; k0++) {
        n += k0;
        switch ((r >> 0 & 3)) {
        case 0: {
            for (unsigned k1 = 0; k1 < (r >> 5 & 3) + 1; k1++) {
                n += k1;
                for (unsigned k2 = 0; k2 < (r >> 0 & 3) + 0; k2++) {
                    n += k2;
                    MARK(0);
                    MARK(1);
                }
                MARK(2);
                if (lane < 11 && (r >> 5 & 1)) {
                    MARK(3);
                }
            }
            MARK(4);
            switch ((r >> 1 & 3)) {
            case 0: {
                if ((lane ^ n) % 2 == 0) {
                    MARK(5);
                    MARK(6);
                    MARK(7);
                } else {
                    MARK(8);
                    MARK(9);
                }
            }
                break;
            case 1: {
                if ((lane & 1)) {
                    MARK(10);
                    MARK(11);
                    MARK(12);
                }
            }
                break;
            case 2: {
                if ((r >> 5 & 3) == 2) {
                    MARK(13);
                    MARK(14);
                }
                n = n * 3 + (!(n & 1) ? r : lane);
                MARK(15);
            }
                break;
            default:
                MARK(16);
            }
            MARK(17);
        }
        case 1: {
            if ((lane & 2)) {
                unsigned k3 = 0;
                do {
                    MARK(18);
                    MARK(19);
                    MARK(20);
                } while (++k3 < (r >> 2 & 3));
                if ((lane ^ n) % 2 == 0) {
                    MARK(21);
                    MARK(22);
                } else {
                    MARK(23);
                    MARK(24);
                    MARK(25);
                }
                MARK(26);
            } else {
                if (n & 1) {
                    MARK(27);
                    MARK(28);
                } else {
                    MARK(29);
                    MARK(30);
                }
                MARK(31);
            }
            MARK(32);
        }
            break;
        case 2: {
            MARK(33);
        }
            break;
        default:
            MARK(34);
        }
        MARK(35);
    }
    MARK(36);
    MARK(37);
    MARK(38);
    MARK(39);
}

__global__ void k38(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((r >> 3 & 3) == 1) {
        if ((lane ^ n) % 4 == 0) {
            if ((lane ^ n) % 3 == 0 || n & 1) {
                n = n * 3 + (lane < 24 ? r : lane);
                MARK(0);
                if (n & 1) {
                    MARK(1);
                    MARK(2);
                }
            }
            MARK(3);
            if ((lane ^ n) % 3 == 0 || (r >> 4 & 3) == 0) {
                if ((lane & 1)) {
                    MARK(4);
                }
                unsigned k0 = 0;
                do {
                    MARK(5);
                } while (++k0 < (r >> 4 & 3));
            }
        } else {
            if ((r >> 5 & 3) == 2 && (lane & 8)) {
                switch ((r >> 3 & 3)) {
                case 0: {
                    MARK(6);
                    MARK(7);
                }
                case 1: {
                    MARK(8);
                }
                    break;
                case 2: {
                    MARK(9);
                    MARK(10);
                    MARK(11);
                }
                default:
                    MARK(12);
                }
                MARK(13);
            }
            MARK(14);
        }
        MARK(15);
    }
    MARK(16);
    MARK(17);
    switch ((r >> 5 & 3)) {
    case 0: {
        MARK(18);
        MARK(19);
        MARK(20);
    }
        break;
    case 1: {
        MARK(21);
        MARK(22);
    }
    case 2: {
        MARK(23);
    }
        break;
    default:
        MARK(24);
    }
    MARK(25);
    MARK(26);
}

__global__ void k39(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    if (!((r >> 2 & 3) == 3)) {
        MARK(1);
        return;
    }
    MARK(2);
    MARK(3);
}

__global__ void k40(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    n = n * 3 + ((lane & 1) ? r : lane);
    MARK(0);
    MARK(1);
    MARK(2);
    MARK(3);
}

__global__ void k41(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    for (unsigned k0 = 0; k0 < (r >> 2 & 3) + 0; k0++) {
        n += k0;
        if (n & 1 || (lane & 1)) {
            MARK(0);
        }
        MARK(1);
    }
    for (unsigned k1 = 0; k1 < (r >> 4 & 3) + 1; k1++) {
        n += k1;
        if (!((r >> 6 & 1))) {
            if ((lane ^ n) % 2 == 0) {
                if ((r >> 6 & 1)) {
                    MARK(2);
                    MARK(3);
                }
            }
            MARK(4);
            switch ((r >> 0 & 3)) {
            case 0: {
                for (unsigned k2 = 0; k2 < (r >> 3 & 3) + 1; k2++) {
                    n += k2;
                    MARK(5);
                }
                switch ((r >> 4 & 3)) {
                case 0: {
                    MARK(6);
                }
                case 1: {
                    MARK(7);
                    MARK(8);
                    MARK(9);
                }
                    break;
                case 2: {
                    MARK(10);
                    MARK(11);
                }
                    break;
                default:
                    MARK(12);
                }
                MARK(13);
            }
                break;
            case 1: {
                n = n * 3 + ((r >> 5 & 1) ? r : lane);
                MARK(14);
                if ((r >> 1 & 3) == 1 || (lane & 4)) {
                    MARK(15);
                    MARK(16);
                }
                MARK(17);
            }
                break;
            case 2: {
                if ((lane & 1)) {
                    MARK(18);
                    MARK(19);
                } else {
                    MARK(20);
                }
                if ((r >> 5 & 3) == 1) {
                    MARK(21);
                    MARK(22);
                } else {
                    MARK(23);
                }
                MARK(24);
            }
                break;
            default:
                MARK(25);
            }
            MARK(26);
            MARK(27);
        }
        MARK(28);
        MARK(29);
    }
    MARK(30);
    MARK(31);
    MARK(32);
}

__global__ void k42(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    if (n & 1) {
        for (unsigned k0 = 0; k0 < (r >> 0 & 3) + 0; k0++) {
            n += k0;
            if (!((lane & 4)))
                continue;
            MARK(1);
            if ((r >> 0 & 3) == 1) {
                MARK(2);
                n = n * 3 + ((lane & 2) ? r : lane);
                MARK(3);
                for (unsigned k1 = 0; k1 < (r >> 2 & 3) + 1; k1++) {
                    n += k1;
                    MARK(4);
                    MARK(5);
                    MARK(6);
                }
            }
        }
    }
    MARK(7);
    MARK(8);
}

__global__ void k43(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if (lane < 31 || (r >> 6 & 3) == 2) {
        if (!((r >> 3 & 3) == 0)) {
            for (unsigned k0 = 0; k0 < (r >> 0 & 3) + 1; k0++) {
                n += k0;
                for (unsigned k1 = 0; k1 < (r >> 2 & 3) + 1; k1++) {
                    n += k1;
                    MARK(0);
                    MARK(1);
                }
                MARK(2);
                if (!(n & 1)) {
                    MARK(3);
                    MARK(4);
                }
            }
            if ((r >> 4 & 3) == 2) {
                if ((r >> 2 & 1) && (lane ^ n) % 4 == 0) {
                    MARK(5);
                    MARK(6);
                    MARK(7);
                } else {
                    MARK(8);
                    MARK(9);
                }
                if ((r >> 1 & 3) == 3) {
                    MARK(10);
                }
                for (unsigned k2 = 0; k2 < (r >> 4 & 3) + 0; k2++) {
                    n += k2;
                    MARK(11);
                    MARK(12);
                    MARK(13);
                }
                MARK(14);
            }
            MARK(15);
        }
        if ((r >> 0 & 3) == 0) {
            for (unsigned k3 = 0; k3 < (r >> 3 & 3) + 0; k3++) {
                n += k3;
                switch ((r >> 3 & 3)) {
                case 0: {
                    MARK(16);
                    MARK(17);
                }
                case 1: {
                    MARK(18);
                }
                case 2: {
                    MARK(19);
                    MARK(20);
                    MARK(21);
                }
                default:
                    MARK(22);
                }
                MARK(23);
                MARK(24);
            }
            MARK(25);
            for (unsigned k4 = 0; k4 < (r >> 3 & 3) + 1; k4++) {
                n += k4;
                MARK(26);
                MARK(27);
            }
        }
        MARK(28);
    } else {
        MARK(29);
        MARK(30);
    }
    MARK(31);
    MARK(32);
    MARK(33);
    MARK(34);
}

__global__ void k44(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((lane ^ n) % 5 == 0) {
        if ((lane & 16) && (r >> 0 & 3) == 0) {
            if ((r >> 5 & 3) == 2 || (lane & 1)) {
                for (unsigned k0 = 0; k0 < (r >> 4 & 3) + 0; k0++) {
                    n += k0;
                    MARK(0);
                    MARK(1);
                }
                MARK(2);
                if ((lane ^ n) % 4 == 0) {
                    MARK(3);
                    MARK(4);
                }
            }
            MARK(5);
            n = n * 3 + (lane < 15 ? r : lane);
            MARK(6);
            MARK(7);
        } else {
            switch ((r >> 0 & 3)) {
            case 0: {
                MARK(8);
            }
                break;
            case 1: {
                if (lane < 1 && (lane & 16)) {
                    MARK(9);
                    MARK(10);
                } else {
                    MARK(11);
                    MARK(12);
                }
                unsigned k1 = 0;
                do {
                    MARK(13);
                    MARK(14);
                    MARK(15);
                } while (++k1 < (r >> 5 & 3));
                for (unsigned k2 = 0; k2 < (r >> 2 & 3) + 0; k2++) {
                    n += k2;
                    MARK(16);
                    MARK(17);
                }
            }
                break;
            case 2: {
                if ((lane ^ n) % 3 == 0 && n & 1) {
                    MARK(18);
                    MARK(19);
                    MARK(20);
                } else {
                    MARK(21);
                    MARK(22);
                    MARK(23);
                }
                MARK(24);
                if (lane < 21 && lane < 9) {
                    MARK(25);
                    MARK(26);
                }
                MARK(27);
            }
            default:
                MARK(28);
            }
            MARK(29);
        }
    }
    MARK(30);
    MARK(31);
    MARK(32);
    MARK(33);
}

__global__ void k45(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    for (unsigned k0 = 0; k0 < (r >> 2 & 3) + 1; k0++) {
        n += k0;
        if ((r >> 3 & 1)) {
            MARK(0);
            return;
        }
        if (lane < 9)
            continue;
        MARK(1);
    }
    if (!((r >> 6 & 3) == 3)) {
        if (lane < 27) {
            switch ((r >> 3 & 3)) {
            case 0: {
                n = n * 3 + ((r >> 3 & 1) ? r : lane);
                MARK(2);
                MARK(3);
                if ((r >> 5 & 1)) {
                    MARK(4);
                    MARK(5);
                }
            }
            case 1: {
                unsigned k1 = 0;
                do {
                    MARK(6);
                    MARK(7);
                    MARK(8);
                } while (++k1 < (r >> 0 & 3));
                if ((lane ^ n) % 5 == 0) {
                    MARK(9);
                    MARK(10);
                }
                MARK(11);
                unsigned k2 = 0;
                do {
                    MARK(12);
                } while (++k2 < (r >> 4 & 3));
            }
            case 2: {
                MARK(13);
                if ((r >> 2 & 3) == 0 || (r >> 1 & 1)) {
                    MARK(14);
                    MARK(15);
                    MARK(16);
                } else {
                    MARK(17);
                }
            }
                break;
            default:
                MARK(18);
            }
            MARK(19);
            MARK(20);
        }
        MARK(21);
    } else {
        MARK(22);
        MARK(23);
        MARK(24);
    }
    MARK(25);
    MARK(26);
    MARK(27);
}

__global__ void k46(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if (lane < 21) {
        MARK(0);
    }
    MARK(1);
    if ((r >> 6 & 3) == 2) {
        if (!((lane ^ n) % 4 == 0)) {
            if ((r >> 1 & 3) == 2 && lane < 9) {
                if ((lane ^ n) % 3 == 0) {
                    MARK(2);
                    MARK(3);
                    MARK(4);
                }
                n = n * 3 + ((lane ^ n) % 3 == 0 ? r : lane);
                MARK(5);
                if (!((lane & 2))) {
                    MARK(6);
                    MARK(7);
                }
            } else {
                if ((r >> 5 & 3) == 3) {
                    MARK(8);
                    MARK(9);
                    MARK(10);
                }
                MARK(11);
                unsigned k0 = 0;
                do {
                    MARK(12);
                    MARK(13);
                    MARK(14);
                } while (++k0 < (r >> 0 & 3));
                MARK(15);
            }
            unsigned k1 = 0;
            do {
                n = n * 3 + ((lane ^ n) % 4 == 0 && (lane & 16) ? r : lane);
                MARK(16);
                MARK(17);
                MARK(18);
            } while (++k1 < (r >> 0 & 3));
        }
        MARK(19);
        MARK(20);
    }
    MARK(21);
    MARK(22);
}

__global__ void k47(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    unsigned k0 = 0;
    do {
        if (n & 1 && (lane ^ n) % 5 == 0) {
            MARK(0);
            if ((r >> 1 & 1)) {
                if (!((r >> 1 & 1))) {
                    MARK(1);
                    MARK(2);
                }
                switch ((r >> 1 & 3)) {
                case 0: {
                    MARK(3);
                    MARK(4);
                    MARK(5);
                }
                    break;
                case 1: {
                    MARK(6);
                    MARK(7);
                }
                case 2: {
                    MARK(8);
                    MARK(9);
                    MARK(10);
                }
                    break;
                default:
                    MARK(11);
                }
                MARK(12);
                switch ((r >> 4 & 3)) {
                case 0: {
                    MARK(13);
                    MARK(14);
                }
                case 1: {
                    MARK(15);
                    MARK(16);
                }
                    break;
                case 2: {
                    MARK(17);
                    MARK(18);
                }
                    break;
                default:
                    MARK(19);
                }
                MARK(20);
            }
            MARK(21);
        }
        if ((r >> 4 & 1)) {
            if ((lane & 2)) {
                unsigned k1 = 0;
                do {
                    MARK(22);
                } while (++k1 < (r >> 5 & 3));
                for (unsigned k2 = 0; k2 < (r >> 0 & 3) + 0; k2++) {
                    n += k2;
                    MARK(23);
                }
                MARK(24);
            }
            MARK(25);
            for (unsigned k3 = 0; k3 < (r >> 5 & 3) + 1; k3++) {
                n += k3;
                for (unsigned k4 = 0; k4 < (r >> 0 & 3) + 0; k4++) {
                    n += k4;
                    MARK(26);
                    MARK(27);
                    MARK(28);
                }
            }
            MARK(29);
            unsigned k5 = 0;
            do {
                MARK(30);
            } while (++k5 < (r >> 3 & 3));
        }
        MARK(31);
    } while (++k0 < (r >> 3 & 3));
    MARK(32);
    MARK(33);
    MARK(34);
}

__global__ void k48(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    MARK(0);
    if ((r >> 2 & 1)) {
        switch ((r >> 3 & 3)) {
        case 0: {
            if ((lane & 2)) {
                for (unsigned k0 = 0; k0 < (r >> 3 & 3) + 0; k0++) {
                    n += k0;
                    MARK(1);
                    MARK(2);
                    MARK(3);
                }
                MARK(4);
                switch ((r >> 1 & 3)) {
                case 0: {
                    MARK(5);
                    MARK(6);
                    MARK(7);
                }
                    break;
                case 1: {
                    MARK(8);
                    MARK(9);
                }
                case 2: {
                    MARK(10);
                }
                    break;
                default:
                    MARK(11);
                }
                MARK(12);
            } else {
                n = n * 3 + ((r >> 7 & 1) ? r : lane);
                MARK(13);
            }
            for (unsigned k1 = 0; k1 < (r >> 0 & 3) + 0; k1++) {
                n += k1;
                if (!(n & 1)) {
                    MARK(14);
                }
            }
            unsigned k2 = 0;
            do {
                if (!((lane & 8))) {
                    MARK(15);
                    MARK(16);
                }
                switch ((r >> 3 & 3)) {
                case 0: {
                    MARK(17);
                }
                    break;
                case 1: {
                    MARK(18);
                    MARK(19);
                }
                    break;
                case 2: {
                    MARK(20);
                }
                default:
                    MARK(21);
                }
                MARK(22);
            } while (++k2 < (r >> 0 & 3));
        }
        case 1: {
            for (unsigned k3 = 0; k3 < (r >> 5 & 3) + 1; k3++) {
                n += k3;
                for (unsigned k4 = 0; k4 < (r >> 5 & 3) + 1; k4++) {
                    n += k4;
                    MARK(23);
                    MARK(24);
                }
                MARK(25);
                MARK(26);
                MARK(27);
            }
            MARK(28);
            MARK(29);
        }
            break;
        case 2: {
            MARK(30);
            MARK(31);
        }
            break;
        default:
            MARK(32);
        }
        MARK(33);
        MARK(34);
        MARK(35);
    }
    MARK(36);
    MARK(37);
}

__global__ void k49(volatile unsigned *out, const unsigned *in)
{
    unsigned lane = threadIdx.x, r = in[lane], n = lane;
    if ((r >> 4 & 1)) {
        if (n & 1 || (lane & 4)) {
            MARK(0);
        }
        MARK(1);
        switch ((r >> 0 & 3)) {
        case 0: {
            if ((lane & 1)) {
                unsigned k0 = 0;
                do {
                    MARK(2);
                    MARK(3);
                } while (++k0 < (r >> 2 & 3));
                if ((r >> 7 & 1)) {
                    MARK(4);
                    MARK(5);
                }
                MARK(6);
                if ((r >> 1 & 3) == 3) {
                    MARK(7);
                    MARK(8);
                } else {
                    MARK(9);
                    MARK(10);
                }
            }
            MARK(11);
            if ((lane ^ n) % 2 == 0) {
                if ((r >> 5 & 1) || (r >> 2 & 3) == 3) {
                    MARK(12);
                    MARK(13);
                } else {
                    MARK(14);
                }
                MARK(15);
            }
        }
        case 1: {
            if ((lane ^ n) % 3 == 0 || (r >> 1 & 3) == 2) {
                MARK(16);
            }
            MARK(17);
            MARK(18);
        }
            break;
        case 2: {
            for (unsigned k1 = 0; k1 < (r >> 5 & 3) + 0; k1++) {
                n += k1;
                MARK(19);
                MARK(20);
                MARK(21);
            }
            MARK(22);
        }
            break;
        default:
            MARK(23);
        }
        MARK(24);
    }
    MARK(25);
    MARK(26);
    MARK(27);
}

int main(void)
{
    static void (*const kernels[])(volatile unsigned *, const unsigned *) = {k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19, k20, k21, k22, k23, k24, k25, k26, k27, k28, k29, k30, k31, k32, k33, k34, k35, k36, k37, k38, k39, k40, k41, k42, k43, k44, k45, k46, k47, k48, k49};
    static const int marks[] = {21, 28, 40, 14, 23, 26, 24, 18, 37, 39, 23, 42, 14, 26, 20, 28, 25, 23, 30, 26, 33, 14, 16, 41, 47, 4, 53, 28, 45, 19, 22, 26, 34, 36, 18, 31, 34, 40, 27, 4, 4, 33, 9, 35, 34, 28, 23, 35, 38, 28};
    unsigned *in, *out, random[LANES], noted[MOST_MARKS * LANES];
    cudaMalloc(&in, sizeof random);
    cudaMalloc(&out, sizeof noted);
    srand(23);
    for (int k = 0; k < 50; k++) {
        for (int lane = 0; lane < LANES; lane++)
            random[lane] = rand() >> 8;
        cudaMemcpy(in, random, sizeof random, cudaMemcpyHostToDevice);
        cudaMemset(out, 0, sizeof noted);
        kernels[k]<<<1, LANES>>>(out, in);
        if (cudaMemcpy(noted, out, sizeof noted, cudaMemcpyDeviceToHost))
            return 1;
        for (int m = 0; m < marks[k]; m++) {
            unsigned hash = 0;
            for (int lane = 0; lane < LANES; lane++)
                hash = (hash ^ noted[m * LANES + lane]) * 16777619;
            printf("k%d %d %08x\n", k, m, hash);
        }
    }
    return 0;
}
