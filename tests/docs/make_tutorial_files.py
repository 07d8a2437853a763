#!/usr/bin/env python3
"""Writes the captures and the bill that docs/tutorials uses.

  make_tutorial_files.py FOLDER        usually docs/tutorials/files

Both captures are synthetic: no device was involved. They run the product [2048 tokens, 384] x [384, 1024] in bf16 on one
NeuronCore of a trn2.3xlarge, with the rates of resources/devices/trainium2.json. In before.ntff the weights arrive in
tiles of 128 x 128, in packets of 256 bytes, and a tile is loaded when the previous one is no longer needed. In
after.ntff they arrive as three blocks of 128 x 1024, in packets of 2 KiB, ahead of their use. The layout of the file is
that of docs/formats/ntff.md; tests/support/ntff_writer.h writes the same in C++.

bill.csv is a synthetic Cost and Usage Report 2.0 of October 2026 with the columns that `nscope bill` needs: two
p4d.24xlarge, one of them reserved, a small machine of another team, storage, tax and a credit.
"""
import csv
import os
import struct
import sys

PE, ACT, POOL, DVE, SP = range(5)
FIRST_TICK = 2_000_000_000_000  # device ticks are picoseconds
NS = 1000
CLOCK_GHZ = 1.2           # cycles in which waits are counted
MATMUL_NS = 512 / 2.4     # 512 moving columns
LOAD_WEIGHTS_NS = 128 / 2.4
COPY_NS = 330             # 128 x 512 sums from PSUM to SBUF on VectorE
ISSUE_NS = 600            # dma_issue_time
START_NS = 1300           # dma_start_latency
DMA_ENGINES = 16
ROW_FLOOR = 2460          # shorter rows take the same time
DMA_BYTES_PER_NS = 23
SBUF = 0x802000000000
HBM = 0x8005c0000000

LOADED, MULTIPLIED, COPIED, STORED = 24, 5, 8, 25  # semaphores
K_TILES, COLUMN_TILES, TOKEN_BLOCKS = 3, 8, 4


# Protobuf
def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


# Instruction words
class Word:
    def __init__(self, opcode):
        self.bytes = bytearray(64)
        self.bytes[0:2] = bytes((opcode, 0x10))

    def put(self, kind, **at):
        for place, value in at.items():
            struct.pack_into("<" + kind, self.bytes, int(place[1:]), value)
        return self

    def u8(self, **at):
        return self.put("B", **at)

    def u16(self, **at):
        return self.put("H", **at)

    def u32(self, **at):
        return self.put("I", **at)

    def u64(self, **at):
        return self.put("Q", **at)


class Instruction:
    """A word, how long it runs, what it waits for and what it increments."""

    def __init__(self, engine, word, ns, wait=None, increments=None, transfer=None):
        self.engine, self.word, self.ns = engine, word, ns
        self.wait, self.increments, self.transfer = wait, increments, transfer
        if wait:
            word.u8(_4=5, _5=wait[0]).u32(_8=wait[1])
        if increments:
            word.u8(_6=0x13, _7=increments)


def load_weights(tile):
    word = Word(0x01).u32(_16=0x100 * tile).u16(_20=1, _26=128, _28=1, _30=1)
    return word.u8(_32=6, _38=128, _39=128)


def matmul(token_block, bank, first, last):
    word = Word(0x02).u32(_16=0x8000 + 0x400 * token_block).u16(_20=1, _26=512, _28=1, _30=1)
    word.u8(_32=6, _38=128, _39=128, _43=int(first) | int(last) << 1)
    return word.u32(_48=0x2000000 + 0x800 * bank).u16(_52=1, _58=512, _60=1, _62=1)


def copy(bank, to):
    word = Word(0x46).u32(_12=0x2000000 + 0x800 * bank, _44=0x18000 + 0x400 * to)
    word.u16(_16=1, _24=512, _26=1, _28=1, _30=1, _48=1, _56=512, _58=1, _60=1, _62=1)
    return word.u8(_32=10, _33=6, _34=128)


