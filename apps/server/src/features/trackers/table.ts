import type { TrackerTable } from '@wakeline/contract/entities/tracker';
import type { ListedRow, TrackerRow } from '../../trackers/read.ts';
import { visibleStatusDto } from '../../trackers/status-dto.ts';
import { type PresentOptions, presentListed } from './present.ts';
import type { TrackerUser } from './trackers.policy.ts';

/** Trackers of one account as columns, with the reader's abilities. */
export function toTable(
  rows: readonly ListedRow[],
  reader: TrackerUser,
  options: PresentOptions,
): Omit<TrackerTable, 'states'> {
  const icons = new ValuePool<TrackerTable['icons'][number]>();
  const abilitySets = new ValuePool<TrackerTable['abilitySets'][number]>();
  const trackers = rows.map((row) => presentListed(row, reader, options));
  return {
    realmDetails: rows[0]?.account_name ?? '',
    columns: {
      trackerId: trackers.map((item) => item.trackerId),
      trackerName: trackers.map((item) => item.trackerName),
      label: trackers.map((item) => item.label),
      imei: trackers.map((item) => item.imei),
      groupId: trackers.map((item) => item.groupId),
      model: trackers.map((item) => item.model),
      note: trackers.map((item) => item.note),
      iotCard: trackers.map((item) => item.iotCard),
      activation: trackers.map((item) => item.activation),
      validUntil: trackers.map((item) => item.validUntil),
      icon: trackers.map(({ iconDto }) => icons.indexOf(`${iconDto.iconType} ${iconDto.iconUrl}`, iconDto)),
      abilities: trackers.map(({ abilities }) =>
        abilitySets.indexOf(Object.values(abilities).join(), abilities),
      ),
    },
    icons: icons.values,
    abilitySets: abilitySets.values,
  };
}

/** The states of trackers as columns. */
export function toStateColumns(rows: readonly TrackerRow[], now: number): TrackerTable['states'] {
  const states = rows.map((row) => visibleStatusDto(row, now));
  return {
    latitude: states.map((item) => item.latitude),
    longitude: states.map((item) => item.longitude),
    direction: states.map((item) => item.direction),
    altitude: states.map((item) => item.altitude),
    ...(states.some((item) => item.altitudeKind !== undefined) && {
      altitudeKind: states.map((item) => item.altitudeKind ?? null),
    }),
    speed: states.map((item) => item.speed),
    electricity: states.map((item) => item.electricity),
    gsm: states.map((item) => item.gsm),
    satellites: states.map((item) => item.satellites),
    accuracy: states.map((item) => item.accuracy),
    mileage: states.map((item) => item.mileage),
    fixTime: states.map((item) => item.fixTime),
    latestCommTime: states.map((item) => item.latestCommTime),
    status: states.map((item) => item.status),
    statusSince: states.map((item) => item.statusSince),
    ...(states.some((item) => item.emergency !== undefined) && {
      emergency: states.map((item) => item.emergency ?? null),
    }),
    ...(states.some((item) => item.flight !== undefined) && {
      flight: states.map((item) => item.flight ?? null),
    }),
  };
}

/** Stores each distinct value once. */
class ValuePool<Value> {
  readonly values: Value[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(key: string, value: Value): number {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    this.values.push(value);
    this.#indexes.set(key, this.values.length - 1);
    return this.values.length - 1;
  }
}
