import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Share } from '@wakeline/contract/shares';
import { App, Button, Skeleton, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES, useSession } from '../../service/session.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './share-links.module.css';

const KEY = [USER_QUERIES, 'shares'] as const;
const TAGS = { open: 'success', expired: 'default', withdrawn: 'default' } as const;

/** The share links that the user can see, newest first, with a button to revoke open ones. */
export function ShareLinks() {
  const { t } = useTranslation('shares');
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { message, modal } = App.useApp();
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('queryShareLinks', {}, { signal }),
  });
  const revoke = useMutation({
    mutationFn: (shareId: number) => client.call('withdrawShareLink', { shareId }),
    onSuccess: () => void message.success(t('links.withdrawnSaid')),
    onError: (error) => void message.error(errorText(error, language)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });

  function confirmRevoke({ shareId, shareName }: Share): void {
    modal.confirm({
      title: t('links.withdrawTitle', { name: shareName }),
      content: t('links.withdrawAsk'),
      okText: t('links.withdraw'),
      okButtonProps: { danger: true },
      onOk: () => revoke.mutate(shareId),
    });
  }

  if (data === undefined) {
    return isError ? (
      <p role="alert" className={styles.empty}>
        {t('links.failed')}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {t('again')}
        </Button>
      </p>
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 2 }} />
    );
  }
  if (data.total === 0) return <p className={styles.empty}>{t('links.none')}</p>;
  return (
    <ul className={styles.links} aria-label={t('links.title')}>
      {data.list.map((share) => (
        <LinkRow key={share.shareId} share={share} onRevoke={() => confirmRevoke(share)} />
      ))}
    </ul>
  );
}

function LinkRow({ share, onRevoke }: { readonly share: Share; readonly onRevoke: () => void }) {
  const { t } = useTranslation('shares');
  const { formatDateTime, formatRelativeTime } = useFormat();
  const { username } = useSession();
  const now = useNow(10_000);
  const names =
    share.screen === null
      ? share.trackerNames.join(', ')
      : t(share.screen.hideNames ? 'links.screenWithoutNames' : 'links.screen', {
          name: share.screen.screenName,
        });
  return (
    <li>
      <div className={styles.text}>
        <strong title={share.shareName}>{share.shareName}</strong>
        <span title={names}>{names === '' ? t('links.gone') : names}</span>
        {share.screen === null && (
          <span>
            {share.replay === null
              ? t('links.present')
              : t('links.replay', {
                  from: formatDateTime(share.replay.startTime),
                  to: formatDateTime(share.replay.endTime),
                })}
          </span>
        )}
        <span>
          <Tag color={TAGS[share.state]} variant="filled">
            {t(`links.${share.state}`)}
          </Tag>
          {share.state === 'open' && t('links.until', { time: formatDateTime(share.expireTime) })}
        </span>
        <span>
          {share.lastOpenTime === null
            ? t('links.unopened')
            : t('links.opened', { ago: formatRelativeTime(share.lastOpenTime, now) })}
          {share.owner !== username && ` · ${t('links.by', { owner: share.owner })}`}
        </span>
      </div>
      {share.abilities.withdraw && (
        <Button
          size="small"
          danger
          aria-label={t('links.withdrawTitle', { name: share.shareName })}
          onClick={onRevoke}
        >
          {t('links.withdraw')}
        </Button>
      )}
    </li>
  );
}
