import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Report } from '@wakeline/domain/reports/report';
import { asBuffer } from '../as-buffer.ts';
import type {
  Terminal,
  TerminalFrame,
  TerminalInstruction,
  TerminalOptions,
  TerminalReply,
} from '../protocol.ts';
import {
  lengthOfPacket,
  PACKET_HEADER_LENGTH,
  readPacket,
  writeData,
  writeDatagram,
  writeLogin,
  writePacket,
} from './framing.ts';
import { readInstructions } from './instruction.ts';

const CODEC_8 = 0x08;
const MAX_RECORDS = 255;
const COORDINATE_SCALE = 1e7;
const MAX_COORDINATE = 0x7fffffff;
const LOGIN_KEY = 'login';
const PACKET_REPLY_LENGTH = 4;
const DATAGRAM_REPLY_LENGTH = 7;

/** The element that reports an alarm, with its value. Other alarms have none. */
const ALARM_ELEMENTS: Partial<Readonly<Record<NoticeType, readonly [id: number, value: number]>>> = {
  SOS: [236, 1],
  OUTAGE: [252, 1],
  OVERSPEED: [255, 120],
  IN: [155, 1],
  OUT: [155, 0],
};

/**
 * The device side: sends reports as codec 8. Over TCP it logs in first, and the server acknowledges packets in their
 * order; over UDP each datagram has its number. There is no heartbeat with content.
 */
export class TeltonikaTerminal implements Terminal {
  readonly #deviceId: string;
  readonly #transport: 'tcp' | 'udp';
  #received: Buffer = Buffer.alloc(0);
  #awaitsLogin = false;
  readonly #instructions: TerminalInstruction[] = [];
  /** Number of packets sent, and acknowledged. */
  #sent = 0;
  #acknowledged = 0;

  /** Throws a RangeError if the id is not an IMEI. */
  constructor(deviceId: string, { transport = 'tcp' }: TerminalOptions = {}) {
    if (!/^\d{15}$/.test(deviceId))
      throw new RangeError(`a Teltonika id is the 15 digits of an IMEI, got "${deviceId}"`);
    this.#deviceId = deviceId;
    this.#transport = transport;
  }

