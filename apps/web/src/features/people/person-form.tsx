import { LIMITS } from '@wakeline/contract/limits';
import { GENDERS, type Person, personForm } from '@wakeline/contract/people/people';
import { App, Form, Input, InputNumber, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { TrackerField } from '../../parts/devices/tracker-field.tsx';
import { FormDrawer } from '../../parts/records/form-drawer.tsx';
import { errorText } from '../../service/error-text.ts';
import { fieldRule, optionalFieldRule } from '../../service/field-rule.ts';
import { AccountField, useChoosesAccounts } from './account-field.tsx';
import { CountryField } from './country-field.tsx';
import styles from './people.module.css';
import { findRefusedField, type PersonFields, toPersonFields, toPersonForm } from './person-values.ts';
import { PhotoField } from './photo-field.tsx';
import { usePeopleChange } from './use-people.ts';

/** What the form is open for: a new person, or one to edit. */
export type PersonSubject = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly person: Person };

interface PersonFormProps {
  /** Null: closed. */
  readonly subject: PersonSubject | null;
  readonly onClose: () => void;
}

/** Drawer to create or edit a person. */
export function PersonForm({ subject, onClose }: PersonFormProps) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<PersonFields>();
  const create = usePeopleChange('createPeople');
  const edit = usePeopleChange('editPeople');
  // Keeps the last content visible while the drawer closes.
  const last = useRef<PersonSubject>({ kind: 'add' });
  if (subject !== null) last.current = subject;
  const person = last.current.kind === 'edit' ? last.current.person : null;

  function submit(fields: PersonFields): void {
    const payload = toPersonForm(fields);
    const callbacks = {
      onSuccess() {
        message.success(t('saved', { name: payload.personName }));
        onClose();
      },
      onError(error: unknown) {
        const text = errorText(error, language);
        const name = findRefusedField(error);
        if (name === null) {
          message.error(text);
          return;
        }
        form.setFields([{ name, errors: [text] }]);
        form.scrollToField(name, { block: 'center' });
      },
    };
    if (person === null) create.mutate(payload, callbacks);
    else edit.mutate({ ...payload, personId: person.personId }, callbacks);
  }

  return (
    <FormDrawer<PersonFields>
      open={subject !== null}
      title={person === null ? t('add') : t('editOne', { name: person.personName })}
      size={480}
      form={form}
      initialValues={toPersonFields(person)}
      saving={create.isPending || edit.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <PersonSection isNew={person === null} />
      <DeviceSection person={person} />
      <EmergencySection />
      <Form.Item name="note" label={t('note')} rules={[fieldRule(personForm.shape.note, language)]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} maxLength={LIMITS.note} />
      </Form.Item>
    </FormDrawer>
  );
}

const { shape } = personForm;

function PersonSection({ isNew }: { readonly isNew: boolean }) {
  const { t } = useTranslation('people');
  const language = useLanguage();
  return (
    <fieldset className={styles.section}>
      <legend>{t('section.person')}</legend>
      <Form.Item name="photoUrl">
        <PhotoField />
      </Form.Item>
      <div className={styles.row}>
        <Form.Item name="personName" label={t('name')} rules={[fieldRule(shape.personName, language)]}>
          <Input autoFocus={isNew} autoComplete="off" maxLength={LIMITS.personName} />
        </Form.Item>
        <Form.Item name="raceNumber" label={t('raceNumber')} rules={[fieldRule(shape.raceNumber, language)]}>
          <Input
            spellCheck={false}
            autoComplete="off"
            maxLength={LIMITS.raceNumber}
            placeholder={t('optional')}
          />
        </Form.Item>
      </div>
      <div className={styles.row}>
        <Form.Item name="gender" label={t('gender')}>
          <Select options={GENDERS.map((value) => ({ value, label: t(`genderName.${value}`) }))} />
        </Form.Item>
        <Form.Item name="age" label={t('age')} rules={[optionalFieldRule(shape.age, language)]}>
          <InputNumber className={styles.field ?? ''} controls={false} placeholder={t('optional')} />
        </Form.Item>
      </div>
      <div className={styles.row}>
        <Form.Item name="nationality" label={t('nationality')}>
          <CountryField />
        </Form.Item>
        <Form.Item name="phone" label={t('phone')} rules={[fieldRule(shape.phone, language)]}>
          <Input type="tel" autoComplete="off" placeholder={t('optional')} />
        </Form.Item>
      </div>
      <Form.Item name="club" label={t('club')} rules={[fieldRule(shape.club, language)]}>
        <Input autoComplete="off" maxLength={LIMITS.name} placeholder={t('clubExample')} />
      </Form.Item>
    </fieldset>
  );
}

function DeviceSection({ person }: { readonly person: Person | null }) {
  const { t } = useTranslation('people');
  const choosesAccounts = useChoosesAccounts();
  const present =
    person === null || person.communicationAccountId === null
      ? null
      : {
          id: person.communicationAccountId,
          name: person.communicationAccountName ?? '',
          cardNumber: person.cardNumber ?? '',
        };
  return (
    <fieldset className={styles.section}>
      <legend>{t('section.contact')}</legend>
      <Form.Item name="trackerId" label={t('device')} extra={t('deviceHint')}>
        <TrackerField placeholder={t('unbound')} />
      </Form.Item>
      <Form.Item
        name="communicationAccountId"
        label={t('account')}
        {...(choosesAccounts ? {} : { extra: t('accountHint') })}
      >
        <AccountField present={present} />
      </Form.Item>
    </fieldset>
  );
}

function EmergencySection() {
  const { t } = useTranslation('people');
  const language = useLanguage();
  return (
    <fieldset className={styles.section}>
      <legend>{t('section.emergency')}</legend>
      <div className={styles.row}>
        <Form.Item
          name="emergencyContactName"
          label={t('emergencyName')}
          rules={[fieldRule(shape.emergencyContactName, language)]}
        >
          <Input autoComplete="off" maxLength={LIMITS.personName} placeholder={t('optional')} />
        </Form.Item>
        <Form.Item
          name="emergencyContactPhone"
          label={t('emergencyPhone')}
          rules={[fieldRule(shape.emergencyContactPhone, language)]}
        >
          <Input type="tel" autoComplete="off" placeholder={t('optional')} />
        </Form.Item>
      </div>
    </fieldset>
  );
}
