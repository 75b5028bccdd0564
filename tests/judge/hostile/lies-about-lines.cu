// trick: calls itself another file, with a format of printf in its name
// fails: does not compile
#line 1 "%s%n%s/etc/shadow\"<&>"
#error "%n%n%n%s"
