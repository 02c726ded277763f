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
  /** What keeps it from being saved, in words. */
  readonly error: string | null;
  /** Choice of tools, above. */
  readonly tools?: ReactNode;
  /** Further facts, below the coordinates. */
  readonly children?: ReactNode;
}

/** The part of a form about what is drawn: how to, tools, coordinates, what is wrong with it. */
export function DrawSection({ kind, drawing, error, tools, children }: DrawSectionProps) {
  const { t } = useTranslation('mapObjects');
  const { surface, state } = drawing;
  const hint = state?.finished ? t(`draw.edit.${kind}`) : t(`draw.how.${kind}`);
  return (
    <section className={styles.part} aria-label={t('draw.title')}>
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
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      )}
    </section>
  );
}
