import type { AlarmStepRecord } from '@wakeline/contract/entities/alarm';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './alarms.module.css';
import { useAlarmStep } from './use-alarm.ts';

interface AlarmHistoryProps {
  readonly messageId: number;
  readonly steps: readonly AlarmStepRecord[];
  readonly canComment: boolean;
}

/** The steps that were taken with an alarm, oldest first, and a field for a comment. */
export function AlarmHistory({ messageId, steps, canComment }: AlarmHistoryProps) {
  const { t } = useTranslation('notices');
  return (
    <section aria-label={t('handling.history')}>
      {steps.length === 0 ? (
        <p>{t('handling.noSteps')}</p>
      ) : (
        <ol className={styles.history}>
          {steps.map(({ stepId, step, account, timeStr, reason, comment }) => (
            <li key={stepId}>
              <header>
                <strong>{t(`handling.stepBy.${step}`, { account })}</strong>
                <time>{timeStr}</time>
              </header>
              {reason !== null && <p>{t(`handling.reason.${reason}`)}</p>}
              {comment !== '' && <p>{comment}</p>}
            </li>
          ))}
        </ol>
      )}
      {canComment && <CommentField messageId={messageId} />}
    </section>
  );
}

function CommentField({ messageId }: { readonly messageId: number }) {
  const { t } = useTranslation('notices');
  const [text, setText] = useState('');
  const { take, pending } = useAlarmStep(messageId);
  const comment = text.trim();
  return (
    <div className={styles.comment}>
      <Input.TextArea
        aria-label={t('handling.comment')}
        placeholder={t('handling.comment')}
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={LIMITS.note}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        disabled={comment === ''}
        loading={pending}
        onClick={() => take({ step: 'comment', comment }, () => setText(''))}
      >
        {t('handling.addComment')}
      </Button>
    </div>
  );
}
