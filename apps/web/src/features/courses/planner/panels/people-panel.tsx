import { IconPlus, IconX } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { PERSON_ROLES, type Person } from '@wakeline/domain/courses/event';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { editPerson } from '../latest-edits.ts';
import { newId } from '../new-id.ts';
import { useEvent, usePlanner } from '../planner-context.ts';
import styles from './panels.module.css';
import { SavedText } from './saved-text.tsx';
import { useTyped } from './use-typed.ts';

/** People of the event: players, workers and helpers, with their courses. */
export function PeoplePanel() {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const { people } = useEvent();
  function add(): void {
    const person: Person = {
      ...{ id: newId(), name: t('person.new'), role: 'PLAYER', phone: '', courses: [] },
    };
    planner.run([{ kind: 'person', id: person.id, before: null, after: person }]);
  }
  return (
    <>
      {canEdit && (
        <div className={styles.bar}>
          <Button size="small" type="primary" icon={<IconPlus size={16} />} onClick={add}>
            {t('person.add')}
          </Button>
        </div>
      )}
      {people.length === 0 && <p className={styles.empty}>{t('person.none')}</p>}
      {people.map((person) => (
        <PersonFields key={person.id} person={person} />
      ))}
    </>
  );
}

function PersonFields({ person: stored }: { readonly person: Person }) {
  const { t } = useTranslation('coursePlanner');
  const { planner, canEdit } = usePlanner();
  const { courses } = useEvent();
  // Another field may be changed before the panel has the last change.
  const [person, setPerson] = useTyped(stored);
  function change(changes: Partial<Person>): void {
    setPerson({ ...person, ...changes });
    editPerson(planner, person.id, changes);
  }
  return (
    <section className={styles.details} aria-label={person.name}>
      <div className={styles.row}>
        <SavedText
          inline
          label={t('person.name')}
          value={person.name}
          maxLength={LIMITS.name}
          required
          disabled={!canEdit}
          onSave={(name) => change({ name })}
        />
        <Select
          value={person.role}
          disabled={!canEdit}
          aria-label={t('person.role')}
          style={{ width: 112 }}
          options={PERSON_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          onChange={(role) => change({ role })}
        />
        {canEdit && (
          <IconButton
            size="small"
            label={t('person.delete', { name: person.name })}
            icon={<IconX size={16} />}
            onClick={() => editPerson(planner, person.id, null)}
          />
        )}
      </div>
      <div className={styles.row}>
        <SavedText
          inline
          label={t('person.phone')}
          value={person.phone}
          maxLength={LIMITS.coursePhone}
          disabled={!canEdit}
          onSave={(phone) => change({ phone })}
        />
        <Select<string[]>
          mode="multiple"
          className={styles.grow ?? ''}
          disabled={!canEdit}
          aria-label={t('person.courses')}
          placeholder={t('person.courses')}
          value={[...person.courses]}
          options={courses.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids) => change({ courses: ids })}
        />
      </div>
    </section>
  );
}
