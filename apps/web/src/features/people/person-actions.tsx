import { IconFlag, IconFlagOff, IconHistory } from '@tabler/icons-react';
import type { Person } from '@wakeline/contract/people/people';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePeopleActions } from './use-people-actions.ts';

interface PersonActionsProps {
  readonly person: Person;
  readonly onEdit: () => void;
  readonly onHistory: () => void;
}

/** Buttons at the end of a row. */
export function PersonActions({ person, onEdit, onHistory }: PersonActionsProps) {
  const { t } = useTranslation('people');
  const actions = usePeopleActions();
  const { personName: name, status, abilities } = person;
  return (
    <RecordActions
      edit={abilities.edit && { label: t('editOne', { name }), onClick: onEdit }}
      remove={
        abilities.remove && { label: t('deleteOne', { name }), onClick: () => actions.removeOne(person) }
      }
    >
      {abilities.edit && status === 'IN_RACE' && (
        <IconButton
          label={t('withdrawOne', { name })}
          icon={<IconFlagOff size={18} stroke={1.75} />}
          onClick={() => actions.withdrawOne(person)}
        />
      )}
      {abilities.edit && status === 'WITHDRAWN' && (
        <IconButton
          label={t('restoreOne', { name })}
          icon={<IconFlag size={18} stroke={1.75} />}
          onClick={() => actions.restoreOne(person)}
        />
      )}
      <IconButton
        label={t('history.open', { name })}
        icon={<IconHistory size={18} stroke={1.75} />}
        onClick={onHistory}
      />
    </RecordActions>
  );
}
