import { IconSettings, IconTrash } from '@tabler/icons-react';
import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { BoxFrame } from './box-frame.tsx';
import { useBoxTitle } from './box-title.ts';
import styles from './screen-grid.module.css';
import { useArranging } from './use-arranging.ts';

/** What a user changes while they arrange a screen. */
export interface Arranging {
  readonly onChange: (boxes: readonly ScreenBox[]) => void;
  readonly onConfigure: (boxId: number) => void;
  readonly onRemove: (boxId: number) => void;
}

interface ScreenGridProps {
  readonly boxes: readonly ScreenBox[];
  /** Null: the screen is shown. */
  readonly arranging: Arranging | null;
}

/** Boxes on a grid of 24 x 12 cells that fills its parent. */
export function ScreenGrid({ boxes, arranging }: ScreenGridProps) {
  const { t } = useTranslation('screens');
  const moves = useArranging(boxes, arranging?.onChange ?? (() => undefined));
  // In the order of reading, which is also that of the Tab key.
  const ordered = moves.arranged.toSorted((a, b) => a.boxId - b.boxId);
  return (
    <div className={styles.grid} data-grid data-arranging={arranging !== null}>
      {ordered.map((box) => (
        <div key={box.boxId} className={styles.cell} style={placeStyle(box)}>
          <BoxFrame box={box} />
          {arranging !== null && <BoxHandles box={box} arranging={arranging} moves={moves} />}
        </div>
      ))}
      {arranging !== null && (
        <p id="arrange-keys" className="visually-hidden">
          {t('edit.keys')}
        </p>
      )}
    </div>
  );
}

function placeStyle({ x, y, width, height }: ScreenBox): CSSProperties {
  return {
    gridColumn: `${x + 1} / span ${width}`,
    gridRow: `${y + 1} / span ${height}`,
    // In one column on a phone.
    ['--rows' as string]: height,
    order: y * 24 + x,
  };
}

interface BoxHandlesProps {
  readonly box: ScreenBox;
  readonly arranging: Arranging;
  readonly moves: ReturnType<typeof useArranging>;
}

/** Covers a box while the screen is arranged: moves it, and has its buttons. */
function BoxHandles({ box, arranging, moves }: BoxHandlesProps) {
  const { t } = useTranslation('screens');
  const title = useBoxTitle(box);
  const { boxId, x, y, width, height } = box;
  return (
    <>
      <button
        type="button"
        className={styles.handle}
        aria-label={t('edit.box', { title, column: x + 1, row: y + 1, width, height })}
        aria-describedby="arrange-keys"
        onPointerDown={(event) => moves.start(event, box, false)}
        onPointerMove={moves.move}
        onPointerUp={moves.end}
        onPointerCancel={moves.cancel}
        onDoubleClick={() => arranging.onConfigure(boxId)}
        onKeyDown={(event) => {
          if (event.key === 'Delete') arranging.onRemove(boxId);
          else if (event.key !== 'Enter') moves.press(event, box);
          else {
            // Otherwise the key presses the button of the dialog that gets the focus.
            event.preventDefault();
            arranging.onConfigure(boxId);
          }
        }}
      />
      <span className={styles.tools}>
        <IconButton
          label={t('edit.configure', { title })}
          icon={<IconSettings size={18} />}
          type="default"
          size="small"
          onClick={() => arranging.onConfigure(boxId)}
        />
        <IconButton
          label={t('edit.remove', { title })}
          icon={<IconTrash size={18} />}
          type="default"
          size="small"
          danger
          onClick={() => arranging.onRemove(boxId)}
        />
      </span>
      <span
        className={styles.corner}
        aria-hidden="true"
        onPointerDown={(event) => moves.start(event, box, true)}
        onPointerMove={moves.move}
        onPointerUp={moves.end}
        onPointerCancel={moves.cancel}
      />
    </>
  );
}
