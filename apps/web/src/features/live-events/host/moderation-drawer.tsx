import { LIMITS } from '@wakeline/contract/limits';
import type { Mute } from '@wakeline/contract/live-events/moderation';
import { App, Button, Drawer, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { QueryContent } from '../../../parts/settings/query-content.tsx';
import { errorText } from '../../../service/error-text.ts';
import styles from '../live-events.module.css';
import { useLiveEventChange, useLiveEventQuery } from '../use-live-event.ts';
import { parseWords } from './parse-words.ts';

interface ModerationDrawerProps {
  readonly matchId: number;
  readonly open: boolean;
  readonly canEdit: boolean;
  readonly onClose: () => void;
}

/** Refused words and muted viewers of a live event. */
export function ModerationDrawer({ matchId, open, canEdit, onClose }: ModerationDrawerProps) {
  const { t } = useTranslation('liveHolder');
  const query = useLiveEventQuery('queryLiveModeration', { matchId });
  return (
    <Drawer open={open} onClose={onClose} title={t('moderation.title')} size={420} destroyOnHidden>
      <QueryContent query={query}>
        {({ words, mutes }) => (
          <>
            <Words key={words.join('\n')} matchId={matchId} words={words} canEdit={canEdit} />
            <section className={styles.section}>
              <header>
                <h2>{t('moderation.mutes')}</h2>
              </header>
              {mutes.length === 0 && <p className={styles.hint}>{t('moderation.noMutes')}</p>}
              <ul className={styles.list}>
                {mutes.map((mute) => (
                  <MutedViewer key={mute.muteId} matchId={matchId} mute={mute} canEdit={canEdit} />
                ))}
              </ul>
            </section>
          </>
        )}
      </QueryContent>
    </Drawer>
  );
}

interface WordsProps {
  readonly matchId: number;
  readonly words: readonly string[];
  readonly canEdit: boolean;
}

function Words({ matchId, words, canEdit }: WordsProps) {
  const { t } = useTranslation('liveHolder');
  const language = useLanguage();
  const { message } = App.useApp();
  const save = useLiveEventChange('saveLiveModeration');
  const [text, setText] = useState(words.join('\n'));
  const parsed = parseWords(text);
  const problem =
    parsed.length > LIMITS.moderatedWords
      ? t('moderation.tooMany', { count: LIMITS.moderatedWords })
      : parsed.some((word) => [...word].length > LIMITS.moderatedWord)
        ? t('moderation.tooLong', { count: LIMITS.moderatedWord })
        : null;
  async function submit(): Promise<void> {
    try {
      // Not with callbacks: the saved words replace this field.
      await save.mutateAsync({ matchId, words: parsed });
      message.success(t('moderation.saved'));
    } catch (error) {
      message.error(errorText(error, language));
    }
  }
  return (
    <section className={styles.section}>
      <header>
        <h2>{t('moderation.words')}</h2>
      </header>
      <div className={styles.form}>
        <Input.TextArea
          aria-label={t('moderation.words')}
          placeholder={t('moderation.placeholder')}
          autoSize={{ minRows: 4, maxRows: 12 }}
          readOnly={!canEdit}
          status={problem === null ? '' : 'error'}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className={styles.submit}>
          <p className={styles.hint} role={problem === null ? undefined : 'alert'}>
            {problem ?? t('moderation.hint')}
          </p>
          {canEdit && (
            <Button
              type="primary"
              disabled={problem !== null || parsed.join('\n') === words.join('\n')}
              loading={save.isPending}
              onClick={() => void submit()}
            >
              {t('moderation.save')}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

interface MutedViewerProps {
  readonly matchId: number;
  readonly mute: Mute;
  readonly canEdit: boolean;
}

function MutedViewer({ matchId, mute, canEdit }: MutedViewerProps) {
  const { t } = useTranslation('liveHolder');
  const language = useLanguage();
  const { message } = App.useApp();
  const { formatDateTime } = useFormat();
  const unmute = useLiveEventChange('unmuteViewer');
  const { muteId, kind, name, createTime, userName } = mute;
  return (
    <li>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.muted}>
          {t(`moderation.kind.${kind}`)} · {formatDateTime(createTime)} · {userName}
        </span>
      </span>
      {canEdit && (
        <Button
          size="small"
          loading={unmute.isPending}
          onClick={() =>
            unmute.mutate(
              { matchId, muteId },
              { onError: (error) => void message.error(errorText(error, language)) },
            )
          }
        >
          {t('moderation.unmute')}
        </Button>
      )}
    </li>
  );
}
