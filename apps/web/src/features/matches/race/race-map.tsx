import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore, serverNow } from '../../../live/live-store.ts';
import type { MapView } from '../../../map/map-view.ts';
import { boundsOf } from '../../../map/objects/bounds-of.ts';
import { positionsOfCourse } from '../../../map/races/race-course-features.ts';
import { useRaceCoursesOnMap } from '../../../map/races/use-race-courses-on-map.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { VISITOR_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { PanelMap, type PanelSize } from '../../../parts/map-tools/panel-map.tsx';
import { MatchMapsOnMap } from '../../../parts/matches/match-maps-on-map.tsx';
import { usePointLabels } from '../courses/point-label.ts';
import { participantsByDevice } from './race-devices.ts';
import { useLiveRacers } from './use-live-racers.ts';

const PANEL_SIZE: PanelSize = { width: 420, expanded: 380, collapsed: 380 };
/** A participant with the next points of the course around them. */
const PARTICIPANT_ZOOM = 15;

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

/** The participants live on the maps and the course of the match: each on its own with their number, in no clusters. */
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
  useLiveRacers(view, { carriers, selectedId: selected?.participantId ?? null, onSelect });
  const trackerId = selected?.trackerId ?? null;

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
