import { IconSpeakerphone } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { sendSysComment } from '@wakeline/contract/live-events/comments';
import { App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useMatch } from '../../../parts/matches/use-matches.ts';
import { errorText } from '../../../service/error-text.ts';
import { fieldRule } from '../../../service/field-rule.ts';
import { createRequestKey } from '../../../service/request-key.ts';
import styles from '../live-events.module.css';
import { useLiveEventChange } from '../use-live-event.ts';

interface Fields {
  readonly text: string;
}

/** Sends an announcement to all viewers. */
export function AnnouncementCard({ matchId }: { readonly matchId: number }) {
  const { t } = useTranslation('liveHolder');
  const language = useLanguage();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const canEdit = useMatch(matchId).data?.abilities.edit === true;
  const send = useLiveEventChange('sendSysComment');
  // The same until it is stored: a repeated request then has no second effect.
  const [clientKey, setClientKey] = useState(createRequestKey);
  if (!canEdit) return null;

  function submit({ text }: Fields): void {
    send.mutate(
      { matchId, clientKey, text },
      {
        onSuccess() {
          message.success(t('announcement.sent'));
          form.resetFields();
          setClientKey(createRequestKey());
        },
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  return (
    <section className={styles.card} aria-label={t('announcement.title')}>
      <header>
        <h2>{t('announcement.title')}</h2>
      </header>
      <Form<Fields> form={form} className={styles.form ?? ''} validateTrigger="onSubmit" onFinish={submit}>
        <Form.Item name="text" noStyle rules={[fieldRule(sendSysComment.payload.shape.text, language)]}>
          <Input.TextArea
            aria-label={t('announcement.text')}
            placeholder={t('announcement.text')}
            maxLength={LIMITS.commentText}
            autoSize={{ minRows: 2, maxRows: 4 }}
            onPressEnter={(event) => {
              // It is one line of text.
              event.preventDefault();
              form.submit();
            }}
          />
        </Form.Item>
        <div className={styles.submit}>
          <p className={styles.hint}>{t('announcement.hint')}</p>
          <Button
            type="primary"
            htmlType="submit"
            icon={<IconSpeakerphone size={16} />}
            loading={send.isPending}
          >
            {t('announcement.send')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
