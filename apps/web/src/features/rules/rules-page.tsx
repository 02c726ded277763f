import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import type { Rule } from '@wakeline/contract/notices/rules';
import { App, Button, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useSubscriptions } from '../../parts/delivery/use-subscriptions.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../parts/records/record-table.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { errorText } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { RuleForm, type RuleSubject } from './rule-form.tsx';
import { RuleRecipients } from './rule-recipients.tsx';
import { countRecipients, subscriptionsOfRule } from './rule-subscriptions.ts';
import styles from './rules.module.css';
import { useRuleTexts } from './use-rule-texts.ts';
import { useChangeRule, useRules } from './use-rules.ts';

/** The rules of the account: when notices are created, and about which devices. */
export function RulesPage() {
  const { t } = useTranslation('rules');
  const language = useLanguage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const query = useRules();
  const { data } = query;
  const failure = useListFailure(query);
  const change = useChangeRule();
  const { conditionText, targetsText, hoursText } = useRuleTexts();
  const [subject, setSubject] = useState<RuleSubject | null>(null);
  const subscriptions = useSubscriptions().data?.list;
  /** The rule whose recipients are open. */
  const [opened, setOpened] = useState<Rule | null>(null);

  function setEnabled({ ruleId }: Rule, enabled: boolean): void {
    change.mutate(
      { kind: 'edit', rule: { ruleId, enabled } },
      { onError: (error) => message.error(errorText(error, language)) },
    );
  }

  function remove({ ruleId, ruleName: name }: Rule): void {
    confirm(
      {
        title: t('deleteTitle', { name }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => change.mutateAsync({ kind: 'delete', ruleId }),
    );
  }

  const columns: readonly RecordColumn<Rule>[] = [
    { key: 'name', title: t('name'), width: 220, render: ({ ruleName }) => ruleName },
    {
      key: 'type',
      title: t('type.label'),
      width: 140,
      optional: true,
      render: ({ condition }) => t(`type.${condition.type}`),
    },
    {
      key: 'condition',
      title: t('column.condition'),
      render: ({ condition, problem }) => (
        <span className={styles.condition}>
          {conditionText(condition)}
          {problem !== null && (
            <span className={styles.problem}>
              <IconAlertTriangle size={14} aria-hidden /> {t(`problem.${problem}`)}
            </span>
          )}
        </span>
      ),
    },
    { key: 'targets', title: t('column.targets'), width: 130, render: targetsText },
    { key: 'hours', title: t('column.hours'), width: 200, optional: true, render: hoursText },
    ...(subscriptions === undefined
      ? []
      : [
          {
            key: 'recipients',
            title: t('column.recipients'),
            width: 130,
            optional: true,
            render: (rule: Rule) => {
              const count = countRecipients(subscriptionsOfRule(rule, subscriptions));
              return (
                <Button
                  type="link"
                  size="small"
                  className={styles.recipients ?? ''}
                  aria-label={t('recipients.title', { name: rule.ruleName })}
                  onClick={() => setOpened(rule)}
                >
                  {count === 0 ? t('recipients.add') : t('recipients.count', { count })}
                </Button>
              );
            },
          },
        ]),
    {
      key: 'enabled',
      title: t('column.enabled'),
      width: 100,
      render: (rule) =>
        rule.abilities.edit ? (
          <Switch
            checked={rule.enabled}
            aria-label={t('enableOne', { name: rule.ruleName })}
            onChange={(enabled) => setEnabled(rule, enabled)}
          />
        ) : (
          t(rule.enabled ? 'yes' : 'no')
        ),
    },
  ];

  return (
    <Screen
      title={t('title')}
      action={
        data?.abilities.add && (
          <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
            {t('add')}
          </Button>
        )
      }
    >
      <p className={styles.about}>{t('about')}</p>
      <RecordTable<Rule>
        label={t('title')}
        name="rules"
        rows={data?.list}
        rowKey={({ ruleId }) => ruleId}
        columns={columns}
        {...failure}
        empty={t('none')}
        actionsWidth={110}
        actions={(rule) => (
          <RecordActions
            edit={
              rule.abilities.edit && {
                label: t('edit', { name: rule.ruleName }),
                onClick: () => setSubject({ kind: 'edit', rule }),
              }
            }
            remove={
              rule.abilities.remove && {
                label: t('deleteOne', { name: rule.ruleName }),
                onClick: () => remove(rule),
              }
            }
          />
        )}
      />
      <RuleForm
        subject={subject}
        addForAll={data?.abilities.addForAll ?? false}
        onClose={() => setSubject(null)}
      />
      <RuleRecipients
        rule={opened}
        subscriptions={opened === null ? [] : subscriptionsOfRule(opened, subscriptions ?? [])}
        onClose={() => setOpened(null)}
      />
    </Screen>
  );
}
