import { symbolDrawing } from '@wakeline/domain/courses/symbol-drawing';
import { DESCRIPTION_SYMBOLS } from '@wakeline/domain/courses/symbols';
import { useLanguage } from '../../../../i18n/i18n.ts';
import styles from './description.module.css';

/** A symbol of a control description, with its name; the reference where it has no drawing. */
export function SymbolIcon({ reference }: { readonly reference: string }) {
  const name = useSymbolName(reference);
  const drawing = symbolDrawing(reference);
  if (drawing === null)
    return (
      <span className={styles.symbolText} title={name}>
        {reference}
      </span>
    );
  return (
    <svg
      role="img"
      aria-label={name}
      className={styles.symbol}
      data-wide={drawing.wide === true}
      viewBox={drawing.wide === true ? '-800 -100 1600 200' : '-100 -100 200 200'}
    >
      <title>{name}</title>
      {drawing.shapes.map(({ path, filled, width }) => (
        <path
          key={path}
          d={path}
          fill={filled ? 'currentColor' : 'none'}
          stroke={width > 0 ? 'currentColor' : 'none'}
          strokeWidth={width}
        />
      ))}
    </svg>
  );
}

export function useSymbolName(reference: string): string {
  const language = useLanguage() === 'zh_CN' ? 'zh' : 'en';
  return DESCRIPTION_SYMBOLS.get(reference)?.names[language] ?? reference;
}
