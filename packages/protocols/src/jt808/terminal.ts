import type { Report } from '@wakeline/domain/reports/report';
import type { Terminal, TerminalFrame, TerminalReply } from '../protocol.ts';
import { AUTHENTICATION, writeAuthentication } from './authentication.ts';
import { FrameFinder, openFrame } from './framing.ts';
import { type Address, addressOf, MAX_BODY_LENGTH, readHeader, writeFrame } from './header.ts';
import { LOCATION, writeLocation } from './location.ts';
import { LOCATION_BATCH, writeBatch } from './location-batch.ts';
import { RESULT } from './message.ts';
import { HEARTBEAT } from './presence.ts';
import { REGISTRATION, REGISTRATION_RESPONSE, readResponse, writeRegistration } from './registration.ts';
import { RESEND_REQUEST, readResendRequest } from './sub-packages.ts';

export interface TerminalOptions {
  /** Without it: 2013 when the id fits its 12 digits, else 2019 with 20. */
  readonly header?: '2013' | '2019';
}

/** Digits of the phone number in a header of 2013. */
const DIGITS_OF_2013 = 12;

/**
 * A terminal: registers, authenticates with the code that it got, and from then on authenticates at once. A message longer
 * than one body goes out as sub-packages in one go; its key is that of the last part, which the platform answers with all
 * others when the whole is stored.
 */
export class Jt808Terminal implements Terminal {
  readonly #deviceId: string;
  readonly #address: Address;
  readonly #finder = new FrameFinder();
  #serial = 0;
  #code: string | null = null;
  /** The parts last sent, in case they are asked for again. */
  #sent: { readonly firstSerial: number; readonly frames: readonly Buffer[]; readonly key: string | null } = {
    firstSerial: -1,
    frames: [],
    key: null,
  };

  /** Throws a RangeError for an id that the header cannot hold. */
  constructor(deviceId: string, options: TerminalOptions = {}) {
    const header = options.header ?? (deviceId.length > DIGITS_OF_2013 ? '2019' : '2013');
    this.#deviceId = deviceId;
    this.#address = addressOf(deviceId, header === '2019');
  }

  get #of2019(): boolean {
    return this.#address.version !== null;
  }

  login(): TerminalFrame {
    if (this.#code === null) return this.#send(REGISTRATION, writeRegistration(this.#deviceId, this.#of2019));
    return this.#send(AUTHENTICATION, writeAuthentication(this.#code, this.#deviceId, this.#of2019));
  }

  report(reports: readonly Report[]): TerminalFrame {
    const [only, ...more] = reports;
    if (only === undefined) throw new RangeError('a terminal reports at least one report');
    return more.length === 0
      ? this.#send(LOCATION, writeLocation(only))
      : this.#send(LOCATION_BATCH, writeBatch(reports));
  }

  heartbeat(): TerminalFrame {
    return this.#send(HEARTBEAT, Buffer.alloc(0));
  }

  receive(bytes: Uint8Array): readonly TerminalReply[] {
    const replies: TerminalReply[] = [];
    this.#finder.feed(bytes);
    for (let found = this.#finder.next(); found !== null; found = this.#finder.next()) {
      const plain = found.kind === 'frame' ? openFrame(found.raw) : null;
      const reply = plain instanceof Buffer ? this.#understand(plain) : null;
      if (reply !== null) replies.push(reply);
    }
    return replies;
  }

  #understand(plain: Buffer): TerminalReply | null {
    const header = readHeader(plain);
    if (typeof header === 'string') return null;
    const body = plain.subarray(header.bodyStart);
    if (header.messageId === REGISTRATION_RESPONSE) return this.#registered(body);
    if (header.messageId === RESEND_REQUEST) return this.#askedAgain(body);
    if (header.messageId !== 0x8001 || body.length < 5) return null;
    const answered = body.readUInt16BE(2);
    const ok = body.readUInt8(4) === RESULT.success;
    // A platform that does not know the code any more is asked for a new one.
    const forgotten = answered === AUTHENTICATION && !ok;
    if (forgotten) this.#code = null;
    return { key: keyOf(answered, body.readUInt16BE(0)), ok, next: forgotten ? this.login() : null };
  }

  #registered(body: Buffer): TerminalReply | null {
    const response = readResponse(body);
    if (response === null) return null;
    this.#code = response.code;
    const ok = response.code !== null;
    return { key: keyOf(REGISTRATION, response.serial), ok, next: ok ? this.login() : null };
  }

  #askedAgain(body: Buffer): TerminalReply {
    const { firstSerial, parts } = readResendRequest(body, this.#of2019);
    const key = keyOf(RESEND_REQUEST, firstSerial);
    const frames = firstSerial === this.#sent.firstSerial ? this.#sent.frames : [];
    // The standard has them sent as they were, so that the answer to the whole is the same as before.
    const again = parts.flatMap((index) => frames[index - 1] ?? []);
    if (again.length === 0) return { key, ok: false, next: null };
    return { key, ok: true, next: { bytes: Buffer.concat(again), key: this.#sent.key } };
  }

  #send(id: number, body: Buffer): TerminalFrame {
    const firstSerial = this.#serial;
    const total = Math.max(1, Math.ceil(body.length / MAX_BODY_LENGTH));
    const frames: Buffer[] = [];
    for (let index = 1; index <= total; index++) {
      const part = body.subarray((index - 1) * MAX_BODY_LENGTH, index * MAX_BODY_LENGTH);
      const serial = this.#nextSerial();
      frames.push(writeFrame(id, this.#address, serial, part, total > 1 ? { total, index } : undefined));
    }
    const key = keyOf(id, (firstSerial + total - 1) & 0xffff);
    if (total > 1) this.#sent = { firstSerial, frames, key };
    const [only] = frames;
    const bytes = total === 1 && only !== undefined ? only : Buffer.concat(frames);
    return { bytes, key };
  }

  #nextSerial(): number {
    const serial = this.#serial;
    this.#serial = (serial + 1) & 0xffff;
    return serial;
  }
}

function keyOf(messageId: number, serial: number): string {
  return `${messageId.toString(16).padStart(4, '0')}:${serial}`;
}
