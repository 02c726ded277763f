import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { UserConfig } from '@wakeline/contract/entities/user-config';
import {
  formatAltitude,
  formatPercent,
  formatSpeed,
  type Quantity,
  type SpeedUnits,
} from '../../../format/quantities.ts';

/** What the list shows behind a device's name: a quantity, an instant (epoch milliseconds), or nothing. */
export type ListValue = Quantity | { readonly time: number } | null;

/** The value of a device that the user wants to see in the list; null where it is not known. */
export function listValue(
  state: TrackerStatusDto,
  sensor: UserConfig['deviceListParam'],
  speedUnits: SpeedUnits,
): ListValue {
  const formatKnown = (value: number | null, toQuantity: (value: number) => Quantity) =>
    value === null ? null : toQuantity(value);
  switch (sensor) {
    case 'ELECTRICITY':
      return formatKnown(state.electricity, formatPercent);
    case 'SPEED':
      // What a device was doing when it fell silent is not what it does now.
      return state.status === 'OFFLINE'
        ? null
        : formatKnown(state.speed, (kmh) => formatSpeed(kmh, speedUnits));
    case 'ALTITUDE':
      return formatKnown(state.altitude, formatAltitude);
    case 'GSM':
      return formatKnown(state.gsm, formatPercent);
    case 'TIME':
      return state.fixTime === null ? null : { time: state.fixTime };
  }
}
