import type { Person } from '@wakeline/contract/people/people';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { BindingHistory } from '../../parts/bindings/binding-history.tsx';
import { useClient } from '../../service/client.ts';
import styles from './people.module.css';
import { PEOPLE_QUERIES } from './use-people.ts';

interface PersonHistoryProps {
  readonly person: Person;
  readonly onClose: () => void;
}

/** The devices that a person has and had. */
export function PersonHistory({ person: { personId, personName }, onClose }: PersonHistoryProps) {
  const { t } = useTranslation('people');
  const { formatDateTime } = useFormat();
  const client = useClient();
  return (
    <BindingHistory
      title={t('history.title', { name: personName })}
      name="person-bindings"
      current={t('history.current')}
      queryKey={[...PEOPLE_QUERIES, 'bindings', personId]}
      read={(page, signal) => client.call('queryPersonBindings', { personId, ...page }, { signal })}
      renderTime={(time) => <span className={styles.number}>{formatDateTime(time)}</span>}
      onClose={onClose}
    />
  );
}
