// cusparse_v2.h: another name of cusparse.h.

#include <cusparse.h>
