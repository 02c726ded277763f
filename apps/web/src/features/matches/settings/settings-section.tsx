import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import {
  DEFAULT_RACE_SETTINGS,
  type RaceSettings,
  raceSettings,
} from '@wakeline/contract/matches/race-settings';
import { App, Button, Form, InputNumber, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useUnsavedPrompt } from '../../../parts/forms/use-unsaved-prompt.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { QueryContent } from '../../../parts/settings/query-content.tsx';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import styles from '../matches.module.css';
import { useMatchConf } from '../use-match-conf.ts';

const NUMBERS = ['maxAccuracy', 'maxSpeed', 'sendInterval', 'tailSeconds', 'delay'] as const;
const { shape } = raceSettings;

/** How the race of a match is evaluated and published. */
export function SettingsSection({ match }: { readonly match: MatchDetails }) {
  const query = useMatchConf(match.matchId);
  return (
    <QueryContent query={query}>
      {(settings) => <SettingsForm match={match} settings={settings} />}
    </QueryContent>
  );
}

interface SettingsFormProps {
  readonly match: MatchDetails;
  readonly settings: RaceSettings;
}

function SettingsForm({ match, settings }: SettingsFormProps) {
  const { t } = useTranslation('matches');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<RaceSettings>();
  const [isTouched, setIsTouched] = useState(false);
  const update = useMatchChange('updateMatchConf');
  useUnsavedPrompt(isTouched);
  useEffect(() => {
    if (!isTouched) form.setFieldsValue(settings);
  }, [form, settings, isTouched]);

  const submit = (fields: RaceSettings) =>
    update.mutate(
      { ...fields, matchId: match.matchId },
      {
        onSuccess() {
          setIsTouched(false);
          message.success(t('saved'));
        },
        onError: (error) => void message.error(errorText(error, language)),
      },
    );

  return (
    <Form<RaceSettings>
      form={form}
      className={styles.form ?? ''}
      layout="vertical"
      validateTrigger="onBlur"
      disabled={!match.abilities.edit}
      onValuesChange={() => setIsTouched(true)}
      onFinish={submit}
    >
      {NUMBERS.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`settings.${name}`)}
          extra={t(`settings.${name}Hint`)}
          rules={[fieldRule(shape[name], language)]}
        >
          <InputNumber className={styles.shortField ?? ''} suffix={t(`settings.${name}Unit`)} />
        </Form.Item>
      ))}
      <Form.Item
        name="hideUntilStart"
        label={t('settings.hideUntilStart')}
        extra={t('settings.hideUntilStartHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      {match.abilities.edit && (
        <span className={styles.buttons}>
          <Button type="primary" htmlType="submit" loading={update.isPending} disabled={!isTouched}>
            {tApp('action.save')}
          </Button>
          {isTouched && <Button onClick={() => setIsTouched(false)}>{t('discard')}</Button>}
          <Button
            type="text"
            onClick={() => {
              form.setFieldsValue(DEFAULT_RACE_SETTINGS);
              setIsTouched(true);
            }}
          >
            {t('settings.defaults')}
          </Button>
        </span>
      )}
    </Form>
  );
}
