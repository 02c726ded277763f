import type { Report } from '@wakeline/domain/reports/report';
import type {
  Terminal,
  TerminalFrame,
  TerminalInstruction,
  TerminalOptions,
  TerminalReply,
} from '../protocol.ts';
import { AUTHENTICATION, writeAuthentication } from './authentication.ts';
import { decodeFrame, FrameFinder } from './framing.ts';
import { type Address, addressOf, MAX_BODY_LENGTH, readHeader, writeFrame } from './header.ts';
import { LOCATION, LOCATION_LENGTH, writeLocation } from './location.ts';
import { LOCATION_BATCH, writeBatch } from './location-batch.ts';
import { RESULT } from './message.ts';
import { MULTIMEDIA_RESPONSE } from './multimedia.ts';
import { HEARTBEAT } from './presence.ts';
import { REGISTRATION, REGISTRATION_RESPONSE, readResponse, writeRegistration } from './registration.ts';
import { RESEND_REQUEST, readResendRequest } from './sub-packages.ts';
import { TerminalCamera } from './terminal-camera.ts';
import { readInstruction } from './terminal-instruction.ts';

export interface Jt808TerminalOptions extends TerminalOptions {
  /** Default: 2013 if the id fits into its 12 digits, else 2019 with 20. */
  readonly header?: '2013' | '2019';
}

/** Digits of the phone number in a 2013 header. */
const PHONE_DIGITS_2013 = 12;

/**
 * The terminal side. Registers, authenticates with the received code, and only authenticates from then on. A message
 * longer than one body is sent as sub-packages at once. Its key is that of the last sub-package, because the platform
 * acknowledges all of them together after the commit.
 */
