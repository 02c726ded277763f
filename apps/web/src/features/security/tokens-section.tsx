import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import styles from '../../parts/settings/record-list.module.css';
import { SettingsSection } from '../../parts/settings/setting.tsx';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { useNow } from '../../ui/use-now.ts';
import { type OwnToken, useInvalidateSecurity, useTokens } from './security-queries.ts';
import { TokenDialog } from './token-dialog.tsx';

/** Tokens for programs, which act in the user's name with at most the user's rights. */
export function TokensSection() {
  const { t } = useTranslation('security');
  const { t: tApp } = useTranslation('app');
  const { formatDateTime, formatRelativeTime } = useFormat();
  const language = useLanguage();
  const client = useClient();
  const { message, modal } = App.useApp();
  const tokens = useTokens();
  const invalidateSecurity = useInvalidateSecurity();
  const now = useNow(10_000);
  const [open, setOpen] = useState(false);
  const remove = useMutation({
    mutationFn: (tokenId: number) => client.call('deleteToken', { tokenId }),
    onSuccess: () => void message.success(t('tokens.deleted')),
    onError: (error) => void message.error(errorText(error, language)),
    onSettled: invalidateSecurity,
  });

  function confirmDelete({ tokenId, name }: OwnToken): void {
    modal.confirm({
      title: t('tokens.deleteTitle', { name }),
      content: t('tokens.deleteAsk'),
      okText: t('tokens.delete'),
      okButtonProps: { danger: true },
      onOk: () => remove.mutate(tokenId),
    });
  }

  return (
    <SettingsSection
      title={t('tokens.title')}
      description={t('tokens.about')}
      action={
        <Button size="small" onClick={() => setOpen(true)}>
          {t('tokens.create')}
        </Button>
      }
    >
      <QueryContent query={tokens}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={styles.empty}>{t('tokens.none')}</p>
          ) : (
            <ul className={styles.list} aria-label={t('tokens.title')}>
              {list.map((token) => (
                <li key={token.tokenId}>
                  <div className={styles.text}>
                    <strong title={token.name}>{token.name}</strong>
                    <span>
                      {tApp(`permission.${token.permission}`)} ·{' '}
                      {t('tokens.roles', { count: token.roles.length })}
                      {' · '}
                      {t(token.expireTime <= now ? 'tokens.expired' : 'tokens.until', {
                        time: formatDateTime(token.expireTime),
                      })}
                    </span>
                    <span>
                      {token.lastUsedTime === null
                        ? t('tokens.unused')
                        : t('tokens.used', { ago: formatRelativeTime(token.lastUsedTime, now) })}
                    </span>
                  </div>
                  <Button
                    size="small"
                    danger
                    aria-label={t('tokens.deleteTitle', { name: token.name })}
                    onClick={() => confirmDelete(token)}
                  >
                    {t('tokens.delete')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
      <TokenDialog
        open={open}
        onClose={() => {
          setOpen(false);
          void invalidateSecurity();
        }}
      />
    </SettingsSection>
  );
}
