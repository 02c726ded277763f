import type { MessageFailure } from '@wakeline/domain/satellite/message-states';
import { type DirectIpError, ELEMENT, readElements, readImei, writeMessage } from './elements.ts';

/** MT confirmation 0x44: id of the client (4), IMEI (15), automatic id (4), status (2, signed). */
const LENGTH = 25;
const MAX_PLACE = 50;

/** Why the gateway refuses a message to a device (table 7.1-8 of the guide; -12 as in the crate directip). */
const REFUSALS = [
  [-1, 'invalid-imei'],
  [-2, 'unknown-imei'],
  [-3, 'payload-too-large'],
  [-4, 'payload-missing'],
  [-5, 'queue-full'],
  [-6, 'no-resources'],
  [-7, 'protocol-error'],
  [-8, 'ring-alerts-disabled'],
  [-9, 'not-attached'],
  [-10, 'address-refused'],
  [-11, 'mtmsn-out-of-range'],
  [-12, 'certificate-refused'],
] as const;
export type MtRefusal = (typeof REFUSALS)[number][1] | 'unknown';

const UNKNOWN_REFUSAL = -32_768;

/** The response of the gateway to a message to a device. */
export interface MtConfirmation {
  readonly clientId: number;
  /** Null if it is not 15 digits: the gateway returns what it received. */
  readonly imei: string | null;
  /** Number of the message in the gateway; 0 if it is refused. It is not the MTMSN. */
  readonly automaticId: number;
  /** Place in the queue of the device, 1..50; 0: there was no payload; null: refused. */
  readonly place: number | null;
  readonly refusal: MtRefusal | null;
}

/** Decodes the response of the gateway, with its prefix. */
export function decodeMtConfirmation(message: Uint8Array): MtConfirmation | DirectIpError {
  const elements = readElements(message);
  if (typeof elements === 'string') return elements;
  const content = elements.get(ELEMENT.mtConfirmation);
  if (content === undefined) return 'no-header';
  if (content.length !== LENGTH) return 'element-length';
  const status = content.readInt16BE(23);
  const isQueued = status >= 0 && status <= MAX_PLACE;
  return {
    clientId: content.readUInt32BE(0),
    imei: readImei(content, 4),
    automaticId: content.readUInt32BE(19),
    place: isQueued ? status : null,
    refusal: isQueued ? null : (REFUSALS.find(([number]) => number === status)?.[1] ?? 'unknown'),
  };
}

/** Encodes the response of the gateway. */
export function encodeMtConfirmation(confirmation: MtConfirmation): Buffer {
  const { clientId, imei, automaticId, place, refusal } = confirmation;
  const content = Buffer.alloc(LENGTH);
  content.writeUInt32BE(clientId, 0);
  content.write(imei ?? '', 4, 15, 'latin1');
  content.writeUInt32BE(automaticId, 19);
  content.writeInt16BE(place ?? REFUSALS.find(([, name]) => name === refusal)?.[0] ?? UNKNOWN_REFUSAL, 23);
  return writeMessage([[ELEMENT.mtConfirmation, content]]);
}

const FAILURES: Readonly<Record<Exclude<MtRefusal, 'no-resources'>, MessageFailure>> = {
  'invalid-imei': 'unknown-receiver',
  'unknown-imei': 'unknown-receiver',
  'payload-too-large': 'too-long',
  'payload-missing': 'empty',
  'queue-full': 'queue-full',
  'protocol-error': 'gateway-refused',
  'ring-alerts-disabled': 'not-attached',
  'not-attached': 'not-attached',
  'address-refused': 'gateway-refused',
  'mtmsn-out-of-range': 'gateway-refused',
  'certificate-refused': 'gateway-refused',
  unknown: 'gateway-refused',
};

/** What a refusal means for a message; null: send it again later. */
export function failureOf(refusal: MtRefusal): MessageFailure | null {
  return refusal === 'no-resources' ? null : FAILURES[refusal];
}
