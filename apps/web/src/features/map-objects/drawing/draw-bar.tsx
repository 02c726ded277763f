import { IconArrowBackUp, IconArrowForwardUp, IconCircleOff, IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DrawSurfaceHandle } from '../../../map/draw/use-draw-surface.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './draw-section.module.css';

/** Toolbar of the drawing: undo, redo, add a hole, clear. */
export function DrawBar({ surface, state }: DrawSurfaceHandle) {
  const { t } = useTranslation('mapObjects');
  if (surface === null || state === null) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('draw.tools')}>
      <IconButton
        size="small"
        label={t('draw.undo')}
        icon={<IconArrowBackUp size={18} />}
        disabled={!state.canUndo}
        onClick={() => surface.undo()}
      />
      <IconButton
        size="small"
        label={t('draw.redo')}
        icon={<IconArrowForwardUp size={18} />}
        disabled={!state.canRedo}
        onClick={() => surface.redo()}
      />
      {state.kind === 'polygon' && (
        <IconButton
          size="small"
          label={t('draw.hole')}
          icon={<IconCircleOff size={18} />}
          disabled={!state.finished}
          onClick={() => surface.addHole()}
        />
      )}
      <IconButton
        size="small"
        label={t('draw.clear')}
        icon={<IconEraser size={18} />}
        disabled={state.drawn === null}
        onClick={() => surface.clear()}
      />
    </div>
  );
}
