import type {
  DecodeErrorEvent,
  DeviceSession,
  InstructionRefusal,
  ReportsEvent,
  SessionEvent,
  SessionOptions,
} from '../protocol.ts';
import { FORMATTERS, type Formatter } from './epoch.ts';
import { EpochMerger, type MergedReport } from './epoch-merger.ts';
import { type Line, LineSplitter } from './lines.ts';
import { parseSentence, type Sentence } from './sentence.ts';

/** `$PGID,<id>`, with or without a checksum. */
const IDENTIFICATION = /^\$PGID,([A-Za-z0-9-]{3,32})(?:\*[0-9A-F]{2})?$/;
/** A first line without `$`: an IMEI or a token. */
const TOKEN = /^[A-Za-z0-9-]{6,32}$/;
const SOURCE = /^[A-Za-z0-9-]{1,32}$/;
const TALKER_LENGTH = 2;
const CARRIAGE_RETURN = 0x0d;
/** Devices on one connection, by the sources of TAG blocks. */
const MAX_SOURCES = 1000;

/** The server side of one connection, or of one UDP peer. */
export class NmeaSession implements DeviceSession {
  readonly #lines = new LineSplitter();
  readonly #onFrame: SessionOptions['onFrame'];
  readonly #mergers = new Map<string, EpochMerger>();
  #deviceId: string | null = null;
  #isFirst = true;

  constructor(options?: Pick<SessionOptions, 'onFrame'>) {
    this.#onFrame = options?.onFrame;
  }

  get pendingBytes(): number {
    let epochs = 0;
    for (const { isPending } of this.#mergers.values()) if (isPending) epochs++;
    return this.#lines.pendingBytes + epochs;
  }

  discardPartialMessages(deviceId: string | null): void {
    if (deviceId === null) this.#mergers.clear();
    else this.#mergers.delete(deviceId);
  }

  receive(bytes: Uint8Array, now: number): readonly SessionEvent[] {
    const events: SessionEvent[] = [];
    this.#lines.feed(bytes);
    for (let line = this.#lines.next(); line !== null; line = this.#lines.next()) {
      const caused = this.#decode(line, now);
      this.#onFrame?.(line.raw, caused);
      for (const event of caused) events.push(event);
    }
    for (const [deviceId, merger] of this.#mergers)
      events.push(...merger.endOverdue(now).map((merged) => toEvent(deviceId, merged)));
    return events;
  }

  end(now: number): readonly SessionEvent[] {
    return [...this.#mergers].flatMap(([deviceId, merger]) =>
      merger.end(now).map((merged) => toEvent(deviceId, merged)),
    );
  }

  encodeInstruction(): InstructionRefusal {
    return 'not-supported';
  }

  #decode({ kind, raw }: Line, now: number): readonly SessionEvent[] {
    if (kind === 'oversize') return [this.#createError('oversize', 'the line is too long', raw)];
    const text = raw.toString('latin1', 0, endOf(raw));
    // Empty lines keep a connection open.
    if (text === '') return [];
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const deviceId = readId(text, isFirst);
    if (deviceId !== null) return this.#identify(deviceId, now);
    const sentence = parseSentence(text);
    if (sentence === 'checksum') return [this.#createError('checksum', 'wrong checksum', raw)];
    if (sentence === 'malformed') return [this.#createError('malformed', 'no sentence', raw)];
    return this.#addSentence(sentence, raw, now);
  }

  #identify(deviceId: string, now: number): readonly SessionEvent[] {
    const pending = this.end(now);
    this.#deviceId = deviceId;
    this.#mergers.clear();
    const login: SessionEvent = {
      type: 'login',
      deviceId,
      purpose: 'identify',
      credential: null,
      attributes: {},
      acceptReply: null,
      rejectReply: null,
    };
    return [...pending, login];
  }

  #addSentence(sentence: Sentence, raw: Buffer, now: number): readonly SessionEvent[] {
    const formatter = sentence.address.slice(TALKER_LENGTH);
    const { address, source } = sentence;
    const deviceId = this.#deviceId ?? (source !== null && SOURCE.test(source) ? source : null);
    if (!isFormatter(formatter) || address.length !== TALKER_LENGTH + formatter.length)
      return [this.#createError('unknown-message', `${address}: unknown sentence`, raw, deviceId)];
    if (deviceId === null)
      return [this.#createError('malformed', `${address} before a line with the id of the device`, raw)];
    const merger = this.#mergerOf(deviceId);
    const { reports, error } = merger.add(formatter, sentence, raw, now);
    const events: SessionEvent[] = reports.map((merged) => toEvent(deviceId, merged));
    if (error !== null)
      events.push(this.#createError('malformed', `${address}: malformed ${error}`, raw, deviceId));
    return events;
  }

  #mergerOf(deviceId: string): EpochMerger {
    const known = this.#mergers.get(deviceId);
    if (known !== undefined) return known;
    const [oldest] = this.#mergers.keys();
    if (oldest !== undefined && this.#mergers.size >= MAX_SOURCES) this.#mergers.delete(oldest);
    const merger = new EpochMerger();
    this.#mergers.set(deviceId, merger);
    return merger;
  }

  #createError(
    error: DecodeErrorEvent['error'],
    detail: string,
    raw: Buffer,
    deviceId = this.#deviceId,
  ): DecodeErrorEvent {
    return { type: 'decode-error', error, deviceId, detail, raw, reply: null };
  }
}

/** Offset of the line end, with or without a carriage return. */
function endOf(line: Buffer): number {
  const end = line.length - 1;
  return line[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
}

/** The id that a line consists of; null: none. */
function readId(text: string, isFirst: boolean): string | null {
  if (text.startsWith('$')) return text.startsWith('$PGID') ? (IDENTIFICATION.exec(text)?.[1] ?? null) : null;
  return isFirst && TOKEN.test(text) ? text : null;
}

function isFormatter(text: string): text is Formatter {
  return FORMATTERS.has(text);
}

function toEvent(deviceId: string, { report, raw }: MergedReport): ReportsEvent {
  return {
    type: 'reports',
    deviceId,
    reports: [report],
    unreadable: [],
    raw,
    reply: null,
    rejectReply: null,
  };
}
