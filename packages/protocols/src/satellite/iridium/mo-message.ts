import { type DirectIpError, ELEMENT, readElements, readImei, writeMessage } from './elements.ts';
import {
  MAX_MO_PAYLOAD,
  type MobileOriginated,
  type NetworkLocation,
  networkLocation,
  sessionStatusNumber,
  sessionStatusOf,
} from './mobile-originated.ts';

/**
 * MO header 0x01: CDR reference (4), IMEI (15), session status (1), MOMSN (2), MTMSN (2), Unix time (4).
 * MO location 0x03: flags (bit 1 south, bit 0 west), latitude ° (1) and 1/1000 ' (2), longitude ° (1) and 1/1000 ' (2),
 * radius in km (4). The guide gives its length as 20, its fields and real messages have 11 bytes.
 */
const HEADER_LENGTH = 28;
const LOCATION_LENGTH = 11;
const SOUTH = 0x02;
const WEST = 0x01;
const MAX_THOUSANDTHS = 59_999;

const EMPTY: Buffer = Buffer.alloc(0);

/** Decodes a message from the gateway, with its prefix. A location that is none on Earth is left out. */
export function decodeMoMessage(message: Uint8Array): MobileOriginated | DirectIpError {
  const elements = readElements(message);
  if (typeof elements === 'string') return elements;
  const header = elements.get(ELEMENT.moHeader);
  const payload = elements.get(ELEMENT.moPayload) ?? EMPTY;
  const location = elements.get(ELEMENT.moLocation);
  if (header === undefined) return 'no-header';
  if (header.length !== HEADER_LENGTH || payload.length > MAX_MO_PAYLOAD) return 'element-length';
  if (location !== undefined && location.length < LOCATION_LENGTH) return 'element-length';
  const imei = readImei(header, 4);
  if (imei === null) return 'invalid-imei';
  return {
    imei,
    cdrReference: header.readUInt32BE(0),
    status: sessionStatusOf(header.readUInt8(19)),
    momsn: header.readUInt16BE(20),
    mtmsn: header.readUInt16BE(22),
    sessionTime: header.readUInt32BE(24) * 1_000,
    location: location === undefined ? null : readLocation(location),
    // A copy: the message may be a view of a larger buffer.
    payload: Buffer.from(payload),
  };
}

function readLocation(content: Buffer): NetworkLocation | null {
  const flags = content.readUInt8(0);
  const [latitudeThousandths, longitudeThousandths] = [content.readUInt16BE(2), content.readUInt16BE(5)];
  // Other bits are reserved or another format.
  if ((flags & ~(SOUTH | WEST)) !== 0) return null;
  if (Math.max(latitudeThousandths, longitudeThousandths) > MAX_THOUSANDTHS) return null;
  const latitude = content.readUInt8(1) + latitudeThousandths / 60_000;
  const longitude = content.readUInt8(4) + longitudeThousandths / 60_000;
  return networkLocation(
    (flags & SOUTH) === 0 ? latitude : -latitude,
    (flags & WEST) === 0 ? longitude : -longitude,
    content.readUInt32BE(7),
  );
}

/** Encodes a message as the gateway sends it. Throws a RangeError if a number does not fit into its field. */
export function encodeMoMessage(message: MobileOriginated): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUInt32BE(message.cdrReference ?? 0, 0);
  header.write(message.imei, 4, 15, 'latin1');
  header.writeUInt8(sessionStatusNumber(message.status), 19);
  header.writeUInt16BE(message.momsn, 20);
  header.writeUInt16BE(message.mtmsn ?? 0, 22);
  header.writeUInt32BE(Math.floor(message.sessionTime / 1_000), 24);
  const { location, payload } = message;
  return writeMessage([
    [ELEMENT.moHeader, header],
    ...(location === null ? [] : [[ELEMENT.moLocation, writeLocation(location)] as const]),
    ...(payload.length === 0 ? [] : [[ELEMENT.moPayload, payload] as const]),
  ]);
}

function writeLocation({ latitude, longitude, radius }: NetworkLocation): Buffer {
  const content = Buffer.alloc(LOCATION_LENGTH);
  content.writeUInt8((latitude < 0 ? SOUTH : 0) | (longitude < 0 ? WEST : 0), 0);
  for (const [value, offset] of [
    [latitude, 1],
    [longitude, 4],
  ] as const) {
    const thousandths = Math.round(Math.abs(value) * 60_000);
    content.writeUInt8(Math.floor(thousandths / 60_000), offset);
    content.writeUInt16BE(thousandths % 60_000, offset + 1);
  }
  content.writeUInt32BE(Math.round(radius), 7);
  return content;
}
