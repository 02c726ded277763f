import type { EventLayer, EventPage } from '@wakeline/contract/matches/event-page';
import type { LiveEntrance } from '@wakeline/contract/matches/live-conf';
import type { RacePoint } from '@wakeline/domain/races/race-course';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useImageLayers } from '../../map/image-layers/use-image-layers.ts';
import type { ImageLayer } from '../../map/layers/image-layers.ts';
import type { OcadLayer } from '../../map/layers/ocad-maps.ts';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { boundsOf } from '../../map/objects/bounds-of.ts';
import { useOcadLayers } from '../../map/ocad/use-ocad-layers.ts';
import { positionsOfCourse } from '../../map/races/race-course-features.ts';
import type { Racer } from '../../map/races/racers-on-map.ts';
import { useRaceCoursesOnMap } from '../../map/races/use-race-courses-on-map.ts';
import { useRacersOnMap } from '../../map/races/use-racers-on-map.ts';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { type EventRacer, isInEntrance } from './event-model.ts';
import type { EventState } from './event-store.ts';

const NO_PADDING = { left: 0, right: 0, top: 0, bottom: 0 };
const NO_COLORS: ReadonlySet<number> = new Set();

interface EventMapProps {
  readonly page: EventPage;
  readonly state: EventState;
  readonly racers: ReadonlyMap<number, EventRacer>;
  readonly entrance: LiveEntrance | null;
  readonly followed: number | null;
  readonly onFollow: (id: number | null) => void;
}

/** The map of a public page: race maps, courses, and the participants with their tails. */
export function EventMap({ page, state, racers, entrance, followed, onFollow }: EventMapProps) {
  const { t } = useTranslation('event');
  const base = useBaseLayer();
  const [view, setView] = useState<MapView | null>(null);
  const courses = useMemo(() => displayedCourses(page, racers, entrance), [page, racers, entrance]);
  useRaceCoursesOnMap(view, courses, labelOf);
  const drawn = useMemo(
    () => toRacers(state, { racers, entrance, followed }),
    [state, racers, entrance, followed],
  );
  useRacersOnMap(view, { racers: drawn, onSelect: onFollow });
  useFirstView(view, { courses, drawn });
  useFollowed(view, drawn, followed);
  return (
    <MapHost ariaLabel={t('map')} base={base} padding={NO_PADDING} onReady={setView}>
      {view !== null && <RaceMaps view={view} layers={page.layers} entrance={entrance} />}
    </MapHost>
  );
}

interface RaceMapsProps {
  readonly view: MapView;
  readonly layers: readonly EventLayer[];
  readonly entrance: LiveEntrance | null;
}

function RaceMaps({ view, layers, entrance }: RaceMapsProps) {
  const map = entrance?.map ?? null;
  const displayed = useMemo(
    () => (map === null ? layers : layers.filter(({ kind, id }) => kind === map.kind && id === map.id)),
    [layers, map],
  );
  useImageLayers(
    view,
    useMemo(() => displayed.flatMap(toImageLayer), [displayed]),
  );
  useOcadLayers(
    view,
    useMemo(() => displayed.flatMap(toOcadLayer), [displayed]),
  );
  return null;
}

const absolute = (url: string) => new URL(url, location.href).href;

function toImageLayer(layer: EventLayer): readonly ImageLayer[] {
  if (layer.kind !== 'raceLayer') return [];
  const { id, url, opacity, northwest, northeast, southeast, southwest, tileUrl, tileUrlGcj02 } = layer;
  return [
    {
      ...{ key: id, url: absolute(url), northwest, northeast, southeast, southwest, opacity: opacity / 100 },
      tiles: tileUrl === null ? null : { wgs84: absolute(tileUrl), gcj02: absolute(tileUrlGcj02 ?? tileUrl) },
    },
  ];
}

function toOcadLayer(layer: EventLayer): readonly OcadLayer[] {
  if (layer.kind !== 'ocad') return [];
  const { id, tileUrl, tileUrlGcj02, colors, tiles } = layer;
  const [, south, , north] = tiles.bounds;
  return [
    {
      key: id,
      tiles: { wgs84: absolute(tileUrl), gcj02: absolute(tileUrlGcj02 ?? tileUrl) },
      colors,
      hiddenColors: NO_COLORS,
      hasPaper: true,
      latitude: (south + north) / 2,
    },
  ];
}

/** The course of an entrance, or those that its participants run. */
function displayedCourses(
  page: EventPage,
  racers: ReadonlyMap<number, EventRacer>,
  entrance: LiveEntrance | null,
) {
  const ids =
    entrance?.courseId != null
      ? new Set([entrance.courseId])
      : new Set(
          [...racers.values()]
            .filter((racer) => isInEntrance(entrance, racer))
            .map(({ courseId }) => courseId),
        );
  return page.courses.filter(({ courseId }) => ids.has(courseId)).map(({ course }) => course);
}

function labelOf({ code }: RacePoint): string {
  return code;
}

function toRacers(
  { tracks, standings }: EventState,
  {
    racers,
    entrance,
    followed,
  }: {
    readonly racers: ReadonlyMap<number, EventRacer>;
    readonly entrance: LiveEntrance | null;
    readonly followed: number | null;
  },
): readonly Racer[] {
  return [...tracks].flatMap(([id, track]): readonly Racer[] => {
    const racer = racers.get(id);
    const last = track.at(-1);
    if (racer === undefined || last === undefined || !isInEntrance(entrance, racer)) return [];
    const rank = standings.get(id)?.rank ?? null;
    return [
      {
        ...{ id, lng: last.lng, lat: last.lat, color: racer.displayColor, label: racer.label },
        // The leaders are on top.
        order: id === followed ? 1e6 : rank === null ? 0 : 1e5 - rank,
        selected: id === followed,
        muted: followed !== null && id !== followed,
        tail: track.slice(0, -1),
      },
    ];
  });
}

/** The map opens on the courses or, without any, on the participants. */
function useFirstView(
  view: MapView | null,
  {
    courses,
    drawn,
  }: { readonly courses: ReturnType<typeof displayedCourses>; readonly drawn: readonly Racer[] },
): void {
  const fitted = useRef<unknown>(null);
  useEffect(() => {
    if (view === null || fitted.current === courses) return;
    const positions = courses.flatMap(positionsOfCourse);
    const ofRacers = drawn.map(({ lng, lat }) => [lng, lat] as const);
    const bounds = boundsOf(positions.length > 0 ? positions : ofRacers);
    if (bounds === null) return;
    fitted.current = courses;
    view.fit(bounds);
  }, [view, courses, drawn]);
}

/** The map stays on the participant who is followed. */
function useFollowed(view: MapView | null, drawn: readonly Racer[], followed: number | null): void {
  const racer = drawn.find(({ id }) => id === followed);
  const [lng, lat] = [racer?.lng, racer?.lat];
  useEffect(() => {
    if (view !== null && lng !== undefined && lat !== undefined) view.focus({ lng, lat });
  }, [view, lng, lat]);
}
