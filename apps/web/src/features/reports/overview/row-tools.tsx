import { IconCalendarStats, IconMapPin, IconPlayerPlay } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import type { OverviewRow } from '@wakeline/contract/reports/overview';
import { TRACK_ROLES } from '@wakeline/contract/roles';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../../format/use-format.ts';
import { serverNow } from '../../../live/live-store.ts';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { useSession } from '../../../service/session.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { countDays, type ReportPeriod } from '../report-period.ts';
import { buildOverviewUrl, type OverviewRequest } from './overview-request.ts';
import { buildPeriodReplayUrl } from './period-replay.ts';

interface RowToolsProps {
  readonly request: OverviewRequest;
  readonly row: OverviewRow;
}

/** What can be done with the device of a row: replay, map, and its days. */
export function RowTools({ request, row: { trackerId, trackerName, startDay } }: RowToolsProps) {
  const { t } = useTranslation('operationReport');
  const { timeZone } = useFormat();
  const navigate = useNavigate();
  const { roles } = useSession();
  if (trackerId === null) return null;
  const name = trackerName ?? '';
  const period: ReportPeriod =
    startDay !== null && request.by === 'deviceDay' ? { startDay, endDay: startDay } : request;
  const isGranted = (wanted: readonly string[]) => roles.some((role) => wanted.includes(role.name));
  const replayUrl = buildPeriodReplayUrl(trackerId, period, { timeZone, now: serverNow() });
  const isTooLong = countDays(request) > LIMITS.reportRowDays;
  return (
    <RecordActions edit={false} remove={false}>
      {isGranted(TRACK_ROLES) && (
        <IconButton
          label={replayUrl === null ? t('replayTooLong') : t('replay', { name })}
          disabled={replayUrl === null}
          icon={<IconPlayerPlay size={18} stroke={1.75} />}
          onClick={() => replayUrl !== null && navigate(replayUrl)}
        />
      )}
      {isGranted(['eob_plugin_loc_monitor']) && (
        <IconButton
          label={t('onMap', { name })}
          icon={<IconMapPin size={18} stroke={1.75} />}
          onClick={() => navigate(`/Map?device=${trackerId}`)}
        />
      )}
      {request.by === 'device' && (
        <IconButton
          label={isTooLong ? t('daysTooLong') : t('days', { name })}
          disabled={isTooLong}
          icon={<IconCalendarStats size={18} stroke={1.75} />}
          onClick={() =>
            navigate(
              buildOverviewUrl('center', {
                ...{ ...request, by: 'deviceDay', sort: 'day', descending: false, index: 1 },
                ...{ groupIds: [], trackerIds: [trackerId], keywords: '' },
              }),
            )
          }
        />
      )}
    </RecordActions>
  );
}
