import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { App, Button, Form } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { showFieldError } from '../../../parts/forms/field-error.ts';
import { useUnsavedPrompt } from '../../../parts/forms/use-unsaved-prompt.ts';
import { useMatchChange } from '../../../parts/matches/use-matches.ts';
import { errorText } from '../../../service/error-text.ts';
import { DetailsFields } from '../details-fields.tsx';
import { MATCH_ERROR_FIELDS, type MatchFields, toMatchFields, toMatchForm } from '../match-values.ts';
import styles from '../matches.module.css';

/** Name, place, times and maps of a match. */
export function DetailsForm({ match }: { readonly match: MatchDetails }) {
  const { t } = useTranslation('matches');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { timeZone } = useFormat();
  const { message } = App.useApp();
  const [form] = Form.useForm<MatchFields>();
  const [isTouched, setIsTouched] = useState(false);
  const update = useMatchChange('updateMatchMsg');
  useUnsavedPrompt(isTouched);

  // Changes of other users appear unless this user has begun to change something.
  useEffect(() => {
    if (!isTouched) form.setFieldsValue(toMatchFields(match, timeZone, serverNow()));
  }, [form, match, timeZone, isTouched]);

  function submit(fields: MatchFields): void {
    const payload = toMatchForm(fields, timeZone);
    if (payload === null) return;
    update.mutate(
      { ...payload, matchId: match.matchId },
      {
        onSuccess() {
          setIsTouched(false);
          message.success(t('saved'));
        },
        onError(error) {
          const text = errorText(error, language);
          if (!showFieldError(form, error, MATCH_ERROR_FIELDS, text)) message.error(text);
        },
      },
    );
  }

  return (
    <Form<MatchFields>
      form={form}
      className={styles.form ?? ''}
      layout="vertical"
      validateTrigger="onBlur"
      disabled={!match.abilities.edit}
      onValuesChange={() => setIsTouched(true)}
      onFinish={submit}
    >
      <DetailsFields />
      {match.abilities.edit && (
        <span className={styles.buttons}>
          <Button type="primary" htmlType="submit" loading={update.isPending} disabled={!isTouched}>
            {tApp('action.save')}
          </Button>
          {isTouched && <Button onClick={() => setIsTouched(false)}>{t('discard')}</Button>}
        </span>
      )}
    </Form>
  );
}
