import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { course, speed } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';

/** Lines of a detailed label below the name: status and speed with course, then the time of the place. */
export function useDescribe(): (tracker: Tracker) => readonly string[] {
  const { t } = useTranslation('trackers');
  const { t: units } = useTranslation('format');
  const { speedUnits, dateTime } = useFormat();
  return useCallback(
    ({ trackerStatusDto: { status, speed: kmh, direction, fixTime } }) => {
      const said = [t(`status.${status}`)];
      if (status !== 'OFFLINE' && kmh !== null) {
        const { value, unit } = speed(kmh, speedUnits);
        said.push(`${value} ${units(`unit.${unit}`)}`);
        if (direction !== null) said.push(`${course(direction).value}°`);
      }
      return fixTime === null ? [said.join(' ')] : [said.join(' '), dateTime(fixTime).slice(5)];
    },
    [t, units, speedUnits, dateTime],
  );
}
