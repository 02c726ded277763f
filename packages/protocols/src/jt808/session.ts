import type { InstructionCall } from '@wakeline/domain/instructions/catalogue';
import { copyToKeep } from '../copy-to-keep.ts';
import type {
  DecodeErrorEvent,
  DeviceSession,
  EncodedInstruction,
  InstructionRefusal,
  InstructionTarget,
  SessionEvent,
  SessionOptions,
} from '../protocol.ts';
import { ALTERNATIVE_FLAG, decodeFrame, type FinderResult, FrameFinder } from './framing.ts';
import { type Address, deviceIdOf, isUsualAddress, readHeader, usualAddressOf } from './header.ts';
import { encodeInstruction } from './instruction.ts';
import { LOCK_LOCATION, LOCK_LOCATION_BLIND_SPOT, lockLocation } from './lock-location.ts';
import { type Message, Platform, RESULT } from './message.ts';
import { DECODERS } from './messages.ts';
import { MULTIMEDIA_DATA, MultimediaReceiver } from './multimedia.ts';
import { SubPackageAssembler } from './sub-packages.ts';
import { decodeTextFrame } from './text-frame.ts';
import { UNSUPPORTED_MESSAGES } from './unsupported.ts';
import { createProfile, type Profile } from './vendor.ts';

/** Cached models per connection: more than a connection may have devices. */
const MAX_MODELS = 256;

/**
 * The platform side of one connection. Each frame has the id of its terminal, so one connection can serve several.
 * Events have views of the bytes passed to `receive`.
 */
export class Jt808Session implements DeviceSession {
  readonly #platform: Platform;
  readonly #finder = new FrameFinder();
  readonly #subPackages: SubPackageAssembler;
  readonly #multimedia: MultimediaReceiver;
  /** Model and manufacturer reported by the terminals of this connection. */
  readonly #models = new Map<string, readonly string[]>();
  /** How terminals of this connection write their phone number, unless their id determines it. */
  readonly #addresses = new Map<string, Address>();
  /** Of the last frame: texts have no id. */
  #lastDeviceId: string | null = null;
  #lastPhone: Buffer | null = null;

  constructor(options: SessionOptions) {
    this.#platform = new Platform(options);
    this.#subPackages = new SubPackageAssembler(this.#platform);
    this.#multimedia = new MultimediaReceiver(this.#platform);
  }

  get pendingBytes(): number {
    return this.#finder.pendingBytes + this.#subPackages.pendingBytes + this.#multimedia.pendingBytes;
  }

  discardPartialMessages(deviceId: string | null): void {
    this.#subPackages.discard(deviceId);
    this.#multimedia.discard(deviceId);
  }

