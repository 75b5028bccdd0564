// trick: includes itself without end
// fails: does not compile
#include __FILE__
#include __FILE__
