import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { setEvent } from './event-code.ts';
import { createFix, fromSeconds2000, setSignal } from './message.ts';

/**
 * Parameters of a CCE record, little-endian (as in Traccar; units also in the P88L GPRS protocol V1.3). Those that are
 * not listed become `param` and their id: a number, or hexadecimal text for those with a length of their own.
 *
 * | bytes | id         | becomes                                            | id         | becomes                                    |
 * | ----- | ---------- | -------------------------------------------------- | ---------- | ------------------------------------------ |
 * | 1     | 0x01       | event code                                         | 0x15       | `inputs`                                   |
 * | 1     | 0x05       | 1: fix                                             | 0x47       | `locked`: 1 false, 2 true                  |
 * | 1     | 0x06       | satellites                                         | 0x97       | `throttle`, percent                        |
 * | 1     | 0x07       | signal, 0 to 31                                    | 0x9d       | `fuelLevel`, percent                       |
 * | 1     | 0x14       | `outputs`                                          | 0xfe69     | battery, percent                           |
 * | 2     | 0x08, 0x09 | speed, km/h; course                                | 0x29       | `fuelLevel`, 0.01 percent                  |
 * | 2     | 0x0a       | `hdop`, 0.1                                        | 0x40       | event code                                 |
 * | 2     | 0x0b       | altitude, m                                        | 0x91, 0x92 | `obdSpeed`, km/h                           |
 * | 2     | 0x16       | `analog1`, 0.01 V                                  | 0x99       | `rpm`                                      |
 * | 2     | 0x19, 0x1a | `batteryVoltage`, `externalVoltage`, 0.01 V        | 0x9c       | `coolantTemperature`                       |
 * | 4     | 0x02, 0x03 | latitude, longitude, 0.000001 degree               | 0x0d       | `travelTime`, s                            |
 * | 4     | 0x04       | seconds since 2000                                 | 0x25       | `driverUniqueId`                           |
 * | 4     | 0x0c       | `odometer`, m                                      | 0x9b       | `obdOdometer`, m                           |
 * | 4     | 0xa0       | `fuelUsed`, ml, in l                               |            |                                            |
 * | n     | 0x0e-0x13  | cell: MCC, MNC, LAC (2 each), id (4), dBm (2)      | 0x2a-0x31  | `temperature` 1 to 8: 1 byte, 0.01 degree (2) |
 * | n     | 0x1d-0x25  | access point: address (6), dBm (2)                 |            |                                            |
 */
type Attributes = ReportDraft['attributes'];

/** Values that make up the fix, which is created when all have been read. */
interface Movement {
  latitude: number | null;
  longitude: number | null;
  speed: number | null;
  course: number | null;
  altitude: number | null;
  valid: boolean;
}

/** Attributes that are the value times a factor. */
const SCALED: ReadonlyMap<number, readonly [name: string, divisor: number]> = new Map([
  [0x0a, ['hdop', 10]],
  [0x0c, ['odometer', 1]],
  [0x0d, ['travelTime', 1]],
  [0x14, ['outputs', 1]],
  [0x15, ['inputs', 1]],
  [0x16, ['analog1', 100]],
  [0x19, ['batteryVoltage', 100]],
  [0x1a, ['externalVoltage', 100]],
  [0x29, ['fuelLevel', 100]],
  [0x91, ['obdSpeed', 1]],
  [0x92, ['obdSpeed', 1]],
  [0x97, ['throttle', 1]],
  [0x99, ['rpm', 1]],
  [0x9b, ['obdOdometer', 1]],
  [0x9c, ['coolantTemperature', 1]],
  [0x9d, ['fuelLevel', 1]],
  [0xa0, ['fuelUsed', 1000]],
]);

const CELL_LENGTH = 12;
const ACCESS_POINT_LENGTH = 8;
const TEMPERATURE_LENGTH = 3;
const NO_TIME = 0;

