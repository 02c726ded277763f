import { Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { SPACINGS, useMarks } from './mark-store.ts';
import styles from './object-popup.module.css';

/** Switches the distance markers of a route, and says how far they are apart. */
export function DistanceMarks({ routeId }: { readonly routeId: number }) {
  const { t } = useTranslation('mapObjects');
  const { marked, spacing, mark, setSpacing } = useMarks();
  const on = marked.has(routeId);
  return (
    <div className={styles.marks}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
      <label>
        <Switch size="small" checked={on} onChange={(next) => mark(routeId, next)} /> {t('marks.show')}
      </label>
      <Select<number>
        size="small"
        value={spacing}
        aria-label={t('marks.spacing')}
        disabled={!on}
        onChange={setSpacing}
        options={SPACINGS.map((metres) => ({ value: metres, label: `${metres / 1_000} km` }))}
      />
    </div>
  );
}
