// types_end.h: the end of a type; part of types.h.

#undef LETTER
#undef SMALL
#undef TYPE
#undef ELEMENT
#undef PART
