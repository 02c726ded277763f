import { IconHeart, IconSpeakerphone } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { LiveComment } from '@wakeline/contract/live-events/comments';
import type { EventTalk } from '@wakeline/contract/live-events/event-talk';
import { Button, Empty, Input } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { createRequestKey } from '../../../service/request-key.ts';
import { useLocalStorage } from '../../../ui/local-storage.ts';
import { viewerKey } from '../poll-event.ts';
import styles from './talk.module.css';

interface CommentsProps {
  readonly code: string;
  readonly talk: EventTalk | undefined;
  readonly refresh: () => void;
  /** Whether viewers can comment now. */
  readonly isOpen: boolean;
}

/** The comments of viewers and announcements of the host, the newest first, with a form for an own one. */
export function Comments({ code, talk, refresh, isOpen }: CommentsProps) {
  const { t } = useTranslation('event');
  const comments = (talk?.comments ?? []).toReversed();
  const announcement = talk?.announcement ?? null;
  return (
    <div className={styles.talk}>
      {announcement !== null && (
        <p className={styles.announcement}>
          <IconSpeakerphone size={16} aria-hidden /> {announcement.text}
        </p>
      )}
      {isOpen ? <CommentForm code={code} onSent={refresh} /> : <p>{t('talk.closed')}</p>}
      {comments.length === 0 && talk !== undefined && <Empty description={t('talk.none')} />}
      <ol className={styles.comments} aria-label={t('tabs.comments')}>
        {comments.map((comment) => (
          <Comment key={comment.number} code={code} comment={comment} isOpen={isOpen} onLiked={refresh} />
        ))}
      </ol>
    </div>
  );
}

function CommentForm({ code, onSent }: { readonly code: string; readonly onSent: () => void }) {
  const { t } = useTranslation('event');
  const language = useLanguage();
  const client = useClient();
  const [name, setName] = useViewerName();
  const [text, setText] = useState('');
  // A request that is repeated after a failure has the same key, so that the comment is stored once.
  const key = useRef(createRequestKey());
  const send = useMutation({
    mutationFn: () =>
      client.call('sendComment', { code, clientKey: key.current, viewerKey: viewerKey(), name, text }),
    onSuccess() {
      key.current = createRequestKey();
      setText('');
      onSent();
    },
  });
  const isComplete = name.trim() !== '' && text.trim() !== '';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !send.isPending) send.mutate();
      }}
    >
      <Input
        aria-label={t('talk.name')}
        placeholder={t('talk.name')}
        value={name}
        maxLength={LIMITS.viewerName}
        onChange={({ target }) => setName(target.value)}
      />
      <Input
        aria-label={t('talk.text')}
        placeholder={t('talk.text')}
        value={text}
        maxLength={LIMITS.commentText}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="primary" htmlType="submit" disabled={!isComplete} loading={send.isPending}>
        {t('talk.send')}
      </Button>
      {send.error !== null && (
        <p role="alert" className={styles.failure}>
          {errorText(send.error, language)}
        </p>
      )}
    </form>
  );
}

interface CommentProps {
  readonly code: string;
  readonly comment: LiveComment;
  readonly isOpen: boolean;
  readonly onLiked: () => void;
}

function Comment({ code, comment, isOpen, onLiked }: CommentProps) {
  const { t } = useTranslation('event');
  const client = useClient();
  const { formatTimeOfDay } = useFormat();
  const { number, name, text, likes, time, kind } = comment;
  const like = useMutation({
    mutationFn: () => client.call('likeComment', { code, viewerKey: viewerKey(), number }),
    onSuccess: onLiked,
  });
  const count = like.data?.likes ?? likes;
  return (
    <li className={kind === 'system' ? (styles.system ?? '') : ''}>
      <p>
        <strong>{kind === 'system' ? t('talk.host') : name}</strong>
        <small>{formatTimeOfDay(time)}</small>
      </p>
      <p>{text}</p>
      {kind === 'viewer' && (
        <Button
          type="text"
          size="small"
          icon={<IconHeart size={14} />}
          disabled={!isOpen || like.isSuccess}
          loading={like.isPending}
          aria-label={t('talk.like', { name })}
          onClick={() => like.mutate()}
        >
          {count > 0 && count}
        </Button>
      )}
    </li>
  );
}

/** The name under which this browser comments and gives. */
export function useViewerName() {
  return useLocalStorage<string>('viewerName', '', (value) => (typeof value === 'string' ? value : ''));
}
