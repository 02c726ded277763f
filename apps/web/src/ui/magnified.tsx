import { type ReactNode, use } from 'react';
import styles from './magnified.module.css';
import { RenderScaleContext } from './render-scale.ts';

/** Fills its parent with content that is laid out smaller and enlarged by a factor: its texts and canvases with it. */
export function Magnified({ factor, children }: { readonly factor: number; readonly children: ReactNode }) {
  const outer = use(RenderScaleContext);
  const size = `${100 / factor}%`;
  return (
    <div className={styles.outer}>
      <div className={styles.inner} style={{ width: size, height: size, transform: `scale(${factor})` }}>
        <RenderScaleContext value={outer * factor}>{children}</RenderScaleContext>
      </div>
    </div>
  );
}
