"""Runs a command in a terminal of its own, presses Ctrl+C once it has printed "Ctrl+C", and exits as it does."""

import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
printed = b""
pressed = False
while True:
    try:
        some = os.read(terminal, 4096)
    except OSError:  # the other end is closed
        break
    if not some:
        break
    printed += some
    if not pressed and b"Ctrl+C" in printed:
        os.write(terminal, b"\x03")
        pressed = True
print(printed.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 0xFF)
