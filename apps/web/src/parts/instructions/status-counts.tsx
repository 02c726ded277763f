import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { DISPLAYED_STATUSES } from './displayed-status.ts';
import styles from './ledger.module.css';
import { StatusTag } from './status-tag.tsx';

interface StatusCountsProps {
  readonly counts: ResultOf<Operations['queryInstructionList']>['counts'];
}

/** The number of instructions by status. */
export function StatusCounts({ counts }: StatusCountsProps) {
  const { t } = useTranslation('instructions');
  const { formatCount } = useFormat();
  return (
    <ul className={styles.counts} aria-label={t('counts')}>
      {DISPLAYED_STATUSES.map((status) => (
        <li key={status}>
          <StatusTag state={status} />
          <strong>{formatCount(counts[status])}</strong>
        </li>
      ))}
    </ul>
  );
}
