import {
  IconDotsVertical,
  IconEraser,
  IconFileExport,
  IconFileImport,
  IconShare,
  IconVideo,
} from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import type { Correction } from '@wakeline/contract/replay/tracks';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore } from '../../../live/live-store.ts';
import type { BaseLayerSelection } from '../../../map/base/base-layer-selection.ts';
import type { MapView } from '../../../map/map-view.ts';
import { ShareDialog } from '../../../parts/shares/share-dialog.tsx';
import { useSession } from '../../../service/session.ts';
import type { ClockStore } from '../core/clock-store.ts';
import type { Legend } from '../video/draw-frame.ts';
import { VideoTool } from '../video/video-tool.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import type { FileWindow } from './window-fields.tsx';

interface ReplayActionsProps {
  /** The devices of the replay that may be seen now. */
  readonly trackerIds: readonly number[];
  /** Time of the replay; null: none yet. */
  readonly window: FileWindow | null;
  readonly correction: Correction;
  readonly view: MapView | null;
  readonly base: BaseLayerSelection | null;
  readonly clock: ClockStore;
  /** The devices in the legend of a video. */
  readonly legend: readonly Legend[];
  /** Whether there are tracks to play. */
  readonly played: boolean;
  /** Whether all devices start at once, so that the clock counts milliseconds since the start. */
  readonly elapsed?: boolean;
  /** The history has changed since the tracks were loaded. */
  readonly onReload: () => void;
}

type Action = 'export' | 'import' | 'erase' | 'share' | 'video';

/** The actions menu of a replay. Actions without permission are hidden. */
export function ReplayActions(props: ReplayActionsProps) {
  const {
    trackerIds,
    window,
    correction,
    view,
    base,
    clock,
    legend,
    played,
    elapsed = false,
    onReload,
  } = props;
  const { t } = useTranslation('replayTools');
  const { permission, roles } = useSession();
  const [open, setOpen] = useState<Action | null>(null);
  const close = () => setOpen(null);
  const [only] = trackerIds;
  const one = trackerIds.length === 1 && only !== undefined ? only : null;
  const canEdit = (id: number) => liveStore.getTracker(id)?.abilities.edit === true;
  const hasReplay = trackerIds.length > 0 && window !== null;
  const items: NonNullable<MenuProps['items']> = [];
  if (hasReplay) items.push({ key: 'export', icon: <IconFileExport size={16} />, label: t('export.open') });
  // Without tracks the history may still need to be imported.
  if ((one === null ? trackerIds : [one]).some(canEdit) || trackerIds.length === 0)
    items.push({ key: 'import', icon: <IconFileImport size={16} />, label: t('import.open') });
  if (hasReplay && played && view !== null)
    items.push({ key: 'video', icon: <IconVideo size={16} />, label: t('video.open') });
  // Sharing requires the live monitoring role, even for a replay link.
  const canShare = permission !== 'viewer' && roles.some(({ name }) => name === 'eob_plugin_loc_monitor');
  if (hasReplay && canShare && trackerIds.length <= LIMITS.shareTrackers)
    items.push({ key: 'share', icon: <IconShare size={16} />, label: t('share.open') });
  if (hasReplay && one !== null && canEdit(one))
    items.push(
      { type: 'divider' },
      { key: 'erase', danger: true, icon: <IconEraser size={16} />, label: t('erase.open') },
    );

  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items, onClick: ({ key }) => setOpen(key as Action) }}
        disabled={items.length === 0}
      >
        <Button type="text" aria-label={t('menu')} title={t('menu')} icon={<IconDotsVertical size={18} />} />
      </Dropdown>
      {open === 'export' && window !== null && (
        <ExportDialog trackerIds={trackerIds} window={window} correction={correction} onClose={close} />
      )}
      {open === 'import' && (
        <ImportDialog
          trackerId={one}
          onClose={close}
          onImported={(id) => (one === null || id === one) && onReload()}
        />
      )}
      {open === 'erase' && window !== null && one !== null && (
        <EraseDialog trackerId={one} window={window} onClose={close} onErased={onReload} />
      )}
      {open === 'share' && window !== null && (
        <ShareDialog trackerIds={trackerIds} replay={window} onClose={close} />
      )}
      {open === 'video' && view !== null && (
        <VideoTool view={view} base={base} clock={clock} legend={legend} elapsed={elapsed} onClose={close} />
      )}
    </>
  );
}
