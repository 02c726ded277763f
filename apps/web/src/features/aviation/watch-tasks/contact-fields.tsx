import { IconPlus, IconTrash } from '@tabler/icons-react';
import { TASK_TIERS, TIER_MINUTES } from '@wakeline/contract/aviation/task-contacts';
import { createTask } from '@wakeline/contract/aviation/watch-tasks';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../aviation.module.css';
import type { ContactFields as ContactValues } from './task-values.ts';

const KINDS = ['phones', 'emails'] as const;
type Kind = (typeof KINDS)[number];

/** Who is notified beside the console: by text message, by e-mail, in two tiers. */
export function ContactFields() {
  const { t } = useTranslation('watchTasks');
  return (
    <fieldset className={styles.section}>
      <legend>{t('contact.title')}</legend>
      <p className={styles.hint}>{t('contact.hint', { minutes: TIER_MINUTES })}</p>
      {KINDS.map((kind) => (
        <ContactList key={kind} kind={kind} />
      ))}
    </fieldset>
  );
}

function ContactList({ kind }: { readonly kind: Kind }) {
  const { t } = useTranslation('watchTasks');
  const language = useLanguage();
  const address = createTask.payload.shape[kind].unwrap().element.shape.address;
  return (
    <Form.List name={kind}>
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }) => (
            <div key={key} className={styles.entry}>
              <Form.Item
                name={[name, 'address']}
                extra={<AddressState kind={kind} index={name} />}
                rules={[
                  fieldRule(address, language),
                  ({ getFieldValue }) => ({
                    async validator(_rule, value: string) {
                      const all: readonly Partial<ContactValues>[] = getFieldValue(kind) ?? [];
                      const same = all.filter(
                        (one) => one?.address?.trim().toLowerCase() === value?.trim().toLowerCase(),
                      );
                      if (value && same.length > 1) throw new Error(t('contact.twice'));
                    },
                  }),
                ]}
              >
                <Input
                  aria-label={t(`contact.${kind}`)}
                  placeholder={t(`contact.${kind}`)}
                  inputMode={kind === 'phones' ? 'tel' : 'email'}
                  autoComplete="off"
                  spellCheck={false}
                />
              </Form.Item>
              <Form.Item name={[name, 'tier']} className={styles.tier ?? ''}>
                <Select
                  aria-label={t('contact.tier')}
                  options={TASK_TIERS.map((tier) => ({ value: tier, label: t(`contact.tier${tier}`) }))}
                />
              </Form.Item>
              <IconButton
                danger
                label={t('contact.remove')}
                icon={<IconTrash size={16} />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          {fields.length < LIMITS.taskContacts && (
            <Button
              className={styles.addEntry ?? ''}
              icon={<IconPlus size={16} />}
              onClick={() => add({ address: '', tier: 1, saved: null })}
            >
              {t(`contact.add.${kind}`)}
            </Button>
          )}
        </>
      )}
    </Form.List>
  );
}

/** Why nothing is sent to an address, if so. */
function AddressState({ kind, index }: { readonly kind: Kind; readonly index: number }) {
  const { t } = useTranslation('watchTasks');
  const form = Form.useFormInstance();
  const saved: ContactValues['saved'] = Form.useWatch([kind, index, 'saved'], { form, preserve: true });
  const address: string | undefined = Form.useWatch([kind, index, 'address'], form);
  if (saved == null || saved.address !== address || saved.state === 'confirmed') return null;
  return <span className={styles.problem}>{t(`contact.${saved.state}`)}</span>;
}
