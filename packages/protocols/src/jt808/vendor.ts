import type { DialectName } from '@wakeline/domain/devices/device-model';
import { dialectOf } from '@wakeline/domain/devices/find-model';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { DeviceDetails } from '../protocol.ts';

/** The meaning of an alarm: its name, and its notice type, if there is one. */
export interface AlarmMeaning {
  readonly name: string;
  readonly notice: NoticeType | null;
}

/**
 * Deviations of a vendor from the standard. The table in `docs/protocols/jt808.md` lists the vendor documents.
 */
export interface Vendor {
  readonly name: DialectName;
  /** By bit of the alarm word; other bits have the standard meaning. */
  readonly alarms: ReadonlyMap<number, AlarmMeaning>;
  /** Bit 6 of the status is the armed flag. */
  readonly hasArmedBit: boolean;
  /** Bit 5 of the status does not mean "encrypted" in the vendor's document. */
  readonly plainCoordinates: boolean;
}

const NO_ALARMS: ReadonlyMap<number, AlarmMeaning> = new Map();

/** Which models they are of: the catalogue, `packages/domain/src/devices/models.ts`. */
const VENDORS: readonly Vendor[] = [
  {
    name: 'g10ls',
    alarms: new Map([
      [15, { name: 'batteryLow', notice: 'LOWPOWER' }],
      [16, { name: 'vibration', notice: 'VIBRATION' }],
      [17, { name: 'removed', notice: 'TEARDOWN' }],
    ]),
    hasArmedBit: true,
    plainCoordinates: true,
  },
  {
    name: 's21l',
    alarms: new Map([
      [15, { name: 'batteryLow', notice: 'LOWPOWER' }],
      [16, { name: 'vibration', notice: 'VIBRATION' }],
    ]),
    hasArmedBit: true,
    plainCoordinates: true,
  },
  {
    name: 'goome',
    alarms: new Map([
      [16, { name: 'collision', notice: 'VIBRATION' }],
      [17, { name: 'harshAcceleration', notice: null }],
      [29, { name: 'rollover', notice: 'VIBRATION' }],
      [30, { name: 'harshBraking', notice: null }],
      [31, { name: 'sharpTurn', notice: null }],
    ]),
    hasArmedBit: false,
    plainCoordinates: false,
  },
  { name: 'bsj', alarms: NO_ALARMS, hasArmedBit: false, plainCoordinates: true },
  {
    name: 'seeworld',
    alarms: NO_ALARMS,
    hasArmedBit: false,
    plainCoordinates: false,
  },
  {
    name: 'jimi',
    alarms: NO_ALARMS,
    hasArmedBit: false,
    plainCoordinates: false,
  },
  {
    name: 'vl300',
    // Not collision or rollover for this model; the actual meaning is unknown.
    alarms: new Map([
      [29, { name: 'bit29', notice: null }],
      [30, { name: 'bit30', notice: null }],
    ]),
    hasArmedBit: false,
    plainCoordinates: false,
  },
  {
    name: 'padlock',
    alarms: new Map([
      [0, { name: 'removed', notice: 'TEARDOWN' }],
      [1, { name: 'tampered', notice: 'TEARDOWN' }],
      [4, { name: 'removed', notice: 'TEARDOWN' }],
    ]),
    hasArmedBit: false,
    plainCoordinates: false,
  },
  {
    name: 'aovx',
    alarms: new Map([[16, { name: 'moved', notice: 'VIBRATION' }]]),
    hasArmedBit: false,
    plainCoordinates: false,
  },
];

/** What is known about the sender of a message beyond its bytes. */
export interface Profile {
  /** The message has a 2019 header. */
  readonly is2019: boolean;
  readonly vendor: Vendor | null;
  /** Use coordinates marked as encrypted if they are plausible. */
  readonly plainCoordinates: boolean;
}

/** Cached lookups by model name, because every frame needs one. */
const VENDOR_CACHE = new Map<string, Vendor | null>();
const MAX_CACHED_MODELS = 10_000;

/** The vendor of a model name as written by users or terminals: "G10-LS", "bsj EG01". */
export function vendorOf(model: string): Vendor | null {
  if (model === '') return null;
  const cached = VENDOR_CACHE.get(model);
  if (cached !== undefined) return cached;
  const vendor = findVendor(model);
  if (VENDOR_CACHE.size >= MAX_CACHED_MODELS) VENDOR_CACHE.clear();
  VENDOR_CACHE.set(model, vendor);
  return vendor;
}

function findVendor(model: string): Vendor | null {
  const dialect = dialectOf('jt808', model);
  return VENDORS.find(({ name }) => name === dialect) ?? null;
}

/**
 * The model in the account takes precedence; if it has no known vendor, the model of the registration is used.
 *
 * @param registered model and manufacturer from the registration on this connection; may be empty
 */
export function createProfile(
  details: DeviceDetails | null,
  registered: readonly string[],
  is2019: boolean,
): Profile {
  const vendor =
    vendorOf(details?.model ?? '') ??
    registered.map(vendorOf).find((candidate) => candidate !== null) ??
    null;
  const plainCoordinates = details?.plainCoordinates === true || vendor?.plainCoordinates === true;
  return { is2019, vendor, plainCoordinates };
}
