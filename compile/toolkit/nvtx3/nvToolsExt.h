// nvToolsExt.h: the name by which newer programs include it.

#include "../nvToolsExt.h"
