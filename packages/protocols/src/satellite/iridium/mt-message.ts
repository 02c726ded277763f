import { SBD_LIMITS } from '@wakeline/domain/satellite/sbd-text';
import { type DirectIpError, ELEMENT, isImeiText, readElements, readImei, writeMessage } from './elements.ts';

/**
 * MT header 0x41: id of the client (4), IMEI (15), flags (2). Payload 0x42: 1 to 1890 bytes. Priority 0x46: 2 bytes, 1 is
 * the highest, 5 the default.
 */
const HEADER_LENGTH = 21;
const PRIORITY_LENGTH = 2;
const DEFAULT_PRIORITY = 5;
const MAX_MT_PAYLOAD = SBD_LIMITS.toDevice.protocol;

/** Disposition flags (table 7.1-5 of the guide). */
const FLAGS = {
  /** Delete all messages in the queue of the device first. */
  flushQueue: 1,
  /** Only alert the device; without a payload. */
  ringAlert: 2,
  highPriority: 16,
  /** Use the id of the client, 1..65535, as the MTMSN: the only way to know it. */
  assignMtmsn: 32,
} as const;
type MtFlag = keyof typeof FLAGS;

/** A mobile-terminated (MT) message: to a device. */
export interface MobileTerminated {
  /** Chosen by the sender; the confirmation has it. */
  readonly clientId: number;
  readonly imei: string;
  readonly flags: readonly MtFlag[];
  /** Empty: only the flags. */
  readonly payload: Uint8Array;
  /** 1 (highest) to 5. */
  readonly priority: number;
}

/**
 * Encodes a message to a device. A priority other than 5 sets its flag. Throws a RangeError if the IMEI, the payload or a
 * number is not valid.
 */
export function encodeMtMessage({ clientId, imei, flags, payload, priority }: MobileTerminated): Buffer {
  if (!isImeiText(imei)) throw new RangeError('an IMEI has 15 digits');
  if (payload.length > MAX_MT_PAYLOAD) throw new RangeError(`${payload.length} bytes exceed an MT message`);
  if (!(Number.isInteger(priority) && priority >= 1 && priority <= 5))
    throw new RangeError('a priority is 1 to 5');
  const isPrior = priority !== DEFAULT_PRIORITY;
  const all = new Set<MtFlag>(isPrior ? [...flags, 'highPriority'] : flags);
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUInt32BE(clientId, 0);
  header.write(imei, 4, 15, 'latin1');
  header.writeUInt16BE(
    [...all].reduce((bits, flag) => bits | FLAGS[flag], 0),
    19,
  );
  return writeMessage([
    [ELEMENT.mtHeader, header],
    ...(payload.length === 0 ? [] : [[ELEMENT.mtPayload, payload] as const]),
    ...(isPrior ? [[ELEMENT.mtPriority, Buffer.of(0, priority)] as const] : []),
  ]);
}

/** Decodes a message to a device, as the gateway receives it. The length of the payload is not checked. */
export function decodeMtMessage(message: Uint8Array): MobileTerminated | DirectIpError {
  const elements = readElements(message);
  if (typeof elements === 'string') return elements;
  const header = elements.get(ELEMENT.mtHeader);
  const priority = elements.get(ELEMENT.mtPriority);
  if (header === undefined) return 'no-header';
  if (header.length !== HEADER_LENGTH) return 'element-length';
  if (priority !== undefined && priority.length !== PRIORITY_LENGTH) return 'element-length';
  const imei = readImei(header, 4);
  if (imei === null) return 'invalid-imei';
  const bits = header.readUInt16BE(19);
  const level = priority?.readUInt16BE(0) ?? DEFAULT_PRIORITY;
  return {
    clientId: header.readUInt32BE(0),
    imei,
    flags: Object.entries(FLAGS).flatMap(([flag, bit]) => ((bits & bit) === 0 ? [] : [flag as MtFlag])),
    payload: Buffer.from(elements.get(ELEMENT.mtPayload) ?? Buffer.alloc(0)),
    priority: level >= 1 && level <= 5 ? level : DEFAULT_PRIORITY,
  };
}
