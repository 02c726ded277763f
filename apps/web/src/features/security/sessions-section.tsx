import { useMutation } from '@tanstack/react-query';
import { App, Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import styles from '../../parts/settings/record-list.module.css';
import { SettingsSection } from '../../parts/settings/setting.tsx';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { useNow } from '../../ui/use-now.ts';
import { deviceName } from './device-name.ts';
import { OpenLinks } from './open-links.tsx';
import { type OwnSession, useInvalidateSecurity, useSessions } from './security-queries.ts';

/** The user's sessions, each with a button to end it. */
export function SessionsSection() {
  const { t } = useTranslation('security');
  const { formatDateTime, formatRelativeTime } = useFormat();
  const language = useLanguage();
  const client = useClient();
  const { message, modal } = App.useApp();
  const sessions = useSessions();
  const invalidateSecurity = useInvalidateSecurity();
  const now = useNow(10_000);
  const end = useMutation({
    mutationFn: (sessionId: number | null) =>
      client.call('endSession', sessionId === null ? {} : { sessionId }),
    onSuccess: () => void message.success(t('sessions.ended')),
    onError: (error) => void message.error(errorText(error, language)),
    onSettled: invalidateSecurity,
  });
  const nameOf = ({ userAgent }: OwnSession) => deviceName(userAgent) ?? t('sessions.unknown');

  return (
    <SettingsSection
      title={t('sessions.title')}
      description={t('sessions.about')}
      action={
        (sessions.data?.list.length ?? 0) > 1 && (
          <Button
            size="small"
            danger
            onClick={() =>
              modal.confirm({
                title: t('sessions.endOthers'),
                content: t('sessions.endOthersAsk'),
                okText: t('sessions.endOthers'),
                okButtonProps: { danger: true },
                onOk: () => end.mutate(null),
              })
            }
          >
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      <QueryContent query={sessions}>
        {({ list, openLinks, abilities }) => (
          <>
            <ul className={styles.list} aria-label={t('sessions.title')}>
              {list.map((session) => (
                <li key={session.sessionId}>
                  <div className={styles.text}>
                    <strong title={session.userAgent}>{nameOf(session)}</strong>
                    <span>
                      {t('sessions.since', { time: formatDateTime(session.createTime) })} · {session.address}
                    </span>
                    <span title={formatDateTime(session.lastSeenTime)}>
                      {t('sessions.seen', { ago: formatRelativeTime(session.lastSeenTime, now) })}
                    </span>
                  </div>
                  {session.current ? (
                    <Tag color="processing">{t('sessions.current')}</Tag>
                  ) : (
                    <Button
                      size="small"
                      aria-label={t('sessions.endFor', { name: nameOf(session) })}
                      loading={end.isPending && end.variables === session.sessionId}
                      onClick={() => end.mutate(session.sessionId)}
                    >
                      {t('sessions.end')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {openLinks > 0 && abilities.withdrawLinks && <OpenLinks count={openLinks} />}
          </>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
