import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { UserConfig } from '@wakeline/contract/entities/user-config';
import { altitude, percent, type Quantity, type SpeedUnits, speed } from '../../../format/quantities.ts';

/** What the list shows behind a device's name: a quantity, an instant (epoch milliseconds), or nothing. */
export type ListValue = Quantity | { readonly time: number } | null;

/** The value of a device that the user wants to see in the list; null where it is not known. */
export function listValue(
  state: TrackerStatusDto,
  sensor: UserConfig['deviceListParam'],
  speedUnits: SpeedUnits,
): ListValue {
  const known = (value: number | null, write: (value: number) => Quantity) =>
    value === null ? null : write(value);
  switch (sensor) {
    case 'ELECTRICITY':
      return known(state.electricity, percent);
    case 'SPEED':
      // What a device was doing when it fell silent is not what it does now.
      return state.status === 'OFFLINE' ? null : known(state.speed, (kmh) => speed(kmh, speedUnits));
    case 'ALTITUDE':
      return known(state.altitude, altitude);
    case 'GSM':
      return known(state.gsm, percent);
    case 'TIME':
      return state.fixTime === null ? null : { time: state.fixTime };
  }
}