  login(): TerminalFrame | null {
    if (this.#transport === 'udp') return null;
    // What a former connection did not acknowledge is never acknowledged.
    this.#acknowledged = this.#sent;
    this.#received = Buffer.alloc(0);
    this.#awaitsLogin = true;
    return { bytes: writeLogin(this.#deviceId), key: LOGIN_KEY };
  }

  report(reports: readonly Report[]): TerminalFrame {
    if (reports.length === 0 || reports.length > MAX_RECORDS)
      throw new RangeError(`a packet has 1 to ${MAX_RECORDS} records, got ${reports.length}`);
    const data = writeData(CODEC_8, reports.length, Buffer.concat(reports.map(writeRecord)));
    const number = this.#sent++;
    if (this.#transport === 'tcp') return { bytes: writePacket(data), key: keyOf(number) };
    const packetId = number & 0xffff;
    return { bytes: writeDatagram(this.#deviceId, packetId, number & 0xff, data), key: keyOf(packetId) };
  }

  heartbeat(): null {
    return null;
  }

  takeInstructions(): readonly TerminalInstruction[] {
    return this.#instructions.splice(0);
  }

  receive(bytes: Uint8Array): readonly TerminalReply[] {
    if (this.#transport === 'udp') return readDatagramReplies(asBuffer(bytes));
    this.#received = Buffer.concat([this.#received, bytes]);
    const replies: TerminalReply[] = [];
    for (let reply = this.#nextReply(); reply !== null; reply = this.#nextReply()) replies.push(reply);
    return replies;
  }

  #nextReply(): TerminalReply | null {
    if (this.#awaitsLogin) {
      const [accepted] = this.#take(1);
      if (accepted === undefined) return null;
      this.#awaitsLogin = false;
      return { key: LOGIN_KEY, ok: accepted === 1, next: null };
    }
    this.#readInstructions();
    const reply = this.#isPartOfPacket() ? Buffer.alloc(0) : this.#take(PACKET_REPLY_LENGTH);
    if (reply.length === 0) return null;
    return { key: keyOf(this.#acknowledged++), ok: reply.readUInt32BE(0) > 0, next: null };
  }

  #readInstructions(): void {
    for (let length = lengthOfPacket(this.#received); length > 0; length = lengthOfPacket(this.#received)) {
      const packet = this.#take(length);
      if (packet.length === 0) return;
      this.#instructions.push(...readInstructions(readPacket(packet)));
    }
  }

  /** Four zero bytes are the reply to a packet if one is outstanding and nothing follows, otherwise a packet starts. */
  #isPartOfPacket(): boolean {
    const bytes = this.#received;
    if (bytes.length < PACKET_REPLY_LENGTH || bytes.readUInt32BE(0) !== 0) return false;
    if (bytes.length === PACKET_REPLY_LENGTH) return this.#sent === this.#acknowledged;
    return bytes.length < PACKET_HEADER_LENGTH || lengthOfPacket(bytes) > 0;
  }

  /** The next bytes; none until all of them have arrived. */
  #take(length: number): Buffer {
    if (this.#received.length < length) return Buffer.alloc(0);
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return taken;
  }
}

/** A datagram can carry several replies, each to one datagram of the device. */
function readDatagramReplies(bytes: Buffer): readonly TerminalReply[] {
  const replies: TerminalReply[] = [];
  for (let at = 0; at + DATAGRAM_REPLY_LENGTH <= bytes.length; at += DATAGRAM_REPLY_LENGTH) {
    const ok = bytes.readUInt8(at + DATAGRAM_REPLY_LENGTH - 1) > 0;
    replies.push({ key: keyOf(bytes.readUInt16BE(at + 2)), ok, next: null });
  }
  return replies;
}

function keyOf(number: number): string {
  return `packet:${number}`;
}

type WrittenElement = readonly [id: number, value: number];

/** A record of codec 8. A report without a fix has coordinates and satellites of 0, as devices without one send. */
function writeRecord(report: Report): Buffer {
  const fixed = Buffer.alloc(24);
  fixed.writeBigUInt64BE(BigInt(report.time), 0);
  const alarm = report.alarms.map((type) => ALARM_ELEMENTS[type]).find((element) => element !== undefined);
  fixed.writeUInt8(alarm === undefined ? 0 : 1, 8);
  const { fix } = report;
  if (fix !== null) {
    fixed.writeInt32BE(toInteger(fix.longitude), 9);
    fixed.writeInt32BE(toInteger(fix.latitude), 13);
    fixed.writeInt16BE(Math.round(fix.altitude ?? 0), 17);
    fixed.writeUInt16BE(fix.valid ? Math.round(fix.course ?? 0) : 0, 19);
    // 0 would mean that there is no fix.
    fixed.writeUInt8(fix.valid ? Math.max(report.satellites ?? 1, 1) : 0, 21);
    fixed.writeUInt16BE(fix.valid ? Math.round(fix.speed ?? 0) : 0, 22);
  }
  const groups = [1, 2, 4, 8].map((size) => writeGroup(size, elementsOf(report, alarm, size)));
  const count = groups.reduce((sum, group) => sum + group.readUInt8(0), 0);
  return Buffer.concat([fixed, Buffer.of(alarm?.[0] ?? 0, count), ...groups]);
}

/** The elements with values of this size. */
function elementsOf(
  { battery, gsm, attributes }: Report,
  alarm: WrittenElement | undefined,
  size: number,
): readonly WrittenElement[] {
  const { ignition, odometer } = attributes;
  if (size === 4) return typeof odometer === 'number' ? [[16, Math.round(odometer)]] : [];
  if (size !== 1) return [];
  return [
    ...(typeof ignition === 'boolean' ? [[239, ignition ? 1 : 0] as const] : []),
    ...(gsm === null ? [] : [[21, Math.round(gsm / 20)] as const]),
    ...(battery === null ? [] : [[113, Math.round(battery)] as const]),
    ...(alarm === undefined ? [] : [alarm]),
  ];
}

function writeGroup(size: number, elements: readonly WrittenElement[]): Buffer {
  const group = Buffer.alloc(1 + elements.length * (1 + size));
  group.writeUInt8(elements.length, 0);
  for (const [index, [id, value]] of elements.entries()) {
    const at = 1 + index * (1 + size);
    group.writeUInt8(id, at);
    group.writeUIntBE(value, at + 1, size);
  }
  return group;
}

function toInteger(degrees: number): number {
  return Math.max(-MAX_COORDINATE, Math.min(MAX_COORDINATE, Math.round(degrees * COORDINATE_SCALE)));
}
