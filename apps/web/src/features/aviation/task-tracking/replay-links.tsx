import { IconBadge3d, IconPlayerPlay } from '@tabler/icons-react';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { MULTI_TRACK_ROLES, TRACK_ROLES } from '@wakeline/contract/roles';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { serverNow } from '../../../live/live-store.ts';
import { useSession } from '../../../service/session.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { taskReplayQuery } from './task-replay.ts';

/** Buttons that replay a task on the map and in 3D, for users with these functions. */
export function ReplayLinks({ task }: { readonly task: WatchTask }) {
  const { t } = useTranslation('taskTracking');
  const navigate = useNavigate();
  const { roles } = useSession();
  const isGranted = (wanted: readonly string[]) => roles.some(({ name }) => wanted.includes(name));
  const query = taskReplayQuery(task, serverNow());
  if (query === null) return null;
  const isSingle = task.trackerIds.length === 1;
  const name = task.taskName;
  return (
    <>
      {isGranted(isSingle ? TRACK_ROLES : MULTI_TRACK_ROLES) && (
        <IconButton
          label={t('replay', { name })}
          icon={<IconPlayerPlay size={18} stroke={1.75} />}
          onClick={() => navigate(`${isSingle ? '/traceReplaySingle' : '/traceReplaySatellite'}${query}`)}
        />
      )}
      {isGranted(MULTI_TRACK_ROLES) && (
        <IconButton
          label={t('replay3d', { name })}
          icon={<IconBadge3d size={18} stroke={1.75} />}
          onClick={() => navigate(`/threeDPlayback${query}`)}
        />
      )}
    </>
  );
}
