import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { DraggableMarker } from '../../ui/draggable-marker.tsx';
import type { LngLat, MapView } from '../map-view.ts';

interface ReferenceMarkersProps {
  readonly view: MapView;
  readonly points: readonly LngLat[];
  /** Name of the mark of this number, which begins with 1. */
  readonly label: (number: number) => string;
  /** A click on the map. */
  readonly onAdd: (place: LngLat) => void;
  readonly onMove: (index: number, place: LngLat) => void;
}

/** Numbered marks at places of the map. A click sets another one; each can be dragged. */
export function ReferenceMarkers({ view, points, label, onAdd, onMove }: ReferenceMarkersProps) {
  const markers = useRef(new Map<number, HTMLButtonElement>());
  const latest = useRef({ places: points, onAdd });
  latest.current = { places: points, onAdd };

  useEffect(() => {
    const { engine } = view;
    const clicked = engine.on('click', ({ point }) => latest.current.onAdd(view.unproject(point)));
    // Two quick clicks set two marks.
    engine.doubleClickZoom.disable();
    return () => {
      clicked.unsubscribe();
      engine.doubleClickZoom.enable();
    };
  }, [view]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: marks that were moved are placed anew
  useLayoutEffect(() => {
    const updatePositions = () => {
      for (const [index, marker] of markers.current) {
        const at = latest.current.places[index];
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its number
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
