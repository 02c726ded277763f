import { IconArrowsMove } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useDragMoves } from '../../ui/use-drag-moves.ts';
import type { LngLat, MapView } from '../map-view.ts';
import styles from './page-frame.module.css';

interface PageFrameProps {
  readonly view: MapView;
  /** The corners of the page in order around it. */
  readonly corners: readonly LngLat[];
  readonly center: LngLat;
  /** Accessible name of the handle in the center. */
  readonly label: string;
  readonly onMove: (center: LngLat) => void;
}

/** The frame of a printed page. Its edge and its handle are dragged; the arrow keys move the handle. */
export function PageFrame({ view, corners, center, label, onMove }: PageFrameProps) {
  const outside = useRef<SVGPathElement>(null);
  const edge = useRef<SVGPathElement>(null);
  const grip = useRef<SVGPathElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  // Several moves may come before the next render.
  const latest = useRef(center);
  latest.current = center;
  const moves = useDragMoves((dx, dy) => {
    const { x, y } = view.project(latest.current);
    latest.current = view.unproject({ x: x + dx, y: y + dy });
    onMove(latest.current);
  });

  useLayoutEffect(() => {
    const update = () => {
      const points = corners.map((corner) => view.project(corner));
      const path = `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`;
      const { clientWidth, clientHeight } = view.engine.getContainer();
      edge.current?.setAttribute('d', path);
      grip.current?.setAttribute('d', path);
      outside.current?.setAttribute('d', `M0 0H${clientWidth}V${clientHeight}H0Z${path}`);
      const { x, y } = view.project(center);
      if (handle.current !== null) handle.current.style.transform = `translate(${x}px, ${y}px)`;
    };
    update();
    const drawn = view.engine.on('render', update);
    return () => drawn.unsubscribe();
  }, [view, corners, center]);

  return createPortal(
    <>
      <svg className={styles.frame} aria-hidden="true">
        <path ref={outside} className={styles.outside} />
        <path ref={edge} className={styles.edge} />
        <path ref={grip} className={styles.grip} {...moves} />
      </svg>
      <button ref={handle} type="button" className={styles.handle} aria-label={label} {...moves}>
        <IconArrowsMove size={18} />
      </button>
    </>,
    view.engine.getContainer(),
  );
}