/** Collects the parameters of one record. */
export class RecordBuilder {
  readonly #draft: ReportDraft;
  readonly #cells: string[] = [];
  readonly #accessPoints: string[] = [];
  readonly #movement: Movement = {
    latitude: null,
    longitude: null,
    speed: null,
    course: null,
    altitude: null,
    valid: false,
  };

  constructor(now: number) {
    this.#draft = createReportDraft(now);
  }

  /** A value of 1, 2 or 4 bytes. */
  addNumber(id: number, data: Buffer): void {
    const draft = this.#draft;
    const value = data.readUIntLE(0, data.length);
    const scaled = SCALED.get(id);
    if (this.#addMovement(id, data, value)) return;
    if (scaled !== undefined) draft.attributes[scaled[0]] = value / scaled[1];
    else if (id === 0x01 || id === 0x40) setEvent(draft, value);
    else if (id === 0x06) draft.satellites = value;
    else if (id === 0x07) setSignal(draft, value);
    else if (id === 0x25) draft.attributes.driverUniqueId = String(value);
    else if (id === 0x47 && (value === 1 || value === 2)) draft.attributes.locked = value === 2;
    else if (id === 0xfe69 && value <= 100) draft.battery = value;
    else draft.attributes[nameOf(id)] = value;
  }

  #addMovement(id: number, data: Buffer, value: number): boolean {
    const movement = this.#movement;
    if (id === 0x05) movement.valid = value === 1;
    else if (id === 0x08) movement.speed = value;
    else if (id === 0x09) movement.course = value;
    else if (id === 0x0b) movement.altitude = data.readIntLE(0, data.length);
    else if (id === 0x02) movement.latitude = data.readIntLE(0, data.length) / 1_000_000;
    else if (id === 0x03) movement.longitude = data.readIntLE(0, data.length) / 1_000_000;
    else if (id === 0x04 && value !== NO_TIME) this.#draft.time = fromSeconds2000(value);
    else return id === 0x04;
    return true;
  }

  /** A value with a length of its own. */
  addBytes(id: number, data: Buffer): void {
    const { attributes } = this.#draft;
    if (id >= 0x0e && id <= 0x13 && data.length === CELL_LENGTH) {
      const area = [0, 2, 4].map((at) => data.readUInt16LE(at)).join(',');
      this.#cells.push(`${area},${data.readUInt32LE(6)},${data.readInt16LE(10)}`);
    } else if (id >= 0x1d && id <= 0x25 && data.length === ACCESS_POINT_LENGTH) {
      const address = data.toString('hex', 0, 6).replace(/(..)(?!$)/g, '$1:');
      this.#accessPoints.push(`${address},${data.readInt16LE(6)}`);
    } else if (id >= 0x2a && id <= 0x31 && data.length === TEMPERATURE_LENGTH) {
      attributes[`temperature${id - 0x29}`] = data.readInt16LE(1) / 100;
    } else {
      attributes[nameOf(id)] = data.toString('hex');
    }
  }

  build(): ReportDraft {
    const { latitude, longitude } = this.#movement;
    if (latitude !== null && longitude !== null)
      this.#draft.fix = createFix({ ...this.#movement, latitude, longitude });
    addNetwork(this.#draft.attributes, this.#cells, this.#accessPoints);
    return this.#draft;
  }
}

/** The serving cell is the first one; its signal has an attribute of its own. */
function addNetwork(attributes: Attributes, cells: readonly string[], accessPoints: readonly string[]): void {
  const [serving, ...others] = cells;
  if (serving !== undefined) {
    const at = serving.lastIndexOf(',');
    attributes.cell = serving.slice(0, at);
    attributes.cellSignal = Number(serving.slice(at + 1));
  }
  if (others.length > 0) attributes.cells = others.join(';');
  if (accessPoints.length > 0) attributes.wifi = accessPoints.join(';');
}

function nameOf(id: number): string {
  return `param${id.toString(16).toUpperCase().padStart(2, '0')}`;
}
