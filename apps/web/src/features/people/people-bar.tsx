import { IconFlag, IconFlagOff, IconTrash } from '@tabler/icons-react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import styles from './people.module.css';
import { usePeopleActions } from './use-people-actions.ts';

interface PeopleBarProps {
  /** Ids of the ticked people. */
  readonly ticked: readonly number[];
  readonly onClear: () => void;
}

/** Changes of the ticked people; hidden without any. */
export function PeopleBar({ ticked, onClear }: PeopleBarProps) {
  const { t } = useTranslation('people');
  const { formatCount } = useFormat();
  const actions = usePeopleActions().several(ticked, onClear);
  if (ticked.length === 0) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('batch.label')}>
      <span role="status">
        {t('batch.ticked', { count: ticked.length, number: formatCount(ticked.length) })}
      </span>
      <Button size="small" icon={<IconFlagOff size={16} />} onClick={actions.withdraw}>
        {t('withdraw')}
      </Button>
      <Button size="small" icon={<IconFlag size={16} />} onClick={actions.restore}>
        {t('restore')}
      </Button>
      <Button size="small" danger icon={<IconTrash size={16} />} onClick={actions.remove}>
        {t('delete')}
      </Button>
      <Button type="link" size="small" onClick={onClear}>
        {t('batch.clear')}
      </Button>
    </div>
  );
}
