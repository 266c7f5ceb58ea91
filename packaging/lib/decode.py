# SPDX-License-Identifier: Apache-2.0
# Decodes ACS and ATS controls of an lspci -xxxx listing as rdma_topo does: what our commands are timed beside.
import re, sys
functions, bytes_, current = {}, {}, None
for line in open(sys.argv[1]):
    row = re.match(r"([0-9a-f]{2,3}): ((?:[0-9a-f]{2} ?)+)$", line.strip())
    if row and current:
        bytes_[current] += bytes.fromhex(row.group(2))
    elif line[:1].isalnum():
        current = line.split()[0]
        bytes_[current] = b""
for address, config in bytes_.items():
    at = 0x100
    while at and len(config) > at + 8:
        head = int.from_bytes(config[at:at + 4], "little")
        if head & 0xffff in (0x000d, 0x000f):
            functions[address, head & 0xffff] = int.from_bytes(config[at + 6:at + 8], "little")
        at = head >> 20
print(len(bytes_), "functions,", len(functions), "ACS and ATS controls")
