import type { RacePoint } from '@wakeline/domain/races/race-course';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelOf } from '../../../map/races/race-course-features.ts';

/** What a point of a race course is called: a name, a code with its number, or a distance. */
export function pointLabel(
  { code, kind, points }: RacePoint,
  index: number,
  type: 'normal' | 'score',
  t: TFunction<'matches'>,
): string {
  if (kind !== 'control') return code === '' ? t(`point.${kind}`) : code;
  if (type === 'score') return points === null ? code : t('point.scored', { code, points });
  // Controls have numbers as codes; a number beside a name or a distance says nothing.
  return /^\d+$/.test(code) ? `${index}-${code}` : code === '' ? String(index) : code;
}

/** Labels of the points of race courses on a map; stable. */
export function usePointLabels(): LabelOf {
  const { t } = useTranslation('matches');
  return useCallback((point, index, { type }) => pointLabel(point, index, type, t), [t]);
}
