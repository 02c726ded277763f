import { changeLeg } from '@wakeline/domain/courses/edit-controls';
import { legKey, legLine } from '@wakeline/domain/courses/event-index';
import { geodesicLength } from '@wakeline/domain/geo/geodesic';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../../format/quantities.ts';
import { Value } from '../../../../format/value.tsx';
import { newId } from '../new-id.ts';
import { useEventIndex, usePlanner } from '../planner-context.ts';
import { useControlName } from '../use-control-name.ts';
import styles from './panels.module.css';

/** The selected line between two controls: its length, bends and gaps. */
export function LegDetails({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const index = useEventIndex();
  const nameOf = useControlName();
  const [start, end] = [index.controls.get(from), index.controls.get(to)];
  if (start === undefined || end === undefined) return null;
  const leg = index.legs.get(legKey(from, to));
  const [bends, gaps] = [leg?.bends ?? [], leg?.gaps ?? []];
  const change = (changes: Parameters<typeof changeLeg>[2]) =>
    planner.run([changeLeg(index.event, { id: newId(), from, to }, changes)]);
  const title = t('leg.title', { from: nameOf(start), to: nameOf(end) });
  return (
    <section className={styles.details} aria-label={title}>
      <header>
        <h3>{title}</h3>
      </header>
      <p className={styles.detail}>
        {t('leg.length')} <Value quantity={formatDistance(geodesicLength(legLine(index, start, end)))} />
      </p>
      <p className={styles.detail}>
        {t('leg.bends')} <span>{bends.length}</span>
        {canEdit && bends.length > 0 && (
          <Button size="small" onClick={() => change({ bends: [] })}>
            {t('leg.straighten')}
          </Button>
        )}
      </p>
      <p className={styles.detail}>
        {t('leg.gaps')} <span>{gaps.length}</span>
        {canEdit && gaps.length > 0 && (
          <Button size="small" onClick={() => change({ gaps: [] })}>
            {t('leg.close')}
          </Button>
        )}
      </p>
      {canEdit && <p className={styles.hint}>{t('leg.hint')}</p>}
    </section>
  );
}
