import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import { useTranslation } from 'react-i18next';
import { useScreenSource } from './screen-source.ts';

/** The title of a box: its own, or that of its kind and options, with the name of its group. */
export function useBoxTitle({ kind, title, groupId, options }: ScreenBox): string {
  const { t } = useTranslation('screens');
  const { groups } = useScreenSource();
  if (title !== '') return title;
  const { ranking, rankingDays, trend, trendDays, fleetBy } = options;
  const named =
    kind === 'ranking'
      ? t('title.ranking', { what: t(`ranking.${ranking}`), period: t(`rankingDays.${rankingDays}`) })
      : kind === 'trend'
        ? t('title.trend', { what: t(`trend.${trend}`), period: t(`trendDays.${trendDays}`) })
        : kind === 'fleet'
          ? t(`title.fleet.${fleetBy}`)
          : t(`kind.${kind}`);
  const group = groups.find((one) => one.groupId === groupId);
  return group === undefined ? named : `${named} · ${group.groupName}`;
}
