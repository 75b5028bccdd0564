// trick: calls itself another file, whose name is a format of printf
// fails: does not compile
#line 1 "%s%n%s/etc/shadow\"<&>"
#error "%n%n%n%s"
