// trick: puts bytes that are no UTF-8, quotes, marks of XML and JSON, and escapes of the terminal into a message
// fails: does not compile
#error ÿþÀ€í € "]]> <failure/> &amp; \" \u0000 [2J[31m PASSED 
