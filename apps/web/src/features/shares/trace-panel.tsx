import { IconEye, IconHistory, IconShare, IconX } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore, serverNow, useTracker } from '../../live/live-store.ts';
import { buildSingleReplayUrl } from '../../parts/addresses/single-replay-url.ts';
import { buildWatchUrl } from '../../parts/addresses/watch-url.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import { StatusIcon } from '../../parts/devices/status-icon.tsx';
import { TrackerSelect } from '../../parts/devices/tracker-select.tsx';
import { useListVersions } from '../../parts/devices/use-sorted-trackers.ts';
import type { ToolPanelProps } from '../../parts/map-tools/tool-panels.ts';
import { ShareDialog } from '../../parts/shares/share-dialog.tsx';
import { ShareLinks } from '../../parts/shares/share-links.tsx';
import { useSession } from '../../service/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { parseNumbers, useLocalStorage } from '../../ui/local-storage.ts';
import styles from './trace-panel.module.css';

/** Selects devices to watch in real time, to share or to replay, and lists the share links. */
export function TracePanel({ view }: ToolPanelProps) {
  const { t } = useTranslation('shares');
  const navigate = useNavigate();
  const { permission } = useSession();
  const [stored, setStored] = useLocalStorage<number[]>('traceDevices', [], parseNumbers);
  const [sharing, setSharing] = useState(false);
  useListVersions();
  // Devices of another user, or removed since: not displayed, and dropped with the next change.
  const selected = stored.filter((id) => liveStore.getTracker(id) !== undefined);
  const [first] = selected;
  const canShare = permission !== 'viewer';

  function add(trackerId: number): void {
    if (!selected.includes(trackerId)) setStored([...selected, trackerId].slice(0, LIMITS.trailTrackers));
  }

  function focus(trackerId: number): void {
    const state = liveStore.getTracker(trackerId)?.trackerStatusDto;
    if (state?.latitude != null && state.longitude !== null) {
      view.focus({ lng: state.longitude, lat: state.latitude });
    }
  }

  function showHistory(): void {
    const tracker = first === undefined ? undefined : liveStore.getTracker(first);
    if (tracker !== undefined) void navigate(buildSingleReplayUrl(tracker, serverNow()));
  }

  return (
    <>
      <div className={styles.body}>
        <label htmlFor="trace-device">{t('panel.choose')}</label>
        <TrackerSelect id="trace-device" value={null} onChange={add} />
        {selected.length === 0 ? (
          <p className={styles.empty}>{t('panel.none')}</p>
        ) : (
          <ul className={styles.selected} aria-label={t('panel.chosen')}>
            {selected.map((id) => (
              <SelectedDevice
                key={id}
                trackerId={id}
                onFocus={() => focus(id)}
                onRemove={() => setStored(selected.filter((other) => other !== id))}
              />
            ))}
          </ul>
        )}
        <div className={styles.actions}>
          <Button
            type="primary"
            icon={<IconEye size={16} />}
            disabled={first === undefined}
            href={buildWatchUrl(selected)}
            target="_blank"
          >
            {t('panel.track')}
          </Button>
          {canShare && (
            <Button
              icon={<IconShare size={16} />}
              disabled={first === undefined || selected.length > LIMITS.shareTrackers}
              title={
                selected.length > LIMITS.shareTrackers
                  ? t('share.most', { count: LIMITS.shareTrackers })
                  : undefined
              }
              onClick={() => setSharing(true)}
            >
              {t('panel.share')}
            </Button>
          )}
          <Button
            icon={<IconHistory size={16} />}
            disabled={selected.length !== 1}
            title={selected.length > 1 ? t('panel.historyOne') : undefined}
            onClick={showHistory}
          >
            {t('panel.history')}
          </Button>
        </div>
        {canShare && (
          <>
            <h3>{t('links.title')}</h3>
            <ShareLinks />
          </>
        )}
      </div>
      {sharing && <ShareDialog trackerIds={selected} onClose={() => setSharing(false)} />}
    </>
  );
}

interface SelectedDeviceProps {
  readonly trackerId: number;
  readonly onFocus: () => void;
  readonly onRemove: () => void;
}

function SelectedDevice({ trackerId, onFocus, onRemove }: SelectedDeviceProps) {
  const { t } = useTranslation('shares');
  const tracker = useTracker(trackerId);
  if (tracker === undefined) return null;
  const name = fullName(tracker);
  return (
    <li>
      <StatusIcon status={tracker.trackerStatusDto.status} />
      <button type="button" onClick={onFocus}>
        {name}
      </button>
      <IconButton
        size="small"
        placement="left"
        label={t('panel.remove', { name })}
        icon={<IconX size={14} />}
        onClick={onRemove}
      />
    </li>
  );
}