def dma(source, destination, rows, row_bytes, semaphore):
    word = Word(0xB8).u8(_13=semaphore, _14=DMA_ENGINES, _62=10, _63=10)
    word.u64(_16=source).u32(_24=row_bytes, _28=1).u16(_32=rows, _34=1, _36=row_bytes)
    return word.u64(_40=destination).u32(_48=262144, _52=1).u16(_56=rows, _58=1, _60=row_bytes)


def program(whole_rows):
    """The instructions of each engine. whole_rows: three loads ahead of use instead of one for each tile."""
    code = [[] for _ in range(5)]
    width = 1024 if whole_rows else 128
    for load in range(K_TILES if whole_rows else K_TILES * COLUMN_TILES):
        # With one buffer, a tile may be overwritten when its four products are done.
        wait = (MULTIPLIED, TOKEN_BLOCKS * load) if load and not whole_rows else None
        word = dma(HBM + load * 128 * width * 2, SBUF + 0x100 * (load if whole_rows else 0), 128, width * 2, LOADED)
        code[SP].append(Instruction(SP, word, ISSUE_NS, wait, transfer=(2, 128, width * 2, LOADED)))
    for column in range(COLUMN_TILES):
        for k in range(K_TILES):
            tile = column * K_TILES + k
            loads = k + 1 if whole_rows else tile + 1
            # Later columns find the blocks in SBUF already.
            wait = None if whole_rows and column else (LOADED, DMA_ENGINES * loads)
            code[PE].append(Instruction(PE, load_weights(tile if whole_rows else 0), LOAD_WEIGHTS_NS, wait))
            for block in range(TOKEN_BLOCKS):
                # Eight banks of PSUM: those of this column were used two columns ago.
                wait = (COPIED, TOKEN_BLOCKS * (column - 2) + block + 1) if k == 0 and column > 1 else None
                word = matmul(block, column % 2 * TOKEN_BLOCKS + block, k == 0, k == K_TILES - 1)
                code[PE].append(Instruction(PE, word, MATMUL_NS, wait, MULTIPLIED))
        for block in range(TOKEN_BLOCKS):
            wait = (MULTIPLIED, TOKEN_BLOCKS * (K_TILES * column + K_TILES - 1) + block + 1)
            word = copy(column % 2 * TOKEN_BLOCKS + block, column * TOKEN_BLOCKS + block)
            code[DVE].append(Instruction(DVE, word, COPY_NS, wait, COPIED))
        word = dma(SBUF + 0x18000 + 0x1000 * column, HBM + 0x1000000 + column * 128 * 4096, 128, 4096, STORED)
        code[ACT].append(Instruction(ACT, word, ISSUE_NS, (COPIED, TOKEN_BLOCKS * (column + 1)),
                                     transfer=(3, 128, 4096, STORED)))
    code[ACT].append(Instruction(ACT, Word(0xA4), 50, (STORED, DMA_ENGINES * COLUMN_TILES)))
    return code


