import { IconTrash } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawKind, DrawnShape } from '../../../map/draw/draw-surface.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CoordinatesField } from './coordinates-field.tsx';
import styles from './vertex-list.module.css';
import {
  appendVertex,
  canAddVertices,
  drawFromVertices,
  removeVertex,
  replaceVertex,
  type Vertex,
  verticesOf,
} from './vertices.ts';

interface VertexListProps {
  readonly kind: DrawKind;
  readonly drawn: DrawnShape | null;
  /** The shape with the typed coordinates. */
  readonly onChange: (drawn: DrawnShape) => void;
}

/** Height of a row and gap between rows in pixels. */
const ROW_HEIGHT = 24;
const GAP = 4;
/** Longer lists scroll. */
const MAX_VISIBLE_ROWS = 8;

/** Coordinates of all vertices of the drawing, synchronised with the map. */
export function VertexList({ kind, drawn, onChange }: VertexListProps) {
  const { t } = useTranslation('mapObjects');
  const [pending, setPending] = useState<readonly Position[]>([]);
  const scroll = useRef<HTMLDivElement>(null);
  const vertices: readonly Vertex[] =
    drawn === null
      ? pending.map((coordinates, index) => ({ ring: 0, index, coordinates, removable: true }))
      : verticesOf(drawn);
  // A shape drawn on the map replaces typed vertices.
  useEffect(() => {
    if (drawn !== null) setPending([]);
  }, [drawn]);

  const virtual = useVirtualizer({
    count: vertices.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    gap: GAP,
    overscan: 4,
  });

  const labelOf = ({ ring, index }: Vertex) => {
    if (kind === 'marker') return t('form.place');
    if (kind === 'circle') return t('form.center');
    if (kind === 'rectangle') return t(index === 0 ? 'form.southWest' : 'form.northEast');
    const number = index + 1;
    return ring === 0 ? t('form.point', { number }) : t('form.holePoint', { hole: ring, number });
  };

  function drawTyped(typed: readonly Position[]): void {
    const nextDrawn = drawFromVertices(kind, typed);
    if (nextDrawn === null) setPending(typed);
    else onChange(nextDrawn);
  }

  return (
    <div className={styles.vertices}>
      <div
        ref={scroll}
        className={styles.scroll}
        style={{ height: Math.min(MAX_VISIBLE_ROWS * (ROW_HEIGHT + GAP), virtual.getTotalSize()) }}
      >
        <ol aria-label={t('form.corners')} className={styles.list} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: itemIndex, start }) => {
            const vertex = vertices[itemIndex];
            if (vertex === undefined) return null;
            const label = labelOf(vertex);
            return (
              <li
                key={`${vertex.ring} ${vertex.index}`}
                ref={virtual.measureElement}
                data-index={itemIndex}
                className={styles.vertex}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span className={styles.number}>{shortLabel(kind, vertex, label)}</span>
                <CoordinatesField
                  label={label}
                  value={vertex.coordinates}
                  onChange={(coordinates) =>
                    drawn === null
                      ? drawTyped(pending.with(vertex.index, coordinates))
                      : onChange(replaceVertex(drawn, vertex, coordinates))
                  }
                />
                {vertex.removable && (
                  <IconButton
                    size="small"
                    label={t('form.removePoint', { corner: label })}
                    icon={<IconTrash size={14} />}
                    onClick={() =>
                      drawn === null
                        ? setPending(pending.toSpliced(vertex.index, 1))
                        : onChange(removeVertex(drawn, vertex))
                    }
                  />
                )}
              </li>
            );
          })}
        </ol>
      </div>
      {(drawn === null || canAddVertices(kind)) && (
        <div className={styles.more}>
          <CoordinatesField
            // Remounts as an empty field for each additional vertex.
            key={vertices.length}
            label={t(canAddVertices(kind) ? 'form.addPoint' : 'form.coordinates')}
            value={null}
            placeholder={t(canAddVertices(kind) ? 'form.addPoint' : 'form.coordinatesHint')}
            onChange={(coordinates) =>
              drawn === null
                ? drawTyped([...pending, coordinates])
                : onChange(appendVertex(drawn, vertices.at(-1)?.ring ?? 0, coordinates))
            }
          />
        </div>
      )}
    </div>
  );
}

/** Text before a field: a number if there can be many vertices, else the label. */
function shortLabel(kind: DrawKind, { ring, index }: Vertex, label: string): string {
  if (!canAddVertices(kind)) return label;
  return ring === 0 ? `${index + 1}` : `${ring}·${index + 1}`;
}
