import { LIMITS } from '@wakeline/contract/limits';
import { type LiveConf, liveConf } from '@wakeline/contract/matches/live-conf';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { App, Button, Form, Input, Switch } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { showFieldError } from '../../../parts/forms/field-error.ts';
import { useUnsavedPrompt } from '../../../parts/forms/use-unsaved-prompt.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { NameAndTimes } from '../details-fields.tsx';
import { BottomPicture, CarouselFields } from './carousel-fields.tsx';
import { EntranceFields } from './entrance-fields.tsx';
import styles from './live-setting.module.css';
import { type LiveSettingFields, toLiveSettingFields, toLiveSettingPayloads } from './live-setting-values.ts';
import { useLinkRule } from './use-link-rule.ts';

interface LiveSettingFormProps {
  readonly match: MatchDetails;
  readonly conf: LiveConf;
}

const LINKS = ['introLink', 'timingLink', 'albumLink'] as const;
const TOGGLES = ['comments', 'ranking'] as const;
const { shape } = liveConf;

/** What the public page of a match shows. */
export function LiveSettingForm({ match, conf }: LiveSettingFormProps) {
  const { t } = useTranslation('liveSetting');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const linkRule = useLinkRule();
  const [form] = Form.useForm<LiveSettingFields>();
  const { isTouched, touch, discard, save, isSaving } = useSaving({ match, conf });

  // Changes of other users appear unless this user has begun to change something.
  useEffect(() => {
    if (!isTouched) form.setFieldsValue(toLiveSettingFields(match, conf, timeZone));
  }, [form, match, conf, timeZone, isTouched]);

  return (
    <Form<LiveSettingFields>
      form={form}
      className={styles.form ?? ''}
      layout="vertical"
      validateTrigger="onBlur"
      scrollToFirstError={{ block: 'center', focus: true }}
      disabled={!match.abilities.edit}
      onValuesChange={touch}
      onFinish={() =>
        save(form.getFieldsValue(true), (error) =>
          showFieldError(form, error, { 'match-times': 'endTime' } as const, errorText(error, language)),
        )
      }
    >
      <section className={styles.section} aria-label={t('event')}>
        <h2>{t('event')}</h2>
        <NameAndTimes />
        <Form.Item
          name="title"
          label={t('titleLabel')}
          extra={t('titleHint')}
          rules={[fieldRule(shape.title, language)]}
        >
          <Input maxLength={LIMITS.liveTitle} placeholder={match.matchName} />
        </Form.Item>
        <Form.Item
          name="introduction"
          label={t('introduction')}
          rules={[fieldRule(shape.introduction, language)]}
        >
          <Input.TextArea
            maxLength={LIMITS.liveIntroduction}
            showCount
            autoSize={{ minRows: 3, maxRows: 12 }}
          />
        </Form.Item>
      </section>
      <section className={styles.section} aria-label={t('pictures')}>
        <h2>{t('pictures')}</h2>
        <CarouselFields matchId={match.matchId} onTouch={touch} />
        <BottomPicture matchId={match.matchId} onTouch={touch} />
      </section>
      <section className={styles.section} aria-label={t('links')}>
        <h2>{t('links')}</h2>
        {LINKS.map((name) => (
          <Form.Item key={name} name={name} label={t(name)} rules={[linkRule]}>
            <Input
              inputMode="url"
              maxLength={LIMITS.liveLink}
              placeholder="https://"
              spellCheck={false}
              autoCapitalize="none"
            />
          </Form.Item>
        ))}
      </section>
      <section className={styles.section} aria-label={t('viewers')}>
        <h2>{t('viewers')}</h2>
        {TOGGLES.map((name) => (
          <Form.Item key={name} name={name} label={t(name)} extra={t(`${name}Hint`)} valuePropName="checked">
            <Switch />
          </Form.Item>
        ))}
      </section>
      <section className={styles.section} aria-label={t('entrances')}>
        <h2>{t('entrances')}</h2>
        <EntranceFields match={match} />
      </section>
      {match.abilities.edit && (
        <footer className={styles.footer}>
          {isTouched && <Button onClick={discard}>{t('discard')}</Button>}
          <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isTouched}>
            {t('save')}
          </Button>
        </footer>
      )}
    </Form>
  );
}

/** Whether there is unsaved input, and what saves it: the details of the match first, then its page. */
function useSaving({ match, conf }: LiveSettingFormProps) {
  const { t } = useTranslation('liveSetting');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const [isTouched, setIsTouched] = useState(false);
  const updateMatch = useMatchChange('updateMatchMsg');
  const updateConf = useMatchChange('editLiveConf');
  useUnsavedPrompt(isTouched);

  /** @param showAtField shows an error at its field; false: it has none */
  async function save(fields: LiveSettingFields, showAtField: (error: unknown) => boolean): Promise<void> {
    const payloads = toLiveSettingPayloads(fields, match, conf, timeZone);
    if (payloads === null) return;
    const { matchId } = match;
    try {
      if (payloads.match !== null) await updateMatch.mutateAsync({ ...payloads.match, matchId });
      await updateConf.mutateAsync({ ...payloads.conf, matchId });
      setIsTouched(false);
      message.success(t('saved'));
    } catch (error) {
      if (!showAtField(error)) message.error(errorText(error, language));
    }
  }

  return {
    isTouched,
    touch: () => setIsTouched(true),
    discard: () => setIsTouched(false),
    save: (fields: LiveSettingFields, showAtField: (error: unknown) => boolean) =>
      void save(fields, showAtField),
    isSaving: updateMatch.isPending || updateConf.isPending,
  };
}