class Run:
    """Runs a program: every engine in order, as soon as its semaphore has the value."""

    def __init__(self, code):
        self.code = code
        self.updates = {}   # semaphore: times of its increments
        self.rows = []      # engine, pc, begin, end, wait in cycles
        self.packets = []   # DMA engine, ring, bytes, begin, end
        self.free = {}
        self.run()

    def run(self):
        at = [0] * 5
        now = [FIRST_TICK + 200 * NS] * 5
        while any(at[e] < len(self.code[e]) for e in range(5)):
            before = list(at)
            for engine in range(5):
                while at[engine] < len(self.code[engine]):
                    step = self.code[engine][at[engine]]
                    begin = now[engine]
                    if step.wait:
                        times = self.updates.get(step.wait[0], [])
                        if len(times) < step.wait[1]:
                            break
                        begin = max(begin, sorted(times)[step.wait[1] - 1] + 20 * NS)
                    cycles = min(int((begin - now[engine]) / NS * CLOCK_GHZ), 0xFFFF)
                    end = begin + int(step.ns * NS)
                    self.rows.append((engine, at[engine] + 1, begin, end, cycles if step.wait else 0))
                    if step.increments:
                        self.updates.setdefault(step.increments, []).append(end)
                    if step.transfer:
                        self.transfer(end, *step.transfer)
                    now[engine] = end + 4 * NS
                    at[engine] += 1
            assert at != before, "the program waits for itself"
        self.end = max([row[3] for row in self.rows] + [packet[4] for packet in self.packets]) + 300 * NS

    def transfer(self, issued, ring, rows, row_bytes, semaphore):
        for engine in range(DMA_ENGINES):
            time = max(issued + START_NS * NS, self.free.get((engine, ring), 0))
            for _ in range(rows // DMA_ENGINES):
                end = time + int(max(row_bytes, ROW_FLOOR) / DMA_BYTES_PER_NS * NS)
                self.packets.append((engine, ring, row_bytes, time, end))
                time = end
            end = time + 20 * NS + engine * 500
            self.packets.append((engine, ring, 4, time, end))  # increments the semaphore
            self.free[engine, ring] = end
            self.updates.setdefault(semaphore, []).append(end)


def ntff(code, run, uuid, neff):
    payload = b""
    words = b""
    graph = text(1, "sg00") + number(3, 0)
    for engine in range(5):
        stream = [Word(0xB1)] + [step.word for step in code[engine]] + [Word(0xA2).u8(_40=1)]
        graph += text(4, number(1, engine) + number(7, len(words)) + number(8, len(stream) * 64))
        words += b"".join(bytes(word.bytes) for word in stream)
    for ring, name in ((2, "qSPDynamicHW"), (3, "qActDynamicHW")):
        for engine in range(DMA_ENGINES):
            graph += text(7, number(1, 64 + engine) + number(2, ring) + text(4, name))
    payload += words

    records = {0: [], 1: [], 4: [], 5: [(0, 8, FIRST_TICK)]}
    for engine, pc, begin, end, cycles in sorted(run.rows):
        identity = 0x80000000 | (engine + 1) << 26 | pc & 0x1FF
        records[0] += [(identity, cycles << 16, begin), (identity | 1 << 24, 0xFFFFFFFF, end)]
    updates = []
    for semaphore, times in run.updates.items():
        updates += [(time, semaphore, value) for value, time in enumerate(sorted(times), 1)]
    records[1] = [(0xF30100 | semaphore, value, time) for time, semaphore, value in sorted(updates)]
    for engine, ring, size, begin, end in sorted(run.packets, key=lambda p: (p[0], p[3], p[1])):
        records[4] += [(engine << 24, ring << 4 | 1, begin), (engine << 24 | size, 0xABCD0000 | ring << 4 | 5, end)]

    info = text(1, neff) + text(4, text(4, text(1, graph)) + text(5, uuid))
    info += text(8, number(1, 2) + number(2, 30) + number(3, 51) + text(5, "faafe26f"))
    info += text(9, "trn2.3xlarge")
    info += text(15, text(1, uuid) + number(2, FIRST_TICK) + number(3, run.end))
    for kind, block in ((0, 0), (1, 0), (4, 1), (5, 0)):
        info += text(16, number(1, kind) + number(3, block) + number(5, len(payload)) +
                     number(6, len(records[kind]) * 16) + number(7, 0))
        payload += b"".join(struct.pack("<IIQ", *record) for record in records[kind])
    header = bytes((6,)) + len(info).to_bytes(7, "little") + b"\x5a" * 120
    return header + info + payload


RESERVATION = "arn:aws:ec2:us-east-1:111122223333:reserved-instances/example"
ON_DEMAND, RESERVED = 21.957642, 13.921094  # USD per hour of a p4d.24xlarge
CHAT, OTHER = '{"user_team":"chat"}', '{"user_team":"research"}'


def bill():
    def usage(day, kind, instance, hours, rate, tags, **more):
        return {"line_item_line_item_type": kind,
                "line_item_usage_start_date": f"2026-10-{day:02}T00:00:00Z",
                "line_item_usage_end_date": f"2026-10-{day:02}T23:59:59Z",
                "line_item_product_code": "AmazonEC2", "line_item_usage_type": "BoxUsage:" + instance,
                "line_item_operation": "RunInstances", "line_item_usage_amount": hours,
                "line_item_unblended_cost": f"{hours * rate:.6f}", "product_instance_type": instance,
                "resource_tags": tags, **more}

    for day in range(1, 32):
        full = f"{24 * ON_DEMAND:.6f}"
        yield usage(day, "DiscountedUsage", "p4d.24xlarge", 24, 0, CHAT, pricing_public_on_demand_cost=full,
                    reservation_reservation_a_r_n=RESERVATION,
                    reservation_effective_cost=f"{24 * RESERVED:.6f}")
        yield usage(day, "Usage", "p4d.24xlarge", 24, ON_DEMAND, CHAT, pricing_public_on_demand_cost=full)
        yield usage(day, "Usage", "g5.xlarge", 8, 1.006, OTHER, pricing_public_on_demand_cost=f"{8 * 1.006:.6f}")
    month = {"line_item_usage_start_date": "2026-10-01T00:00:00Z", "line_item_usage_end_date": "2026-10-31T23:59:59Z",
             "line_item_product_code": "AmazonEC2", "resource_tags": CHAT}
    yield {**month, "line_item_line_item_type": "RIFee", "line_item_usage_type": "HeavyUsage:p4d.24xlarge",
           "line_item_usage_amount": 744, "line_item_unblended_cost": f"{744 * RESERVED:.6f}",
           "reservation_reservation_a_r_n": RESERVATION, "reservation_unused_recurring_fee": "0.0",
           "reservation_unused_amortized_upfront_fee_for_billing_period": "0.0"}
    yield {**month, "line_item_line_item_type": "Usage", "line_item_usage_type": "EBS:VolumeUsage.gp3",
           "line_item_usage_amount": 4000, "line_item_unblended_cost": "320.00"}
    yield {**month, "line_item_line_item_type": "Tax", "line_item_unblended_cost": "1240.50"}
    yield {**month, "line_item_line_item_type": "Credit", "line_item_unblended_cost": "-3000.00"}


COLUMNS = """bill_billing_period_start_date identity_line_item_id line_item_usage_account_id line_item_line_item_type
line_item_usage_start_date line_item_usage_end_date line_item_product_code line_item_usage_type line_item_operation
line_item_usage_amount line_item_currency_code line_item_unblended_cost pricing_public_on_demand_cost
product_instance_type product_region_code reservation_reservation_a_r_n reservation_effective_cost
reservation_unused_recurring_fee reservation_unused_amortized_upfront_fee_for_billing_period
resource_tags""".split()


def write_bill(path):
    with open(path, "w", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        rows.writeheader()
        for index, line in enumerate(bill(), 1):
            rows.writerow({"bill_billing_period_start_date": "2026-10-01T00:00:00Z",
                           "identity_line_item_id": f"line{index}", "line_item_usage_account_id": "444455556666",
                           "line_item_currency_code": "USD", "product_region_code": "us-east-1", **line})


def main(folder):
    for name, whole_rows, uuid in (("before", False, "tutorial-before0"), ("after", True, "tutorial-after00")):
        code = program(whole_rows)
        with open(os.path.join(folder, name + ".ntff"), "wb") as file:
            file.write(ntff(code, Run(code), uuid, f"product-{name}.neff"))
    write_bill(os.path.join(folder, "bill.csv"))
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: make_tutorial_files.py FOLDER")
    sys.exit(main(sys.argv[1]))
