import type { Leg } from '@wakeline/contract/aviation/legs';
import { aircraftKindOf } from '@wakeline/domain/aviation/aircraft-kind';
import { ALTITUDE_KINDS } from '@wakeline/domain/aviation/altitude-kind';
import type { LegField, LegTime } from '@wakeline/domain/aviation/leg';
import { type LegRow, legTimeOf } from '../../aviation/legs.ts';

/** A leg with the times that count, and the found ones beside them. */
export function presentLeg(row: LegRow): Leg {
  const { found, corrected } = row;
  const [takeoff, landing] = [legTimeOf(row, 'takeoff'), legTimeOf(row, 'landing')];
  const [offBlock, inBlock] = [legTimeOf(row, 'offBlock'), legTimeOf(row, 'inBlock')];
  return {
    legId: row.leg_id,
    planeId: row.plane_id,
    tailNumber: row.tail_number,
    // A newer version may have stored another kind.
    kind: aircraftKindOf(row.kind) ?? 'light',
    trackerId: row.tracker_id,
    state: row.ended_at === null ? 'flying' : landing === null ? 'lost' : 'landed',
    beganBefore: found.beganBefore,
    offBlock: presentTime(row, 'offBlock'),
    takeoff: presentTime(row, 'takeoff'),
    landing: presentTime(row, 'landing'),
    inBlock: presentTime(row, 'inBlock'),
    departure: presentField(row.departure),
    arrival: presentField(row.arrival),
    flightTime: takeoff === null || landing === null ? null : landing - takeoff,
    blockTime: offBlock === null || inBlock === null ? null : inBlock - offBlock,
    touchAndGos: found.touchAndGos,
    goArounds: found.goArounds,
    distance: found.distance,
    maxHeight:
      typeof found.maxHeight === 'number'
        ? { metres: found.maxHeight, altitudeKind: found.maxHeightKind ?? ALTITUDE_KINDS.sea }
        : null,
    maxSpeed: found.maxSpeed ?? null,
    correctedBy: corrected?.by ?? null,
  };
}

function presentTime(row: LegRow, name: LegTime): Leg[LegTime] {
  const at = legTimeOf(row, name);
  if (at === null) return null;
  const moment = row.found[name] ?? null;
  return {
    at,
    found: name === 'takeoff' ? row.started_at : (moment?.at ?? null),
    from: moment?.from ?? null,
    to: moment?.to ?? null,
    isCorrected: row.corrected?.[name] !== undefined,
  };
}

function presentField(field: LegField | null): Leg['departure'] {
  if (field === null) return null;
  const { name: fieldName, ...rest } = field;
  return { ...rest, fieldName };
}
