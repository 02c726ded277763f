import type { AttributeValue } from '@wakeline/domain/reports/report';
import type { Profile } from './vendor.ts';

/**
 * Status word of a location (2013 table 25, 2019 table 25), bit 0 lowest.
 *
 * | bit   | meaning when set                        | becomes                                               |
 * | ----- | --------------------------------------- | ----------------------------------------------------- |
 * | 0     | ACC on                                  | `ignition`, always                                    |
 * | 1     | located                                 | `fix.valid`                                           |
 * | 2     | south latitude                          | sign of the latitude                                  |
 * | 3     | west longitude                          | sign of the longitude                                 |
 * | 4     | out of service                          | `outOfService`                                        |
 * | 5     | coordinates encrypted by a plug-in      | `coordinatesEncrypted`; no fix, unless unencrypted    |
 * | 6     | armed (vendors), forward collision 2019 | `armed`, `forwardCollisionWarning`                    |
 * | 7     | lane departure (2019)                   | `laneDepartureWarning`                                |
 * | 8, 9  | 0 empty, 1 half, 3 full (2 is reserved) | `load` 1 or 3; 0 is also sent for unknown             |
 * | 10    | fuel line cut                           | `fuelCut`                                             |
 * | 11    | electric circuit cut                    | `circuitCut`                                          |
 * | 12    | doors locked                            | `doorsLocked`                                         |
 * | 13-17 | front, middle, back, driver's, own door | `door1Open` ... `door5Open`                           |
 * | 18-21 | GPS, BeiDou, GLONASS, Galileo in use    | `gnss`, names joined by `+`                           |
 * | 22    | vehicle moving (2019)                   | `moving`                                              |
 * | 26    | charging (vendors)                      | `charging`                                            |
 *
 * Flags that are not set give no attribute, except for `ignition`, and `armed` for vendors that have it. If any other
 * bit is set, the whole word is stored as `statusBits`.
 */
export const ACC = 1 << 0;
export const LOCATED = 1 << 1;
export const SOUTH = 1 << 2;
export const WEST = 1 << 3;
export const ENCRYPTED = 1 << 5;

const FLAGS: readonly (readonly [mask: number, name: string])[] = [
  [1 << 4, 'outOfService'],
  [ENCRYPTED, 'coordinatesEncrypted'],
  [1 << 10, 'fuelCut'],
  [1 << 11, 'circuitCut'],
  [1 << 12, 'doorsLocked'],
  [1 << 13, 'door1Open'],
  [1 << 14, 'door2Open'],
  [1 << 15, 'door3Open'],
  [1 << 16, 'door4Open'],
  [1 << 17, 'door5Open'],
  [1 << 22, 'moving'],
  [1 << 26, 'charging'],
];
const BIT_6 = 1 << 6;
const BIT_7 = 1 << 7;
const LOAD_SHIFT = 8;
const LOAD_MASK = 3 << LOAD_SHIFT;
const GNSS_SYSTEMS: readonly (readonly [mask: number, name: string])[] = [
  [1 << 18, 'GPS'],
  [1 << 19, 'BeiDou'],
  [1 << 20, 'GLONASS'],
  [1 << 21, 'Galileo'],
];
const GNSS_MASK = 0b1111 << 18;
const LOCATION_BITS = ACC | LOCATED | SOUTH | WEST;
const KNOWN_BITS = [...FLAGS, ...GNSS_SYSTEMS].reduce((mask, [bit]) => mask | bit, LOCATION_BITS | LOAD_MASK);

export function readStatus(
  word: number,
  attributes: Record<string, AttributeValue>,
  { is2019, vendor }: Pick<Profile, 'is2019' | 'vendor'>,
): void {
  attributes.ignition = (word & ACC) !== 0;
  const senderBits = readSenderBits(word, attributes, is2019, vendor?.hasArmedBit === true);
  if ((word & ~LOCATION_BITS) === 0) return;
  for (const [mask, name] of FLAGS) if ((word & mask) !== 0) attributes[name] = true;
  const load = (word & LOAD_MASK) >> LOAD_SHIFT;
  if (load !== 0) attributes.load = load;
  if ((word & GNSS_MASK) !== 0) {
    attributes.gnss = GNSS_SYSTEMS.filter(([mask]) => (word & mask) !== 0)
      .map(([, name]) => name)
      .join('+');
  }
  if ((word & ~(KNOWN_BITS | senderBits)) !== 0) attributes.statusBits = word;
}

/** Reads bits 6 and 7, whose meaning depends on the sender. Returns the bits that were decoded. */
function readSenderBits(
  word: number,
  attributes: Record<string, AttributeValue>,
  is2019: boolean,
  hasArmedBit: boolean,
): number {
  if (hasArmedBit) {
    attributes.armed = (word & BIT_6) !== 0;
    return BIT_6;
  }
  if (!is2019) return 0;
  if (word & BIT_6) attributes.forwardCollisionWarning = true;
  if (word & BIT_7) attributes.laneDepartureWarning = true;
  return BIT_6 | BIT_7;
}

export function toStatusWord(attributes: Readonly<Record<string, AttributeValue>>): number {
  let word = attributes.ignition === true ? ACC : 0;
  for (const [mask, name] of FLAGS) if (attributes[name] === true) word |= mask;
  const load = attributes.load;
  if (typeof load === 'number') word |= (load << LOAD_SHIFT) & LOAD_MASK;
  const systems = String(attributes.gnss ?? '').split('+');
  for (const [mask, name] of GNSS_SYSTEMS) if (systems.includes(name)) word |= mask;
  return word;
}
