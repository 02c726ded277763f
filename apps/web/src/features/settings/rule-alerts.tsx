import { IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { NOTICE_SOUNDS, type NoticeConf, type NoticeSound } from '@wakeline/contract/entities/user-config';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Tone } from '../../parts/notices/tone.ts';
import { SettingsSection } from '../../parts/settings/setting.tsx';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './rule-alerts.module.css';

type RuleConf = NoticeConf['rules'][number];

interface RuleAlertsProps {
  readonly rules: readonly RuleConf[];
  readonly onChange: (rules: RuleConf[]) => void;
  /** Asks the browser for desktop notifications; false: the user or the browser refuses. */
  readonly requestDesktop: () => Promise<boolean>;
  readonly play: (tone: Tone) => void;
}

/** Pop-up, sound and desktop notification of the notices of single rules. Hidden for users who see no rules. */
export function RuleAlerts({ rules, onChange, requestDesktop, play }: RuleAlertsProps) {
  const { t } = useTranslation('settings');
  const client = useClient();
  const { data } = useQuery({
    // Refetched when rules of the account change.
    queryKey: [USER_QUERIES, 'rules', 'notices'],
    queryFn: ({ signal }) => client.call('queryNoticeConf', {}, { signal }),
  });
  const accountRules = data?.accountRules ?? [];
  if (accountRules.length === 0) return null;
  const change = (changed: RuleConf) =>
    onChange(rules.map((rule) => (rule.ruleId === changed.ruleId ? changed : rule)));
  const chosen = new Set(rules.map(({ ruleId }) => ruleId));
  return (
    <SettingsSection title={t('ruleAlerts.title')} description={t('ruleAlerts.hint')}>
      <ul className={styles.rules} aria-label={t('ruleAlerts.title')}>
        {accountRules
          .filter(({ ruleId }) => chosen.has(ruleId))
          .map(({ ruleId, ruleName, msgTypes }) => (
            <RuleAlert
              key={ruleId}
              name={ruleName}
              types={msgTypes}
              conf={rules.find((rule) => rule.ruleId === ruleId) ?? defaultsOf(ruleId)}
              onChange={change}
              onRemove={() => onChange(rules.filter((rule) => rule.ruleId !== ruleId))}
              requestDesktop={requestDesktop}
              play={play}
            />
          ))}
      </ul>
      <Select<number>
        className={styles.add ?? ''}
        aria-label={t('ruleAlerts.add')}
        placeholder={t('ruleAlerts.add')}
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        options={accountRules
          .filter(({ ruleId }) => !chosen.has(ruleId))
          .map(({ ruleId, ruleName }) => ({ value: ruleId, label: ruleName }))}
        notFoundContent={t('ruleAlerts.allAdded')}
        onChange={(ruleId) => onChange([...rules, defaultsOf(ruleId)])}
      />
    </SettingsSection>
  );
}

/** A rule is added to get pop-ups, as most types have none. */
function defaultsOf(ruleId: number): RuleConf {
  return { ruleId, popup: true, sound: null, desktop: null };
}

interface RuleAlertProps extends Pick<RuleAlertsProps, 'requestDesktop' | 'play'> {
  readonly name: string;
  readonly types: readonly NoticeType[];
  readonly conf: RuleConf;
  readonly onChange: (conf: RuleConf) => void;
  readonly onRemove: () => void;
}

function RuleAlert({ name, types, conf, onChange, onRemove, requestDesktop, play }: RuleAlertProps) {
  const { t } = useTranslation('settings');
  const { t: tNotices } = useTranslation('notices');
  const { popup, sound, desktop } = conf;
  const withoutPopup = popup === false;
  const tone = sound === null || sound === 'none' ? null : sound;

  async function setDesktop(next: boolean | null): Promise<void> {
    if (next !== true || (await requestDesktop())) onChange({ ...conf, desktop: next });
  }

  return (
    <li className={styles.rule}>
      <span className={styles.name}>
        <strong title={name}>{name}</strong>
        <span>{types.map((type) => tNotices(`type.${type}`)).join(', ')}</span>
      </span>
      <span className={styles.choices}>
        <Choice
          label={t('ruleAlerts.popup')}
          ruleName={name}
          value={popup}
          options={[
            [null, t('ruleAlerts.byType')],
            [true, t('ruleAlerts.popupOn')],
            [false, t('ruleAlerts.popupOff')],
          ]}
          onChange={(next) => onChange({ ...conf, popup: next })}
        />
        <Choice<NoticeSound | null>
          label={t('ruleAlerts.sound')}
          ruleName={name}
          disabled={withoutPopup}
          value={sound}
          options={[
            [null, t('ruleAlerts.byType')],
            ...NOTICE_SOUNDS.map((value) => [value, t(`ruleAlerts.soundOf.${value}`)] as const),
          ]}
          onChange={(next) => {
            onChange({ ...conf, sound: next });
            if (next !== null && next !== 'none') play(next);
          }}
        />
        <Choice
          label={t('ruleAlerts.desktop')}
          ruleName={name}
          disabled={withoutPopup}
          value={desktop}
          options={[
            [null, t('ruleAlerts.byDefault')],
            [true, t('ruleAlerts.desktopOn')],
            [false, t('ruleAlerts.desktopOff')],
          ]}
          onChange={(next) => void setDesktop(next)}
        />
        <span className={styles.buttons}>
          <IconButton
            label={t('ruleAlerts.play', { name })}
            icon={<IconPlayerPlay size={18} stroke={1.75} />}
            disabled={tone === null || withoutPopup}
            onClick={() => tone !== null && play(tone)}
          />
          <IconButton
            label={t('ruleAlerts.remove', { name })}
            icon={<IconTrash size={18} stroke={1.75} />}
            onClick={onRemove}
          />
        </span>
      </span>
    </li>
  );
}

interface ChoiceProps<Value> {
  readonly label: string;
  readonly ruleName: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** A select of a rule with its label above; values are compared by position, because one of them is null. */
function Choice<Value>({ label, ruleName, value, options, disabled = false, onChange }: ChoiceProps<Value>) {
  return (
    <span className={styles.choice}>
      <span aria-hidden>{label}</span>
      <Select<number>
        size="small"
        aria-label={`${label}: ${ruleName}`}
        disabled={disabled}
        value={options.findIndex(([one]) => one === value)}
        options={options.map(([, text], index) => ({ value: index, label: text }))}
        popupMatchSelectWidth={false}
        onChange={(index) => {
          const option = options[index];
          if (option !== undefined) onChange(option[0]);
        }}
      />
    </span>
  );
}
