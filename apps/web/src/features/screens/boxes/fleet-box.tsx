import { STATUS_COLOURS } from '@wakeline/domain/tracker-state/tracker-status';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { Counts } from '../../../live/tracker-store.ts';
import { STATUS_ORDER, StatusIcon } from '../../../parts/devices/status-icon.tsx';
import { useFleet } from '../fleet.ts';
import { RollingList } from '../rolling-list.tsx';
import { useScreenSource } from '../screen-source.ts';
import type { BoxContentProps } from './box-content.ts';
import { BoxEmpty } from './box-empty.tsx';
import styles from './boxes.module.css';

/** Groups beyond these are summed up in one line. */
const MAX_GROUPS = 50;

/** The fleet now: a bar by status, with the number of each; or a bar for each group. */
export function FleetBox({ box: { groupId, options } }: BoxContentProps) {
  const { t } = useTranslation(['screens', 'trackers']);
  const { formatCount } = useFormat();
  const { groups, isReady } = useScreenSource();
  const { counts, byGroup } = useFleet(groupId);
  if (!isReady) return <BoxEmpty text={null} />;
  if (counts.all === 0) return <BoxEmpty text={t('screens:noDevices')} />;
  if (options.fleetBy === 'status')
    return (
      <div className={styles.fleet}>
        <StatusBar counts={counts} />
        <dl>
          {STATUS_ORDER.map((status) => (
            <div key={status}>
              <dt>
                <StatusIcon status={status} size={12} />
                {t(`trackers:status.${status}`)}
              </dt>
              <dd>{formatCount(counts[status])}</dd>
            </div>
          ))}
        </dl>
      </div>
    );
  const names = new Map(groups.map((group) => [group.groupId as number | null, group.groupName]));
  const rows = [...byGroup].sort(([, a], [, b]) => b.all - a.all).slice(0, MAX_GROUPS);
  return (
    <RollingList label={t('screens:kind.fleet')} count={rows.length}>
      <ul className={styles.groups}>
        {rows.map(([id, ofGroup]) => (
          <li key={id ?? 0}>
            <span className={styles.name}>{names.get(id) ?? t('screens:noGroup')}</span>
            <span>
              {t('screens:onlineOf', {
                online: formatCount(ofGroup.all - ofGroup.OFFLINE),
                all: formatCount(ofGroup.all),
              })}
            </span>
            <StatusBar counts={ofGroup} />
          </li>
        ))}
      </ul>
    </RollingList>
  );
}

/** Shares by status; the numbers beside it say the same. */
function StatusBar({ counts }: { readonly counts: Counts }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      {STATUS_ORDER.map((status) => (
        <i
          key={status}
          style={{
            width: `${(counts[status] / Math.max(1, counts.all)) * 100}%`,
            background: STATUS_COLOURS[status],
          }}
        />
      ))}
    </div>
  );
}
