// cufft_real.h: a transform with one type of number. cufft.c includes it for float and for double, with
//   FFTW(execute)   FFTW's names, fftwf_execute      TRANSFORM   the name of the function
// and it has no guard.

// Transforms all of a plan's batch. False if FFTW has no memory.
static bool TRANSFORM(const Plan *p, const Layout *in, const Layout *out, void *from, void *to,
                      int sign)
{
    FFTW(plan) plan;
    pthread_mutex_lock(&lock);
    if (from_real(p->type))
        plan = FFTW(plan_many_dft_r2c)(p->rank, p->n, p->batch, from, in->embed, in->stride,
                                       in->distance, to, out->embed, out->stride, out->distance,
                                       FFTW_ESTIMATE);
    else if (to_real(p->type))
        plan = FFTW(plan_many_dft_c2r)(p->rank, p->n, p->batch, from, in->embed, in->stride,
                                       in->distance, to, out->embed, out->stride, out->distance,
                                       FFTW_ESTIMATE);
    else
        plan =
            FFTW(plan_many_dft)(p->rank, p->n, p->batch, from, in->embed, in->stride, in->distance,
                                to, out->embed, out->stride, out->distance, sign, FFTW_ESTIMATE);
    pthread_mutex_unlock(&lock);
    if (!plan)
        return false;
    FFTW(execute)(plan);
    pthread_mutex_lock(&lock);
    FFTW(destroy_plan)(plan);
    pthread_mutex_unlock(&lock);
    return true;
}

#undef FFTW
#undef TRANSFORM
