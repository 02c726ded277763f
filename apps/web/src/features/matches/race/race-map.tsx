import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore, serverNow } from '../../../live/live-store.ts';
import { createMirror } from '../../../live/tracker-mirror.ts';
import { useLiveDevices } from '../../../map/devices/use-live-devices.ts';
import type { MapView } from '../../../map/map-view.ts';
import { boundsOf } from '../../../map/objects/bounds-of.ts';
import { positionsOfCourse } from '../../../map/races/race-course-features.ts';
import { useRaceCoursesOnMap } from '../../../map/races/use-race-courses-on-map.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { VISITOR_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { PanelMap, type PanelSize } from '../../../parts/map-tools/panel-map.tsx';
import { MatchMapsOnMap } from '../../../parts/matches/match-maps-on-map.tsx';
import { usePointLabels } from '../courses/point-label.ts';
import { participantLabel, participantsByDevice } from './race-devices.ts';

const PANEL_SIZE: PanelSize = { width: 420, expanded: 380, collapsed: 380 };
/** A participant with the next points of the course around them. */
const PARTICIPANT_ZOOM = 15;
const NOTHING_HIDDEN: ReadonlySet<number> = new Set();

interface RaceMapProps {
  readonly match: MatchDetails;
  readonly participants: readonly Participant[];
  /** The course that is drawn; null: all. */
  readonly courseId: number | null;
  readonly selected: Participant | null;
  readonly onSelect: (participantId: number) => void;
  /** Content of the panel. */
  readonly children: ReactNode;
}

/** The devices of the participants live on the maps and the course of the match, with the names of the participants. */
export function RaceMap({ match, participants, courseId, selected, onSelect, children }: RaceMapProps) {
  const { t } = useTranslation('matches');
  const base = useBaseLayer();
  const [view, setView] = useState<MapView | null>(null);
  const labelOf = usePointLabels();
  const { courseList, maps } = match;
  const courses = useMemo(
    () =>
      courseList.filter((one) => courseId === null || one.courseId === courseId).map(({ course }) => course),
    [courseList, courseId],
  );
  useRaceCoursesOnMap(view, courses, labelOf);

  const carriers = useMemo(() => participantsByDevice(participants, serverNow()), [participants]);
  const mirror = useMemo(
    () =>
      createMirror(liveStore, [...carriers.keys()], (tracker) => {
        const carrier = carriers.get(tracker.trackerId);
        return carrier === undefined ? tracker : { ...tracker, trackerName: participantLabel(carrier) };
      }),
    [carriers],
  );
  useEffect(() => mirror.start(), [mirror]);
  const trackerId = selected?.trackerId ?? null;
  useLiveDevices(view, mirror.store, {
    hidden: NOTHING_HIDDEN,
    labels: 'single',
    selected: trackerId,
    onSelect(id) {
      const carrier = id === null ? undefined : carriers.get(id);
      if (carrier !== undefined) onSelect(carrier.participantId);
    },
    onContextMenu: () => undefined,
  });

  // A selected participant moves into view.
  useEffect(() => {
    if (view === null || trackerId === null) return;
    const { latitude = null, longitude = null } = liveStore.getTracker(trackerId)?.trackerStatusDto ?? {};
    if (latitude !== null && longitude !== null)
      view.focus({ lng: longitude, lat: latitude }, PARTICIPANT_ZOOM);
  }, [view, trackerId]);

  const area = JSON.stringify(boundsOf(courses.flatMap(positionsOfCourse)));
  const fitted = useRef('');
  useEffect(() => {
    if (view === null || area === 'null' || fitted.current === area) return;
    fitted.current = area;
    view.fit(JSON.parse(area));
  }, [view, area]);

  return (
    <PanelMap
      mapLabel={t('raceMap')}
      panelLabel={t('tab.race')}
      panelSize={PANEL_SIZE}
      isExpanded
      onCollapse={doNothing}
      base={base}
      view={view}
      onReady={setView}
      tools={VISITOR_PANELS}
      overlays={view && <MatchMapsOnMap view={view} maps={maps} />}
    >
      {children}
    </PanelMap>
  );
}

/** The panel has one size on phones. */
function doNothing(): void {
  // Nothing collapses.
}
