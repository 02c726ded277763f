import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from '../../parts/settings/record-list.module.css';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { useInvalidateSecurity } from './security-queries.ts';

/** The number of the user's open share links, which stay valid after a session ends, with a button to revoke them. */
export function OpenLinks({ count }: { readonly count: number }) {
  const { t } = useTranslation('security');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const { message, modal } = App.useApp();
  const invalidateSecurity = useInvalidateSecurity();
  const revoke = useMutation({
    mutationFn: () => client.call('withdrawOwnShareLinks', {}),
    onSuccess: ({ withdrawn }) => void message.success(t('links.withdrawn', { count: withdrawn })),
    onError: (error) => void message.error(errorText(error, language)),
    onSettled: () =>
      Promise.all([
        invalidateSecurity(),
        queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'shares'] }),
      ]),
  });
  return (
    <ul className={styles.list} aria-label={t('links.title')}>
      <li>
        <div className={styles.text}>
          <strong>{t('links.open', { count })}</strong>
          <span>{t('links.about')}</span>
        </div>
        <Button
          size="small"
          danger
          loading={revoke.isPending}
          onClick={() =>
            modal.confirm({
              title: t('links.withdraw'),
              content: t('links.ask'),
              okText: t('links.withdraw'),
              okButtonProps: { danger: true },
              onOk: () => revoke.mutate(),
            })
          }
        >
          {t('links.withdraw')}
        </Button>
      </li>
    </ul>
  );
}