export class Jt808Terminal implements Terminal {
  readonly #deviceId: string;
  readonly #address: Address;
  readonly #finder = new FrameFinder();
  readonly #camera: TerminalCamera;
  /** Where photos are taken; zeros before the first report: no time and no fix. */
  #location: Buffer = Buffer.alloc(LOCATION_LENGTH);
  #serial = 0;
  #instructions: TerminalInstruction[] = [];
  #code: string | null = null;
  /** The last sub-packages sent, for resend requests. */
  #lastSent: {
    readonly firstSerial: number;
    readonly frames: readonly Buffer[];
    readonly key: string | null;
  } = {
    firstSerial: -1,
    frames: [],
    key: null,
  };

  /** Throws a RangeError if the id does not fit into the header. */
  constructor(deviceId: string, options: Jt808TerminalOptions = {}) {
    const header = options.header ?? (deviceId.length > PHONE_DIGITS_2013 ? '2019' : '2013');
    this.#deviceId = deviceId;
    this.#address = addressOf(deviceId, header === '2019');
    this.#camera = new TerminalCamera(this.#address, () => this.#nextSerial());
  }

  get #is2019(): boolean {
    return this.#address.version !== null;
  }

  login(): TerminalFrame {
    if (this.#code === null)
      return this.#createFrame(REGISTRATION, writeRegistration(this.#deviceId, this.#is2019));
    return this.#createFrame(AUTHENTICATION, writeAuthentication(this.#code, this.#deviceId, this.#is2019));
  }

  report(reports: readonly Report[]): TerminalFrame {
    const [only, ...more] = reports;
    if (only === undefined) throw new RangeError('at least one report is required');
    this.#location = writeLocation(reports.at(-1) ?? only).subarray(0, LOCATION_LENGTH);
    return more.length === 0
      ? this.#createFrame(LOCATION, writeLocation(only))
      : this.#createFrame(LOCATION_BATCH, writeBatch(reports));
  }

  heartbeat(): TerminalFrame {
    return this.#createFrame(HEARTBEAT, Buffer.alloc(0));
  }

  receive(bytes: Uint8Array): readonly TerminalReply[] {
    const replies: TerminalReply[] = [];
    this.#finder.feed(bytes);
    for (let result = this.#finder.next(); result !== null; result = this.#finder.next()) {
      const unescaped = result.kind === 'frame' ? decodeFrame(result.raw) : null;
      const reply = unescaped instanceof Buffer ? this.#handleMessage(unescaped) : null;
      if (reply !== null) replies.push(reply);
    }
    return replies;
  }

  takeInstructions(): readonly TerminalInstruction[] {
    return this.#instructions.splice(0);
  }

  #handleMessage(unescaped: Buffer): TerminalReply | null {
    const header = readHeader(unescaped);
    if (typeof header === 'string') return null;
    const body = unescaped.subarray(header.bodyStart);
    if (header.messageId === REGISTRATION_RESPONSE) return this.#handleRegistration(body);
    if (header.messageId === RESEND_REQUEST) return this.#resend(body);
    if (header.messageId === MULTIMEDIA_RESPONSE) return this.#handlePhotoResponse(body);
    const write = (id: number, content: Buffer) => writeFrame(id, this.#address, this.#nextSerial(), content);
    const instruction = readInstruction(header, body, write, {
      reserve: () => this.#camera.reserve(),
      upload: (mediaId, channel) => this.#camera.upload(mediaId, channel, this.#location),
    });
    if (instruction !== null) this.#instructions.push(instruction);
    if (header.messageId !== 0x8001 || body.length < 5) return null;
    const acknowledgedId = body.readUInt16BE(2);
    const ok = body.readUInt8(4) === RESULT.success;
    // The platform no longer accepts the code: register again.
    const isCodeRejected = acknowledgedId === AUTHENTICATION && !ok;
    if (isCodeRejected) this.#code = null;
    return {
      key: keyOf(acknowledgedId, body.readUInt16BE(0)),
      ok,
      next: isCodeRejected ? this.login() : null,
    };
  }

  #handleRegistration(body: Buffer): TerminalReply | null {
    const response = readResponse(body);
    if (response === null) return null;
    this.#code = response.code;
    const ok = response.code !== null;
    return { key: keyOf(REGISTRATION, response.serial), ok, next: ok ? this.login() : null };
  }

  #resend(body: Buffer): TerminalReply {
    const { firstSerial, indexes } = readResendRequest(body, this.#is2019);
    const key = keyOf(RESEND_REQUEST, firstSerial);
    const isLastSent = firstSerial === this.#lastSent.firstSerial;
    const frames = isLastSent ? this.#lastSent.frames : this.#camera.findParts(firstSerial);
    // The standard requires unchanged sub-packages, so the acknowledgement is the same as before.
    const resentFrames = indexes.flatMap((index) => frames[index - 1] ?? []);
    if (resentFrames.length === 0) return { key, ok: false, next: null };
    const next = { bytes: Buffer.concat(resentFrames), key: isLastSent ? this.#lastSent.key : null };
    return { key, ok: true, next };
  }

  #handlePhotoResponse(body: Buffer): TerminalReply | null {
    const response = this.#camera.handleResponse(body);
    if (response === null) return null;
    const { mediaId, frames } = response;
    const next = frames.length === 0 ? null : { bytes: Buffer.concat(frames), key: null };
    return { key: keyOf(MULTIMEDIA_RESPONSE, mediaId), ok: true, next };
  }

  #createFrame(id: number, body: Buffer): TerminalFrame {
    const firstSerial = this.#serial;
    const total = Math.max(1, Math.ceil(body.length / MAX_BODY_LENGTH));
    const frames: Buffer[] = [];
    for (let index = 1; index <= total; index++) {
      const chunk = body.subarray((index - 1) * MAX_BODY_LENGTH, index * MAX_BODY_LENGTH);
      const serial = this.#nextSerial();
      frames.push(writeFrame(id, this.#address, serial, chunk, total > 1 ? { total, index } : undefined));
    }
    const key = keyOf(id, (firstSerial + total - 1) & 0xffff);
    if (total > 1) this.#lastSent = { firstSerial, frames, key };
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
