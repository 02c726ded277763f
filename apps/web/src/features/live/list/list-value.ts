import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { UserConfig } from '@wakeline/contract/entities/user-config';
import {
  formatAltitude,
  formatPercent,
  formatSpeed,
  type Quantity,
  type UnitSettings,
} from '../../../format/quantities.ts';

/** The value displayed beside a device's name: a quantity, a time (epoch milliseconds), or none. */
export type ListValue = Quantity | { readonly time: number } | null;

/** The value selected for the list; null if unknown. */
export function listValue(
  state: TrackerStatusDto,
  sensor: UserConfig['deviceListParam'],
  { speedUnits, altitudeUnits }: UnitSettings,
): ListValue {
  const formatKnown = (value: number | null, toQuantity: (value: number) => Quantity) =>
    value === null ? null : toQuantity(value);
  switch (sensor) {
    case 'ELECTRICITY':
      return formatKnown(state.electricity, formatPercent);
    case 'SPEED':
      // The last reported speed of an offline device is not current.
      return state.status === 'OFFLINE'
        ? null
        : formatKnown(state.speed, (kmh) => formatSpeed(kmh, speedUnits));
    case 'ALTITUDE':
      return formatKnown(state.altitude, (metres) => formatAltitude(metres, altitudeUnits));
    case 'GSM':
      return formatKnown(state.gsm, formatPercent);
    case 'TIME':
      return state.fixTime === null ? null : { time: state.fixTime };
  }
}
