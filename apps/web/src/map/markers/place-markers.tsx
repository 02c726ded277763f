import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { LngLat, MapView } from '../map-view.ts';
import styles from './place-markers.module.css';

interface PlaceMarker {
  readonly id: number;
  readonly lngLat: LngLat;
  /** Accessible name and tooltip. */
  readonly label: string;
}

interface PlaceMarkersProps {
  readonly view: MapView;
  /** The first one is topmost. */
  readonly markers: readonly PlaceMarker[];
  readonly selected: number | null;
  readonly onSelect: (id: number) => void;
}

/** A few positions on the map as buttons. */
export function PlaceMarkers({ view, markers, selected, onSelect }: PlaceMarkersProps) {
  const elements = useRef(new Map<number, HTMLButtonElement>());
  const latest = useRef(markers);
  latest.current = markers;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other markers need positions
  useLayoutEffect(() => {
    const updatePositions = () => {
      for (const { id, lngLat } of latest.current) {
        const { x, y } = view.project(lngLat);
        const element = elements.current.get(id);
        if (element !== undefined) element.style.transform = `translate(${x}px, ${y}px)`;
      }
    };
    updatePositions();
    const drawn = view.engine.on('render', updatePositions);
    return () => drawn.unsubscribe();
  }, [view, markers]);

  return createPortal(
    markers.toReversed().map(({ id, label }) => (
      <button
        key={id}
        ref={(element) => {
          if (element === null) elements.current.delete(id);
          else elements.current.set(id, element);
        }}
        type="button"
        className={styles.marker}
        data-first={id === markers[0]?.id}
        aria-pressed={id === selected}
        aria-label={label}
        title={label}
        onClick={() => onSelect(id)}
      />
    )),
    view.engine.getContainer(),
  );
}
