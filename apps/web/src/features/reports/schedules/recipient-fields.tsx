import { IconPlus, IconX } from '@tabler/icons-react';
import { email } from '@wakeline/contract/delivery/recipients';
import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './schedules.module.css';
import type { useSchedules } from './use-schedules.ts';

const LANGUAGE_NAMES = { zh_CN: '中文', en_US: 'English' } as const;

type Choices = NonNullable<ReturnType<typeof useSchedules>['data']>;

interface RecipientFieldsProps {
  readonly choices: Pick<Choices, 'users' | 'hasEmail' | 'abilities'>;
  /** Users who are recipients already, although the user could not choose them. */
  readonly present: readonly { readonly userId: number; readonly account: string }[];
}

/** Who gets a report: users of the account, and e-mail addresses. */
export function RecipientFields({ choices, present }: RecipientFieldsProps) {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const { users, hasEmail, abilities } = choices;
  const known = new Set(users.map(({ userId }) => userId));
  const options = [
    ...users.map(({ userId, account, hasEmail: isReachable }) => ({
      value: userId,
      label: isReachable ? `${account} · ${t('schedules.hasEmail')}` : account,
    })),
    ...present.flatMap(({ userId, account }) =>
      known.has(userId) ? [] : [{ value: userId, label: account }],
    ),
  ];
  return (
    <>
      <Form.Item name="userIds" label={t('schedules.field.users')} extra={t('schedules.field.usersHint')}>
        <Select
          mode="multiple"
          allowClear
          maxCount={LIMITS.reportRecipients}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
        />
      </Form.Item>
      <Form.Item
        label={t('schedules.field.addresses')}
        extra={abilities.addAddresses ? t('schedules.field.addressesHint') : t('schedules.field.noAddresses')}
      >
        {!hasEmail && <Alert type="warning" showIcon title={t('schedules.field.noEmail')} />}
        <Form.List name="addresses">
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key, name }) => (
                <div key={key} className={styles.address}>
                  <Form.Item name={[name, 'address']} rules={[fieldRule(email, language)]}>
                    <Input
                      type="email"
                      aria-label={t('schedules.field.address')}
                      placeholder="name@example.com"
                      spellCheck={false}
                    />
                  </Form.Item>
                  <Form.Item name={[name, 'language']}>
                    <Select
                      aria-label={t('schedules.field.language')}
                      options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
                    />
                  </Form.Item>
                  <IconButton
                    label={t('schedules.field.removeAddress')}
                    icon={<IconX size={16} />}
                    onClick={() => remove(name)}
                  />
                </div>
              ))}
              {hasEmail && abilities.addAddresses && fields.length < LIMITS.reportRecipients && (
                <Button
                  icon={<IconPlus size={14} />}
                  size="small"
                  onClick={() => add({ address: '', language })}
                >
                  {t('schedules.field.addAddress')}
                </Button>
              )}
            </>
          )}
        </Form.List>
      </Form.Item>
    </>
  );
}
