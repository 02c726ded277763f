import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCourse } from '../../format/quantities.ts';
import { useFormat } from '../../format/use-format.ts';

/** Lines of a detailed label below the name: status, speed and course, then the time of the position. */
export function useDescribe(): (tracker: Tracker) => readonly string[] {
  const { t } = useTranslation('trackers');
  const { t: tFormat } = useTranslation('format');
  const { formatDateTime, formatSpeed } = useFormat();
  return useCallback(
    ({ activation, trackerStatusDto: { status, speed: kmh, direction, fixTime } }) => {
      const texts = [activation === 'expired' ? t('activation.expired') : t(`status.${status}`)];
      if (status !== 'OFFLINE' && kmh !== null) {
        const { value, unit } = formatSpeed(kmh);
        texts.push(`${value} ${tFormat(`unit.${unit}`)}`);
        if (direction !== null) texts.push(`${formatCourse(direction).value}°`);
      }
      return fixTime === null ? [texts.join(' ')] : [texts.join(' '), formatDateTime(fixTime).slice(5)];
    },
    [t, tFormat, formatSpeed, formatDateTime],
  );
}
