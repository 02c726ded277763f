import { LIMITS } from '@wakeline/contract/limits';
import type { SatelliteSettings } from '@wakeline/contract/satellite/settings';
import { App, Button, InputNumber, Progress, Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useUnsavedPrompt } from '../../../parts/forms/use-unsaved-prompt.ts';
import { QueryContent } from '../../../parts/settings/query-content.tsx';
import { errorText } from '../../../service/error-text.ts';
import { SectionHead } from './section-head.tsx';
import styles from './settings.module.css';
import { useSatelliteSettings, useSettingsChange } from './use-settings.ts';

/** The quota that is suggested when a limit is switched on. */
const FIRST_QUOTA = 1_000;

/** The monthly quota of messages to terminals, and what is used of it. */
export function QuotaSection() {
  const { t } = useTranslation('satelliteSettings');
  const query = useSatelliteSettings();
  return (
    <>
      <SectionHead text={t('quota.text')} isReadOnly={query.data?.abilities.change === false} />
      <QueryContent query={query}>
        {(settings) => (
          <div className={styles.quota}>
            <Usage settings={settings} />
            <QuotaForm key={settings.monthlyQuota} settings={settings} />
          </div>
        )}
      </QueryContent>
    </>
  );
}

function Usage({ settings }: { readonly settings: SatelliteSettings }) {
  const { t } = useTranslation('satelliteSettings');
  const { formatCount } = useFormat();
  const { monthlyQuota, usage } = settings;
  const { month, costUnits, waitingMessages } = usage;
  const used = formatCount(costUnits);
  return (
    <section className={styles.usage} aria-label={t('quota.usage')}>
      <p>
        {t('quota.usedIn', { month })} <strong>{used}</strong>
        {monthlyQuota !== null && <> {t('quota.of', { quota: formatCount(monthlyQuota) })}</>}
      </p>
      {monthlyQuota !== null && (
        <Progress
          percent={monthlyQuota === 0 ? 100 : Math.min(100, Math.floor((costUnits / monthlyQuota) * 100))}
          status={costUnits >= monthlyQuota ? 'exception' : 'normal'}
          aria-label={t('quota.usage')}
        />
      )}
      {waitingMessages > 0 && (
        <p role="status" className={styles.waiting}>
          {t('quota.waiting', { count: waitingMessages, number: formatCount(waitingMessages) })}
        </p>
      )}
    </section>
  );
}

function QuotaForm({ settings }: { readonly settings: SatelliteSettings }) {
  const { t } = useTranslation('satelliteSettings');
  const { t: tApp } = useTranslation('app');
  const { formatCount } = useFormat();
  const language = useLanguage();
  const { message } = App.useApp();
  const switchId = useId();
  const save = useSettingsChange('editSatelliteQuota');
  const stored = settings.monthlyQuota;
  const [isLimited, setIsLimited] = useState(stored !== null);
  const [entered, setEntered] = useState<number | null>(stored ?? FIRST_QUOTA);
  const quota = isLimited ? entered : null;
  const isComplete = !isLimited || entered !== null;
  const isChanged = isComplete && quota !== stored;
  const disabled = !settings.abilities.change;
  useUnsavedPrompt(isChanged && !save.isPending);

  function submit(): void {
    if (!isChanged) return;
    save.mutate(
      { monthlyQuota: quota },
      {
        onSuccess: ({ admittedMessages: count }) =>
          void message.success(
            count === 0 ? t('quota.saved') : t('quota.admitted', { count, number: formatCount(count) }),
          ),
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  return (
    <div className={styles.quotaForm}>
      <span className={styles.switch}>
        <Switch id={switchId} checked={isLimited} disabled={disabled} onChange={setIsLimited} />
        <label htmlFor={switchId}>{t('quota.limit')}</label>
      </span>
      {isLimited && (
        <InputNumber<number>
          className={styles.quotaField ?? ''}
          aria-label={t('quota.field')}
          min={0}
          max={LIMITS.satelliteQuota}
          precision={0}
          value={entered}
          disabled={disabled}
          suffix={t('quota.unit')}
          onChange={setEntered}
          onPressEnter={submit}
        />
      )}
      {!disabled && (
        <Button type="primary" disabled={!isChanged} loading={save.isPending} onClick={submit}>
          {tApp('action.save')}
        </Button>
      )}
    </div>
  );
}
