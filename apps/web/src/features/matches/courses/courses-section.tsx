import type { MatchCourse, MatchDetails } from '@wakeline/contract/matches/match-details';
import type { RaceCourse } from '@wakeline/domain/races/race-course';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../../map/map-view.ts';
import { boundsOf } from '../../../map/objects/bounds-of.ts';
import { type DrawnRaceCourse, positionsOfCourse } from '../../../map/races/race-course-features.ts';
import { useRaceCoursesOnMap } from '../../../map/races/use-race-courses-on-map.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { VISITOR_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { PanelMap, type PanelSize } from '../../../parts/map-tools/panel-map.tsx';
import { MatchMapsOnMap } from '../../../parts/matches/match-maps-on-map.tsx';
import styles from '../matches.module.css';
import { CourseForm } from './course-form.tsx';
import { CourseList } from './course-list.tsx';
import type { SourceKind } from './course-source.ts';
import { usePointLabels } from './point-label.ts';
import { SourceForm } from './source-form.tsx';

const PANEL_SIZE: PanelSize = { width: 400, expanded: 420, collapsed: 420 };
const NO_COURSES: readonly DrawnRaceCourse[] = [];

/** What the panel shows. */
export type CoursePanel =
  | { readonly kind: 'list' }
  | { readonly kind: 'add'; readonly source: SourceKind }
  | { readonly kind: 'replace'; readonly course: MatchCourse }
  | { readonly kind: 'edit'; readonly course: MatchCourse };

/** The race courses of a match on its maps. */
export function CoursesSection({ match }: { readonly match: MatchDetails }) {
  const { t } = useTranslation('matches');
  const base = useBaseLayer();
  const [view, setView] = useState<MapView | null>(null);
  const [panel, setPanel] = useState<CoursePanel>({ kind: 'list' });
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [preview, setPreview] = useState<RaceCourse | null>(null);
  const labelOf = usePointLabels();
  const { courseList, maps } = match;
  const showList = useCallback(() => {
    setPanel({ kind: 'list' });
    setPreview(null);
  }, []);

  const drawn = useMemo(() => {
    if (panel.kind === 'add' || panel.kind === 'replace') return preview === null ? NO_COURSES : [preview];
    if (panel.kind === 'edit') return preview === null ? [panel.course.course] : [preview];
    const visible = courseList.filter(({ courseId }) => selectedId === null || courseId === selectedId);
    return visible.map(({ course }) => course);
  }, [panel, preview, courseList, selectedId]);
  useRaceCoursesOnMap(view, drawn, labelOf);

  // The map shows what was chosen last; a radius that changes does not move it.
  const area = JSON.stringify(boundsOf(drawn.flatMap(positionsOfCourse)));
  const fitted = useRef('');
  useEffect(() => {
    if (view === null || area === 'null' || fitted.current === area) return;
    fitted.current = area;
    view.fit(JSON.parse(area));
  }, [view, area]);

  return (
    <div className={styles.mapSection}>
      <PanelMap
        mapLabel={t('courseMap')}
        panelLabel={t('courses')}
        panelSize={PANEL_SIZE}
        isExpanded
        onCollapse={doNothing}
        base={base}
        view={view}
        onReady={setView}
        tools={VISITOR_PANELS}
        overlays={view && <MatchMapsOnMap view={view} maps={maps} />}
      >
        {panel.kind === 'list' && (
          <CourseList match={match} selectedId={selectedId} onSelect={setSelectedId} onOpen={setPanel} />
        )}
        {(panel.kind === 'add' || panel.kind === 'replace') && (
          <SourceForm
            match={match}
            replaced={panel.kind === 'replace' ? panel.course : null}
            kind={panel.kind === 'replace' ? panel.course.source.kind : panel.source}
            onPreview={setPreview}
            onDone={showList}
          />
        )}
        {panel.kind === 'edit' && (
          <CourseForm match={match} edited={panel.course} onPreview={setPreview} onDone={showList} />
        )}
      </PanelMap>
    </div>
  );
}

/** The panel has one size on phones. */
function doNothing(): void {
  // Nothing collapses.
}
