// lapack.h: the host's BLAS and LAPACK for one type of number, and factors without pivots, which LAPACK lacks. Part of types.h, which
// explains LA, ELEMENT and the like.
//
// Behind the arguments stand the lengths of the texts, as Fortran passes them.

void LA(trsm)(const char *, const char *, const char *, const char *, const int *, const int *,
              const ELEMENT *, const ELEMENT *, const int *, ELEMENT *, const int *);
void LA(trmm)(const char *, const char *, const char *, const char *, const int *, const int *,
              const ELEMENT *, const ELEMENT *, const int *, ELEMENT *, const int *);
void LA(trsv)(const char *, const char *, const char *, const int *, const ELEMENT *, const int *,
              ELEMENT *, const int *);
void LA(syrk)(const char *, const char *, const int *, const int *, const ELEMENT *,
              const ELEMENT *, const int *, const ELEMENT *, ELEMENT *, const int *);
void LA(symm)(const char *, const char *, const int *, const int *, const ELEMENT *,
              const ELEMENT *, const int *, const ELEMENT *, const int *, const ELEMENT *,
              ELEMENT *, const int *);
void LA(potrf)(const char *, const int *, ELEMENT *, const int *, int *, size_t);
void LA(potrs)(const char *, const int *, const int *, const ELEMENT *, const int *, ELEMENT *,
               const int *, int *, size_t);
void LA(potri)(const char *, const int *, ELEMENT *, const int *, int *, size_t);
void LA(getrf)(const int *, const int *, ELEMENT *, const int *, int *, int *);
void LA(getrs)(const char *, const int *, const int *, const ELEMENT *, const int *, const int *,
               ELEMENT *, const int *, int *, size_t);
void LA(getri)(const int *, ELEMENT *, const int *, const int *, ELEMENT *, const int *, int *);
void LA(geqrf)(const int *, const int *, ELEMENT *, const int *, ELEMENT *, ELEMENT *, const int *,
               int *);
void LA(gels)(const char *, const int *, const int *, const int *, ELEMENT *, const int *,
              ELEMENT *, const int *, ELEMENT *, const int *, int *, size_t);
void LA(gesvd)(const char *, const char *, const int *, const int *, ELEMENT *, const int *, PART *,
               ELEMENT *, const int *, ELEMENT *, const int *, ELEMENT *, const int *,
               IF_COMPLEX(PART *, ) int *, size_t, size_t);
void LA_OR(mqr)(const char *, const char *, const int *, const int *, const int *, const ELEMENT *,
                const int *, const ELEMENT *, ELEMENT *, const int *, ELEMENT *, const int *, int *,
                size_t, size_t);
void LA_OR(gqr)(const int *, const int *, const int *, ELEMENT *, const int *, const ELEMENT *,
                ELEMENT *, const int *, int *);
void LA_SY(evd)(const char *, const char *, const int *, ELEMENT *, const int *, PART *, ELEMENT *,
                const int *, IF_COMPLEX(PART *, const int *, ) int *, const int *, int *, size_t,
                size_t);
void LA_SY(gvd)(const int *, const char *, const char *, const int *, ELEMENT *, const int *,
                ELEMENT *, const int *, PART *, ELEMENT *, const int *,
                IF_COMPLEX(PART *, const int *, ) int *, const int *, int *, size_t, size_t);

// A = L U without exchanges of rows: A (m, n) becomes L below its diagonal, U above and on it. *info: the first pivot that is 0,
// counted from 1; 0 if there is none.
static void FN(factor_plain)(int m, int n, ELEMENT *a, int ld, int *info)
{
    *info = 0;
    for (int k = 0; k < m && k < n; k++) {
        ELEMENT *column = a + (size_t)k * (size_t)ld, pivot = column[k];
        if (pivot == 0 && !*info)
            *info = k + 1;
        for (int i = k + 1; i < m && pivot != 0; i++)
            column[i] /= pivot;
        for (int j = k + 1; j < n; j++) {
            ELEMENT *other = a + (size_t)j * (size_t)ld;
            for (int i = k + 1; i < m; i++)
                other[i] -= column[i] * other[k];
        }
    }
}
