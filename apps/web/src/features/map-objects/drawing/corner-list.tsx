import { IconTrash } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Position } from '@wakeline/domain/fences/fence-shape';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawKind, Drawn } from '../../../map/draw/draw-surface.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './corner-list.module.css';
import { type Corner, canGrow, cornersOf, drawnFrom, withCorner, withMore, without } from './corners.ts';
import { PlaceField } from './place-field.tsx';

interface CornerListProps {
  readonly kind: DrawKind;
  readonly drawn: Drawn | null;
  /** What is drawn with the typed coordinates. */
  readonly onPut: (drawn: Drawn) => void;
}

/** Pixels of a line, and between two. */
const ROW = 24;
const GAP = 4;
/** Lists of more scroll within their own box. */
const TALLEST = 8;

/** Coordinates of what is drawn, a line for each corner: they follow the map, and the map follows them. */
export function CornerList({ kind, drawn, onPut }: CornerListProps) {
  const { t } = useTranslation('mapObjects');
  const [waiting, setWaiting] = useState<readonly Position[]>([]);
  const scroll = useRef<HTMLDivElement>(null);
  const corners: readonly Corner[] =
    drawn === null
      ? waiting.map((place, index) => ({ ring: 0, index, place, spare: true }))
      : cornersOf(drawn);
  // What is drawn by hand takes the place of what was typed.
  useEffect(() => {
    if (drawn !== null) setWaiting([]);
  }, [drawn]);

  const virtual = useVirtualizer({
    count: corners.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    gap: GAP,
    overscan: 4,
  });

  const named = ({ ring, index }: Corner) => {
    if (kind === 'marker') return t('form.place');
    if (kind === 'circle') return t('form.center');
    if (kind === 'rectangle') return t(index === 0 ? 'form.southWest' : 'form.northEast');
    const number = index + 1;
    return ring === 0 ? t('form.corner', { number }) : t('form.holeCorner', { hole: ring, number });
  };

  function begin(places: readonly Position[]): void {
    const made = drawnFrom(kind, places);
    if (made === null) setWaiting(places);
    else onPut(made);
  }

  return (
    <div className={styles.corners}>
      <div
        ref={scroll}
        className={styles.scroll}
        style={{ height: Math.min(TALLEST * (ROW + GAP), virtual.getTotalSize()) }}
      >
        <ol aria-label={t('form.corners')} className={styles.list} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: at, start }) => {
            const corner = corners[at];
            if (corner === undefined) return null;
            const label = named(corner);
            return (
              <li
                key={`${corner.ring} ${corner.index}`}
                ref={virtual.measureElement}
                data-index={at}
                className={styles.corner}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span className={styles.number}>{short(kind, corner, label)}</span>
                <PlaceField
                  label={label}
                  value={corner.place}
                  onChange={(place) =>
                    drawn === null
                      ? begin(waiting.with(corner.index, place))
                      : onPut(withCorner(drawn, corner, place))
                  }
                />
                {corner.spare && (
                  <IconButton
                    size="small"
                    label={t('form.removeCorner', { corner: label })}
                    icon={<IconTrash size={14} />}
                    onClick={() =>
                      drawn === null
                        ? setWaiting(waiting.toSpliced(corner.index, 1))
                        : onPut(without(drawn, corner))
                    }
                  />
                )}
              </li>
            );
          })}
        </ol>
      </div>
      {(drawn === null || canGrow(kind)) && (
        <div className={styles.more}>
          <PlaceField
            // An empty field for each corner that comes.
            key={corners.length}
            label={t(canGrow(kind) ? 'form.addCorner' : 'form.coordinates')}
            value={null}
            placeholder={t(canGrow(kind) ? 'form.addCorner' : 'form.coordinatesHint')}
            onChange={(place) =>
              drawn === null
                ? begin([...waiting, place])
                : onPut(withMore(drawn, corners.at(-1)?.ring ?? 0, place))
            }
          />
        </div>
      )}
    </div>
  );
}

/** What stands before a field: corners that are many have numbers, the others names. */
function short(kind: DrawKind, { ring, index }: Corner, label: string): string {
  if (!canGrow(kind)) return label;
  return ring === 0 ? `${index + 1}` : `${ring}·${index + 1}`;
}
