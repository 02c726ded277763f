import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawKind } from '../../../map/draw/draw-surface.ts';
import type { DrawSurfaceHandle } from '../../../map/draw/use-draw-surface.ts';
import { DrawBar } from './draw-bar.tsx';
import styles from './draw-section.module.css';
import { VertexList } from './vertex-list.tsx';

interface DrawSectionProps {
  readonly kind: DrawKind;
  readonly drawing: DrawSurfaceHandle;
  /** Error text that prevents saving. */
  readonly error: string | null;
  /** Selection of the drawing tool, above. */
  readonly tools?: ReactNode;
  /** Further details, below the coordinates. */
  readonly children?: ReactNode;
}

/** The drawing section of a form: hint, tools, coordinates and error. */
export function DrawSection({ kind, drawing, error, tools, children }: DrawSectionProps) {
  const { t } = useTranslation('mapObjects');
  const { surface, state } = drawing;
  const hint = state?.finished ? t(`draw.edit.${kind}`) : t(`draw.how.${kind}`);
  return (
    <section className={styles.section} aria-label={t('draw.title')}>
      <div className={styles.head}>
        {tools}
        <DrawBar {...drawing} />
      </div>
      <p className={styles.hint}>{hint}</p>
      <VertexList
        kind={kind}
        drawn={state?.drawn ?? null}
        onChange={(drawn) => {
          surface?.put(drawn);
        }}
      />
      {children}
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </section>
  );
}
