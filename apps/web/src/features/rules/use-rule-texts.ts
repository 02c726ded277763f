import type { Rule } from '@wakeline/contract/notices/rules';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { useObjects } from '../../parts/map-objects/use-objects.ts';
import { DAY_MINUTES, toLimit, toTime } from './rule-draft.ts';
import { toDayRuns, WEEKDAYS } from './weekdays.ts';

/** What rules say, in the language of the page. */
export function useRuleTexts() {
  const { t } = useTranslation('rules');
  const { t: tFormat } = useTranslation('format');
  const { t: tNotices } = useTranslation('notices');
  const { speedUnits } = useFormat();
  const fences = useNames('fence');
  const routes = useNames('route');
  const points = useNames('labelPoint');
  const groups = useGroups();

  function fencesText(fenceIds: readonly number[] | null): string {
    if (fenceIds === null) return t('allFences');
    const [first] = fenceIds;
    return fenceIds.length === 1 && first !== undefined
      ? `“${fences(first)}”`
      : t('summary.moreFences', { count: fenceIds.length });
  }

  function conditionText(condition: Rule['condition']): string {
    switch (condition.type) {
      case 'overspeed': {
        const limit = toLimit(condition.limit, speedUnits);
        const unit = tFormat(speedUnits === 2 ? 'unit.kn' : 'unit.kmh');
        const values = { limit: `${limit} ${unit}`, seconds: condition.seconds };
        const { area } = condition;
        if (area === null) return t('summary.overspeed', values);
        return area.kind === 'fence'
          ? t('summary.overspeedFence', { ...values, name: fences(area.fenceId) })
          : t('summary.overspeedRoute', { ...values, name: routes(area.routeId) });
      }
      case 'fence': {
        const { fenceIds, direction, dwellMinutes } = condition;
        const names = fencesText(fenceIds);
        if (dwellMinutes > 0) return t('summary.fenceDwell', { fences: names, minutes: dwellMinutes });
        return t(direction === 'IN' ? 'summary.fenceIn' : 'summary.fenceOut', { fences: names });
      }
      case 'deviation':
        return t('summary.deviation', { name: routes(condition.routeId), metres: condition.metres });
      case 'climb': {
        const { metres, minutes } = condition;
        return t(`summary.climb${condition.direction}`, { metres, minutes });
      }
      case 'clockIn':
      case 'safe': {
        const name = points(condition.labelPointId);
        return t(`summary.${condition.type}`, { name, metres: condition.metres });
      }
      case 'noData': {
        const times = condition.times.map(toTime).join(', ');
        return t('summary.noData', { times, minutes: condition.graceMinutes });
      }
      case 'deviceAlarm': {
        const alarms = condition.alarms.map((alarm) => tNotices(`type.${alarm}`)).join(', ');
        return t('summary.deviceAlarm', { alarms });
      }
      case 'lowBattery':
        return t('summary.lowBattery', { percent: condition.percent, recovered: condition.recovered });
      case 'shift':
        return t('summary.shift', { metres: condition.metres });
      case 'offline':
      case 'stay':
      case 'idling':
        return t(`summary.${condition.type}`, { minutes: condition.minutes });
      case 'started':
      case 'stopped':
        return t(`summary.${condition.type}`);
    }
  }

  function targetsText({ appliesTo, groupIds, trackerIds }: Rule): string {
    if (appliesTo === 'all') return t('targets.all');
    const [first] = groupIds;
    const only = groups.list.find(({ groupId }) => groupIds.length === 1 && groupId === first);
    if (only !== undefined) return only.gn;
    return appliesTo === 'groups'
      ? t('targets.groups', { count: groupIds.length })
      : t('targets.trackers', { count: trackerIds.length });
  }

  function hoursText({ schedule }: Rule): string {
    if (schedule === null) return t('always');
    return schedule
      .map(({ weekdays, from, to }) => {
        const days =
          weekdays.length === WEEKDAYS.length
            ? t('weekday.daily')
            : toDayRuns(weekdays)
                .map((run) => run.map((day) => t(`weekday.${day}`)).join('–'))
                .join(' ');
        return from === 0 && to === DAY_MINUTES ? days : `${days} ${toTime(from)}–${toTime(to)}`;
      })
      .join(', ');
  }

  return { conditionText, targetsText, hoursText };
}

/** Names of map objects of a kind by id. */
function useNames(kind: 'fence' | 'route' | 'labelPoint'): (id: number) => string {
  const { t } = useTranslation('rules');
  const { list, state } = useObjects(kind);
  return (id) =>
    list.find((object) => object.id === id)?.name ?? (state === 'ready' ? t('summary.gone') : '…');
}
