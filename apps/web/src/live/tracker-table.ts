import type { Tracker, TrackerTable } from '@wakeline/contract/entities/tracker';
import type { TrackerInfo } from './tracker-store.ts';

/** Converts a table to trackers, with states if it has them. Rows share the same objects as the table does: entities are never changed. */
export function toTrackers({
  columns,
  states,
  icons,
  abilitySets,
  realmDetails,
}: TrackerTable): (Tracker | TrackerInfo)[] {
  return columns.trackerId.map((trackerId, row): Tracker | TrackerInfo => {
    const iconDto = icons[columns.icon[row] ?? -1];
    const abilities = abilitySets[columns.abilities[row] ?? -1];
    const activation = columns.activation[row];
    if (!iconDto || !abilities || !activation) throw new Error(`row ${row} of a tracker table is incomplete`);
    return {
      trackerId,
      trackerName: columns.trackerName[row] ?? '',
      label: columns.label[row] ?? '',
      imei: columns.imei[row] ?? '',
      groupId: columns.groupId[row] ?? null,
      model: columns.model[row] ?? '',
      note: columns.note[row] ?? '',
      iotCard: columns.iotCard[row] ?? '',
      activation,
      validUntil: columns.validUntil[row] ?? null,
      realmDetails,
      iconDto,
      abilities,
      ...(states !== undefined && { trackerStatusDto: stateAt(states, row) }),
    };
  });
}

type StateColumns = NonNullable<TrackerTable['states']>;

function stateAt(states: StateColumns, row: number): Tracker['trackerStatusDto'] {
  const status = states.status[row];
  if (!status) throw new Error(`row ${row} of the states of a tracker table is incomplete`);
  return {
    latitude: states.latitude[row] ?? null,
    longitude: states.longitude[row] ?? null,
    direction: states.direction[row] ?? null,
    altitude: states.altitude[row] ?? null,
    ...altitudeKindAt(states.altitudeKind, row),
    speed: states.speed[row] ?? null,
    electricity: states.electricity[row] ?? null,
    gsm: states.gsm[row] ?? null,
    satellites: states.satellites[row] ?? null,
    accuracy: states.accuracy[row] ?? null,
    mileage: states.mileage[row] ?? 0,
    fixTime: states.fixTime[row] ?? null,
    latestCommTime: states.latestCommTime[row] ?? null,
    status,
    statusSince: states.statusSince[row] ?? null,
    ...flightAt(states.flight, row),
    ...emergencyAt(states.emergency, row),
  };
}

function altitudeKindAt(
  column: StateColumns['altitudeKind'],
  row: number,
): Pick<Tracker['trackerStatusDto'], 'altitudeKind'> {
  const altitudeKind = column?.[row] ?? null;
  return altitudeKind === null ? {} : { altitudeKind };
}

function flightAt(column: StateColumns['flight'], row: number): Pick<Tracker['trackerStatusDto'], 'flight'> {
  const flight = column?.[row] ?? null;
  return flight === null ? {} : { flight };
}

function emergencyAt(
  column: StateColumns['emergency'],
  row: number,
): Pick<Tracker['trackerStatusDto'], 'emergency'> {
  const emergency = column?.[row] ?? null;
  return emergency === null ? {} : { emergency };
}