  receive(bytes: Uint8Array, now: number): readonly SessionEvent[] {
    const events: SessionEvent[] =
      this.#subPackages.pendingBytes > 0 ? [...this.#subPackages.expire(now)] : [];
    if (this.#multimedia.pendingBytes > 0) events.push(...this.#multimedia.expire(now));
    const { onFrame } = this.#platform.options;
    this.#finder.feed(bytes);
    for (let result = this.#finder.next(); result !== null; result = this.#finder.next()) {
      const caused = this.#decode(result, now);
      onFrame?.(result.raw, caused);
      for (const event of caused) events.push(event);
    }
    return events;
  }

  encodeInstruction(
    call: InstructionCall,
    { deviceId, serial }: InstructionTarget,
  ): EncodedInstruction | InstructionRefusal {
    const address = this.#addresses.get(deviceId) ?? usualAddressOf(deviceId);
    const is2019 = address.version !== null;
    const { vendor } = this.#createProfile(deviceId, is2019);
    return encodeInstruction(call, address, { is2019, dialect: vendor?.name ?? null }, serial);
  }

  /** The copy outlives the received bytes. Locks of 0x55xx have frames of their own, without instructions. */
  #saveAddress(deviceId: string, address: Address): void {
    const { phone, version, shortSerial } = address;
    if (shortSerial === true) return;
    if (isUsualAddress(deviceId, address)) {
      if (this.#addresses.size > 0) this.#addresses.delete(deviceId);
      return;
    }
    if (this.#addresses.get(deviceId)?.version === version) return;
    if (this.#addresses.size >= MAX_MODELS && !this.#addresses.has(deviceId)) return;
    this.#addresses.set(deviceId, { phone: copyToKeep(phone), version });
  }

  #decode({ kind, raw }: FinderResult, now: number): readonly SessionEvent[] {
    if (kind === 'garbage') return [createDecodeError('malformed', 'bytes outside a frame', raw)];
    if (kind === 'text') return [decodeTextFrame(raw, this.#lastDeviceId, now)];
    if (kind === 'oversize')
      return [createDecodeError('oversize', `no flag within ${raw.length} bytes`, raw)];
    const unescaped = decodeFrame(raw);
    if (typeof unescaped === 'string') this.#finder.rejectFlag();
    if (unescaped === 'checksum') return [createDecodeError('checksum', 'wrong checksum', raw)];
    if (unescaped === 'escape')
      return [createDecodeError('malformed', 'an escape is not followed by 0x01 or 0x02', raw)];
    const header = readHeader(unescaped, raw[0] === ALTERNATIVE_FLAG);
    if (typeof header === 'string') {
      this.#finder.rejectFlag();
      return [createDecodeError('malformed', header, raw)];
    }

    this.#finder.confirmFlag();
    const deviceId = this.#deviceIdOf(header.phone);
    this.#saveAddress(deviceId, header);
    const message: Message = {
      id: header.messageId,
      deviceId,
      from: header,
      serial: header.serial,
      serials: [header.serial],
      body: unescaped.subarray(header.bodyStart),
      raw,
      now,
      profile: this.#createProfile(deviceId, header.version !== null),
    };
    if (header.shortSerial === true) return this.#decodeLockMessage(message, header.wantsReply);
    if (message.id === MULTIMEDIA_DATA && !header.encrypted) return this.#multimedia.receive(header, message);
    const decoder = DECODERS.get(message.id);
    if (decoder === undefined || header.encrypted) {
      this.#platform.reserveSerials();
      const description = header.encrypted
        ? 'an encrypted body'
        : (UNSUPPORTED_MESSAGES.get(message.id) ?? 'unknown message');
      return [
        createUnknownMessageEvent(
          message,
          description,
          this.#platform.createGeneralResponse(message, RESULT.unsupported),
        ),
      ];
    }
    const { complete, errors } =
      header.total === 1 ? { complete: message, errors: [] } : this.#subPackages.add(header, message);
    if (complete === null) return [{ type: 'sub-package', deviceId: message.deviceId }, ...errors];
    this.#platform.reserveSerials(complete.serials.length);
    const events = decoder.decode(complete, this.#platform);
    for (const event of events) this.#saveModel(event);
    return events;
  }

  /** Most connections have one device, whose id is not formatted again for each frame. */
  #deviceIdOf(phone: Buffer): string {
    if (this.#lastDeviceId === null || this.#lastPhone?.equals(phone) !== true) {
      if (this.#lastPhone?.length === phone.length) phone.copy(this.#lastPhone);
      else this.#lastPhone = copyToKeep(phone);
      this.#lastDeviceId = deviceIdOf(phone);
    }
    return this.#lastDeviceId;
  }

  #decodeLockMessage(message: Message, wantsReply: boolean): readonly SessionEvent[] {
    if (message.id !== LOCK_LOCATION && message.id !== LOCK_LOCATION_BLIND_SPOT) {
      return [createUnknownMessageEvent(message, 'unknown lock message', null)];
    }
    this.#platform.reserveSerials();
    return lockLocation(message, this.#platform, wantsReply);
  }

  #createProfile(deviceId: string, is2019: boolean): Profile {
    return createProfile(
      this.#platform.options.findDevice(deviceId),
      this.#models.get(deviceId) ?? [],
      is2019,
    );
  }

  /**
   * Caches the model from a registration or the terminal attributes: it determines the vendor-specific decoding of
   * items.
   */
  #saveModel(event: SessionEvent): void {
    const attributes =
      event.type === 'login'
        ? event.attributes
        : event.type === 'reports'
          ? event.reports[0]?.attributes
          : undefined;
    if (attributes?.model === undefined || event.deviceId === null) return;
    if (this.#models.size >= MAX_MODELS && !this.#models.has(event.deviceId)) return;
    this.#models.set(event.deviceId, [String(attributes.model), String(attributes.manufacturer ?? '')]);
  }
}

function createUnknownMessageEvent(
  { id, deviceId, raw }: Message,
  description: string,
  reply: Uint8Array | null,
): DecodeErrorEvent {
  const detail = `0x${id.toString(16).padStart(4, '0')}: ${description}`;
  return { ...createDecodeError('unknown-message', detail, raw), deviceId, reply };
}

function createDecodeError(kind: DecodeErrorEvent['error'], detail: string, raw: Buffer): DecodeErrorEvent {
  return { type: 'decode-error', error: kind, deviceId: null, detail, raw, reply: null };
}
