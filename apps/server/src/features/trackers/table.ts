import type { TrackerTable } from '@wakeline/contract/entities/tracker';
import type { TrackerRow } from '../../trackers/read.ts';
import { type Presenting, presentTracker } from './present.ts';
import type { TrackerUser } from './trackers.policy.ts';

/** Trackers of one account as columns, with what `reader` may do with them. */
export function tableOf(rows: readonly TrackerRow[], reader: TrackerUser, how: Presenting): TrackerTable {
  const icons = new Shared<TrackerTable['icons'][number]>();
  const abilitySets = new Shared<TrackerTable['abilitySets'][number]>();
  const trackers = rows.map((row) => presentTracker(row, reader, how));
  const states = trackers.map((one) => one.trackerStatusDto);
  return {
    realmDetails: rows[0]?.account_name ?? '',
    columns: {
      trackerId: trackers.map((one) => one.trackerId),
      trackerName: trackers.map((one) => one.trackerName),
      label: trackers.map((one) => one.label),
      imei: trackers.map((one) => one.imei),
      groupId: trackers.map((one) => one.groupId),
      model: trackers.map((one) => one.model),
      note: trackers.map((one) => one.note),
      iotCard: trackers.map((one) => one.iotCard),
      activation: trackers.map((one) => one.activation),
      validUntil: trackers.map((one) => one.validUntil),
      icon: trackers.map(({ iconDto }) => icons.placeOf(`${iconDto.iconType} ${iconDto.iconUrl}`, iconDto)),
      abilities: trackers.map(({ abilities }) =>
        abilitySets.placeOf(Object.values(abilities).join(), abilities),
      ),
    },
    states: {
      latitude: states.map((one) => one.latitude),
      longitude: states.map((one) => one.longitude),
      direction: states.map((one) => one.direction),
      altitude: states.map((one) => one.altitude),
      speed: states.map((one) => one.speed),
      electricity: states.map((one) => one.electricity),
      gsm: states.map((one) => one.gsm),
      satellites: states.map((one) => one.satellites),
      accuracy: states.map((one) => one.accuracy),
      mileage: states.map((one) => one.mileage),
      fixTime: states.map((one) => one.fixTime),
      latestCommTime: states.map((one) => one.latestCommTime),
      status: states.map((one) => one.status),
      statusSince: states.map((one) => one.statusSince),
    },
    icons: icons.values,
    abilitySets: abilitySets.values,
  };
}

/** Values that many share, each once. */
class Shared<Value> {
  readonly values: Value[] = [];
  readonly #places = new Map<string, number>();

  placeOf(key: string, value: Value): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.values.push(value);
    this.#places.set(key, this.values.length - 1);
    return this.values.length - 1;
  }
}
