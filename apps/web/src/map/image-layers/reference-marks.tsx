import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { DragMark } from '../../ui/drag-mark.tsx';
import type { LngLat, MapView } from '../map-view.ts';

interface ReferenceMarksProps {
  readonly view: MapView;
  readonly places: readonly LngLat[];
  /** Name of the mark of this number, which begins with 1. */
  readonly label: (number: number) => string;
  /** A click on the map. */
  readonly onAdd: (place: LngLat) => void;
  readonly onMove: (index: number, place: LngLat) => void;
}

/** Numbered marks at places of the map. A click sets another one; each can be dragged. */
export function ReferenceMarks({ view, places, label, onAdd, onMove }: ReferenceMarksProps) {
  const marks = useRef(new Map<number, HTMLButtonElement>());
  const latest = useRef({ places, onAdd });
  latest.current = { places, onAdd };

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
    const place = () => {
      for (const [index, mark] of marks.current) {
        const at = latest.current.places[index];
        if (at === undefined) continue;
        const { x, y } = view.project(at);
        mark.style.transform = `translate(${x}px, ${y}px)`;
      }
    };
    place();
    const drawn = view.engine.on('render', place);
    return () => drawn.unsubscribe();
  }, [view, places]);

  function move(index: number, dx: number, dy: number): void {
    const from = places[index];
    if (from === undefined) return;
    const { x, y } = view.project(from);
    onMove(index, view.unproject({ x: x + dx, y: y + dy }));
  }

  return createPortal(
    places.map((_, index) => (
      <DragMark
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark is its number
        key={index}
        ref={(element) => {
          if (element === null) marks.current.delete(index);
          else marks.current.set(index, element);
        }}
        number={index + 1}
        label={label(index + 1)}
        onMove={(dx, dy) => move(index, dx, dy)}
      />
    )),
    view.engine.getContainer(),
  );
}
