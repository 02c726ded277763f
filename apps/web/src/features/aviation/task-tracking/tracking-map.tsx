import { IconFocusCentered } from '@tabler/icons-react';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import type { Notice } from '@wakeline/contract/entities/notice';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { liveStore } from '../../../live/live-store.ts';
import { createMirror } from '../../../live/tracker-mirror.ts';
import type { FollowTarget } from '../../../map/devices/follow-devices.ts';
import { useFollowDevices } from '../../../map/devices/use-follow-devices.ts';
import { useLiveDevices } from '../../../map/devices/use-live-devices.ts';
import { FOCUS_ZOOM, type MapView } from '../../../map/map-view.ts';
import { boundsOf } from '../../../map/objects/bounds-of.ts';
import { positionsOf } from '../../../map/tasks/task-features.ts';
import { useTasksOnMap } from '../../../map/tasks/use-tasks-on-map.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { AccountMapLayers } from '../../../parts/map-kit/account-map-layers.tsx';
import { VIEW_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { PanelMap, type PanelSize } from '../../../parts/map-tools/panel-map.tsx';
import { errorText } from '../../../service/error-text.ts';
import { TaskAlarms } from './task-alarms.tsx';
import { TaskSection } from './task-section.tsx';
import styles from './tracking.module.css';
import { colorOf, useDrawnTasks } from './use-drawn-tasks.ts';
import { useTaskAlarms, useTaskGeometries } from './use-task-tracking.ts';

const PANEL_SIZE: PanelSize = { width: 372, expanded: 380, collapsed: 56 };
const NOTHING_HIDDEN: ReadonlySet<number> = new Set();

interface TrackingMapProps {
  readonly tasks: readonly WatchTask[];
  /** On a phone: whether the sheet is open. */
  readonly expanded: boolean;
  readonly onCollapse: () => void;
  /** Above the tasks. */
  readonly children: ReactNode;
}

/** Tasks with what they watch on the map, their devices live, and their alarms. */
export function TrackingMap({ tasks, expanded, onCollapse, children }: TrackingMapProps) {
  const { t } = useTranslation('taskTracking');
  const language = useLanguage();
  const base = useBaseLayer();
  const [view, setView] = useState<MapView | null>(null);
  const [target, setTarget] = useState<FollowTarget>(null);
  const { geometries, error } = useTaskGeometries(tasks);
  const drawnTasks = useDrawnTasks(tasks, geometries);
  const drawn = useMemo(() => [...drawnTasks.values()], [drawnTasks]);
  const trackerKey = [...new Set(tasks.flatMap(({ trackerIds }) => trackerIds))].join(',');
  const mirror = useMemo(
    () => createMirror(liveStore, trackerKey === '' ? [] : trackerKey.split(',').map(Number)),
    [trackerKey],
  );
  useEffect(() => mirror.start(), [mirror]);
  useTasksOnMap(view, drawn);
  const follow = useFollowDevices(view, mirror.store, target, () => setTarget(null));

  function followDevice(trackerId: number): void {
    const next = target === trackerId ? null : trackerId;
    setTarget(next);
    follow.current?.follow(next);
  }

  useLiveDevices(view, mirror.store, {
    hidden: NOTHING_HIDDEN,
    labels: 'single',
    selected: typeof target === 'number' ? target : null,
    onSelect: (id) => id !== null && followDevice(id),
    onContextMenu: () => undefined,
  });

  function fit(taskIds: readonly number[]): void {
    const places = taskIds.flatMap((taskId) => {
      const task = drawnTasks.get(taskId);
      const ids = tasks.find((one) => one.taskId === taskId)?.trackerIds ?? [];
      return [...(task === undefined ? [] : positionsOf(task)), ...ids.flatMap(positionOf)];
    });
    const bounds = boundsOf(places);
    if (bounds === null) return;
    setTarget(null);
    follow.current?.follow(null);
    view?.fit(bounds);
  }

  // Once for each choice, when all of it has loaded; afterwards the user moves the map.
  const choice = tasks.map(({ taskId }) => taskId).join(',');
  const fitted = useRef('');
  useEffect(() => {
    if (view === null || choice === '' || fitted.current === choice || drawn.length < tasks.length) return;
    fitted.current = choice;
    fit(tasks.map(({ taskId }) => taskId));
  });

  return (
    <PanelMap
      mapLabel={t('map')}
      panelLabel={t('tasks')}
      panelSize={PANEL_SIZE}
      isExpanded={expanded}
      onCollapse={onCollapse}
      base={base}
      cameraStorageKey="tasks"
      view={view}
      onReady={setView}
      tools={VIEW_PANELS}
      overlays={view && <AccountMapLayers view={view} />}
    >
      {children}
      {tasks.length > 0 && (
        <>
          {error !== null && <Alert type="error" showIcon title={errorText(error, language)} />}
          <Button
            size="small"
            className={styles.fit ?? ''}
            icon={<IconFocusCentered size={16} />}
            onClick={() => fit(tasks.map(({ taskId }) => taskId))}
          >
            {t('fitAll')}
          </Button>
          <ChosenTasks
            tasks={tasks}
            geometries={geometries}
            followed={typeof target === 'number' ? target : null}
            onFollow={followDevice}
            onFit={(taskId) => fit([taskId])}
            onFocus={({ location }) =>
              location && view?.focus({ lng: location.longitude, lat: location.latitude }, FOCUS_ZOOM)
            }
          />
        </>
      )}
    </PanelMap>
  );
}

function positionOf(trackerId: number): [number, number][] {
  const { latitude = null, longitude = null } = liveStore.getTracker(trackerId)?.trackerStatusDto ?? {};
  return latitude === null || longitude === null ? [] : [[longitude, latitude]];
}

interface ChosenTasksProps {
  readonly tasks: readonly WatchTask[];
  readonly geometries: ReturnType<typeof useTaskGeometries>['geometries'];
  readonly followed: number | null;
  readonly onFollow: (trackerId: number) => void;
  readonly onFit: (taskId: number) => void;
  readonly onFocus: (alarm: Notice) => void;
}

/** The alarms of the chosen tasks, then each task with its devices. */
function ChosenTasks({ tasks, geometries, followed, onFollow, onFit, onFocus }: ChosenTasksProps) {
  const { data, error } = useTaskAlarms(tasks.map(({ taskId }) => taskId));
  const alarms = data?.list ?? [];
  return (
    <div className={styles.list}>
      <TaskAlarms
        alarms={alarms}
        total={data?.total ?? 0}
        canHandle={data?.abilities.handle ?? false}
        error={error}
        onFocus={onFocus}
      />
      {tasks.map((task, index) => (
        <TaskSection
          key={task.taskId}
          task={task}
          color={colorOf(index)}
          geometry={geometries.get(task.taskId)}
          alarms={countByDevice(alarms.filter(({ taskId }) => taskId === task.taskId))}
          followed={followed}
          onFollow={onFollow}
          onFit={() => onFit(task.taskId)}
        />
      ))}
    </div>
  );
}

function countByDevice(alarms: readonly Notice[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { trackerId } of alarms)
    if (trackerId !== null) counts.set(trackerId, (counts.get(trackerId) ?? 0) + 1);
  return counts;
}
