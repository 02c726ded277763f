import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { DeviceDetails } from '../protocol.ts';

/** What an alarm says: its name, and the notice that it becomes, if the product has one for it. */
export interface AlarmMeaning {
  readonly name: string;
  readonly notice: NoticeType | null;
}

export type VendorName =
  | 'g10ls'
  | 's21l'
  | 'goome'
  | 'bsj'
  | 'seeworld'
  | 'jimi'
  | 'vl300'
  | 'padlock'
  | 'aovx';

/**
 * What a vendor's document gives another meaning than the standard, or leaves out. The table in `docs/protocols/jt808.md`
 * names the documents.
 */
export interface Vendor {
  readonly name: VendorName;
  /** Beginnings of model names, upper-case, letters and digits only. */
  readonly models: readonly string[];
  /** By bit of the alarm word; the others are the standard's. */
  readonly alarms: ReadonlyMap<number, AlarmMeaning>;
  /** Bit 6 of the status says whether the device is armed. */
  readonly hasArmedBit: boolean;
  /** The vendor's document does not give bit 5 of the status the meaning "encrypted". */
  readonly plainCoordinates: boolean;
}

const NO_ALARMS: ReadonlyMap<number, AlarmMeaning> = new Map();

const VENDORS: readonly Vendor[] = [
  {
    name: 'g10ls',
    models: ['G10LS'],
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
    models: ['S21L'],
    alarms: new Map([
      [15, { name: 'batteryLow', notice: 'LOWPOWER' }],
      [16, { name: 'vibration', notice: 'VIBRATION' }],
    ]),
    hasArmedBit: true,
    plainCoordinates: true,
  },
  {
    name: 'goome',
    models: ['GOOME'],
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
  { name: 'bsj', models: ['BSJ', 'EG01'], alarms: NO_ALARMS, hasArmedBit: false, plainCoordinates: true },
  {
    name: 'seeworld',
    models: ['SEEWORLD', 'W15L'],
    alarms: NO_ALARMS,
    hasArmedBit: false,
    plainCoordinates: false,
  },
  {
    name: 'jimi',
    models: ['JC371', 'JC181', 'JC182', 'JC450', 'JC451'],
    alarms: NO_ALARMS,
    hasArmedBit: false,
    plainCoordinates: false,
  },
  {
    name: 'vl300',
    models: ['VL300'],
    // Not a collision or a rollover with this model; what else is not known.
    alarms: new Map([
      [29, { name: 'bit29', notice: null }],
      [30, { name: 'bit30', notice: null }],
    ]),
    hasArmedBit: false,
    plainCoordinates: false,
  },
  {
    name: 'padlock',
    models: ['G360P', 'G508P'],
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
    models: ['AOVX', 'AL300', 'GL100'],
    alarms: new Map([[16, { name: 'moved', notice: 'VIBRATION' }]]),
    hasArmedBit: false,
    plainCoordinates: false,
  },
];

/** What is known of the sender of a message, beyond its bytes. */
export interface Profile {
  /** The header is that of 2019. */
  readonly is2019: boolean;
  readonly vendor: Vendor | null;
  /** Use coordinates that are marked as encrypted, when they are plausible. */
  readonly plainCoordinates: boolean;
}

/** Model names that were looked up before: every frame asks. */
const VENDOR_CACHE = new Map<string, Vendor | null>();
const MAX_CACHED_MODELS = 10_000;

/** The vendor of a model name as a person or a terminal writes it: "G10-LS", "bsj EG01". */
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
  const normalizedModel = model.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return VENDORS.find(({ models }) => models.some((prefix) => normalizedModel.startsWith(prefix))) ?? null;
}

/**
 * The account's own entry goes first; without a vendor in it, the model of the terminal's registration counts.
 *
 * @param registered model and manufacturer that the terminal gave on this connection; empty when it did not
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
