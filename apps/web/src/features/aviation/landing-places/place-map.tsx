import type { Position } from '@wakeline/domain/fences/fence-shape';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { circleRing } from '../../../map/draw/circle-ring.ts';
import { useDrawSurface } from '../../../map/draw/use-draw-surface.ts';
import { MapHost } from '../../../map/map-host.tsx';
import type { MapView } from '../../../map/map-view.ts';
import { boundsOf } from '../../../map/objects/bounds-of.ts';
import { PALETTES } from '../../../map/style/palette.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { useColorScheme } from '../../../ui/color-scheme.ts';
import styles from '../aviation.module.css';

/** A position with the radius around it in metres. */
export interface Circle {
  readonly center: Position;
  readonly radius: number;
}

interface PlaceMapProps {
  /** Null: none yet; the user draws it. */
  readonly circle: Circle | null;
  /** Positions that are visible at first if there is no circle. */
  readonly near: readonly Position[];
  readonly onChange: (circle: Circle) => void;
}

const NO_PADDING = { left: 0, right: 0, top: 0, bottom: 0 };
/** The view is larger than the circle by this factor, so that the surroundings are visible. */
const VIEW_FACTOR = 2;
/** Metres around the other places. */
const NEAR_RADIUS = 20_000;
/** Metres and degrees below which the drawing and the fields are the same. */
const SAME_RADIUS = 1;
const SAME_DEGREES = 1e-5;

/** The position and radius of a landing place: drawn, dragged or shown as typed. */
export function PlaceMap({ circle, near, onChange }: PlaceMapProps) {
  const { t } = useTranslation('landingPlaces');
  const base = useBaseLayer();
  const colorScheme = useColorScheme();
  const [view, setView] = useState<MapView | null>(null);
  const { surface, state } = useDrawSurface(view, { kind: 'circle', color: PALETTES[colorScheme].accent });
  const latestChange = useRef(onChange);
  latestChange.current = onChange;
  const fromMap = useRef<Circle | null>(null);

  const drawn = state?.finished && state.drawn?.kind === 'circle' ? state.drawn.shape : null;
  useEffect(() => {
    if (drawn === null || isSame(drawn, fromMap.current)) return;
    fromMap.current = { center: drawn.center, radius: Math.round(drawn.radius) };
    latestChange.current(fromMap.current);
  }, [drawn]);

  const [longitude, latitude] = circle?.center ?? [null, null];
  const radius = circle?.radius ?? null;
  // Shows what was typed, or stored before. What was drawn is visible already.
  useEffect(() => {
    if (view === null || surface === null || longitude === null || latitude === null || radius === null)
      return;
    const typed: Circle = { center: [longitude, latitude], radius };
    if (isSame(typed, fromMap.current)) return;
    fromMap.current = typed;
    surface.put({ kind: 'circle', shape: { type: 'CIRCULAR', ...typed } });
    const bounds = boundsOf(circleRing(typed.center, radius * VIEW_FACTOR));
    if (bounds !== null) view.fit(bounds);
  }, [view, surface, longitude, latitude, radius]);

  // A new place is probably near the others.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each map; afterwards the user controls it
  useEffect(() => {
    const bounds = boundsOf(near.flatMap((center) => circleRing(center, NEAR_RADIUS)));
    if (view !== null && circle === null && bounds !== null) view.fit(bounds);
  }, [view]);

  return (
    <div className={styles.map}>
      <MapHost minimal ariaLabel={t('map')} base={base} padding={NO_PADDING} onReady={setView} />
    </div>
  );
}

function isSame(a: Circle, b: Circle | null): boolean {
  return (
    b !== null &&
    Math.abs(a.center[0] - b.center[0]) < SAME_DEGREES &&
    Math.abs(a.center[1] - b.center[1]) < SAME_DEGREES &&
    Math.abs(a.radius - b.radius) < SAME_RADIUS
  );
}
