import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { DraggableMarker } from '../../ui/draggable-marker.tsx';
import type { LngLat, MapView } from '../map-view.ts';

interface ReferenceMarkersProps {
  readonly view: MapView;
  readonly points: readonly LngLat[];
  /** Label of the marker with this number, starting at 1. */
  readonly label: (number: number) => string;
  /** A click on the map. */
  readonly onAdd: (lngLat: LngLat) => void;
  readonly onMove: (index: number, lngLat: LngLat) => void;
}

/** Numbered, draggable reference points on the map. A click adds one. */
export function ReferenceMarkers({ view, points, label, onAdd, onMove }: ReferenceMarkersProps) {
  const markers = useRef(new Map<number, HTMLButtonElement>());
  const latest = useRef({ points, onAdd });
  latest.current = { points, onAdd };

  useEffect(() => {
    const { engine } = view;
    const clicked = engine.on('click', ({ point }) => latest.current.onAdd(view.unproject(point)));
    // Two quick clicks add two markers.
    engine.doubleClickZoom.disable();
    return () => {
      clicked.unsubscribe();
      engine.doubleClickZoom.enable();
    };
  }, [view]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: moved points need new positions
  useLayoutEffect(() => {
    const updatePositions = () => {
      for (const [index, marker] of markers.current) {
        const at = latest.current.points[index];
        if (at === undefined) continue;
        const { x, y } = view.project(at);
        marker.style.transform = `translate(${x}px, ${y}px)`;
      }
    };
    updatePositions();
    const drawn = view.engine.on('render', updatePositions);
    return () => drawn.unsubscribe();
  }, [view, points]);

  function move(index: number, dx: number, dy: number): void {
    const from = points[index];
    if (from === undefined) return;
    const { x, y } = view.project(from);
    onMove(index, view.unproject({ x: x + dx, y: y + dy }));
  }

  return createPortal(
    points.map((_, index) => (
      <DraggableMarker
        // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a marker
        key={index}
        ref={(element) => {
          if (element === null) markers.current.delete(index);
          else markers.current.set(index, element);
        }}
        number={index + 1}
        label={label(index + 1)}
        onMove={(dx, dy) => move(index, dx, dy)}
      />
    )),
    view.engine.getContainer(),
  );
}
