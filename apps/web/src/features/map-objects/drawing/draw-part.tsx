import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DrawKind } from '../../../map/draw/draw-surface.ts';
import type { HeldSurface } from '../../../map/draw/use-draw-surface.ts';
import { CornerList } from './corner-list.tsx';
import { DrawBar } from './draw-bar.tsx';
import styles from './draw-part.module.css';

interface DrawPartProps {
  readonly kind: DrawKind;
  readonly drawing: HeldSurface;
  /** What keeps it from being saved, in words. */
  readonly fault: string | null;
  /** Choice of tools, above. */
  readonly tools?: ReactNode;
  /** Further facts, below the coordinates. */
  readonly children?: ReactNode;
}

/** The part of a form about what is drawn: how to, tools, coordinates, what is wrong with it. */
export function DrawPart({ kind, drawing, fault, tools, children }: DrawPartProps) {
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
      <CornerList
        kind={kind}
        drawn={state?.drawn ?? null}
        onPut={(drawn) => {
          surface?.put(drawn);
        }}
      />
      {children}
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </section>
  );
}
