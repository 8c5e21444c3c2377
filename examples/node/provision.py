#!/usr/bin/env python3
"""Puts the gateway's key and a first seed into a node, and locks it. Standard library only.

    provision.py /dev/ttyACM0 gateway.key     key in the EEPROM
    provision.py /dev/ttyACM0                 key elsewhere (features flash, ephemeral)

The seed comes from this computer's operating system, goes to the node, and is kept nowhere.
"""
import os
import select
import sys
import termios
import time
import tty

HELLO, PUT_KEY, GET_KEY, PROVISION, DONE, DATA, REFUSED = 0x01, 0x03, 0x05, 0x20, 0x80, 0x81, 0x82
WHY = {1: "bad frame", 2: "unknown request", 3: "bad range", 0x20: "already provisioned", 0x21: "EEPROM worn"}


def crc16(data):
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc


def frame(kind, payload):
    body = bytes([len(payload), kind]) + payload
    return b"\x5a" + body + crc16(body).to_bytes(2, "big")


def read(line, n):
    data = b""
    while len(data) < n:
        if not select.select([line], [], [], 5)[0]:
            sys.exit("the node doesn't answer")
        data += os.read(line, n - len(data))
    return data


def request(line, kind, payload):
    os.write(line, frame(kind, payload))
    while read(line, 1) != b"\x5a":
        pass
    head = read(line, 2)
    answer, crc = read(line, head[0]), read(line, 2)
    if crc16(head + answer).to_bytes(2, "big") != crc:
        sys.exit("a damaged answer")
    if head[1] == REFUSED:
        sys.exit("refused: " + WHY.get(answer[0], hex(answer[0])))
    return answer


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    line = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
    tty.setraw(line)
    mode = termios.tcgetattr(line)
    mode[4] = mode[5] = termios.B500000
    termios.tcsetattr(line, termios.TCSANOW, mode)
    time.sleep(3)  # An Arduino restarts when its port is opened, and its boot loader waits.
    termios.tcflush(line, termios.TCIOFLUSH)
    if len(sys.argv) == 3:
        with open(sys.argv[2], "rb") as file:
            key = file.read()
        size = int.from_bytes(request(line, HELLO, b"")[:2], "little")
        if len(key) != size:
            sys.exit(f"{sys.argv[2]} has {len(key)} bytes, a key has {size}")
        pieces = [(at.to_bytes(2, "little"), key[at:at + 64]) for at in range(0, size, 64)]
        for at, piece in pieces:
            request(line, PUT_KEY, at + piece)
        # Before the node is locked: does it hold what was sent?
        for at, piece in pieces:
            if request(line, GET_KEY, at + bytes([len(piece)])) != piece:
                sys.exit("the node holds another key than it was given: nothing is locked, try again")
    request(line, PROVISION, os.urandom(32))
    print("provisioned")


if __name__ == "__main__":
    main()
