import { IconKey, IconPlus, IconSend } from '@tabler/icons-react';
import type { Recipient } from '@wakeline/contract/delivery/recipients';
import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import { SettingsSection } from '../../parts/settings/setting.tsx';
import { errorText } from '../../service/error-text.ts';
import { useCopy } from '../../ui/copy.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ConfirmDialog, type ConfirmSubject } from './confirm-dialog.tsx';
import { PagedList } from './paged-list.tsx';
import { RecipientAddresses } from './recipient-addresses.tsx';
import { RecipientFormDrawer, type RecipientSubject } from './recipient-form.tsx';
import { useDeliveryChange, useRecipients } from './use-delivery.ts';

/** Recipients with the state of their addresses, test messages and the keys of webhooks. */
export function RecipientsSection() {
  const { t } = useTranslation('delivery');
  const language = useLanguage();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const copy = useCopy();
  const query = useRecipients();
  const remove = useDeliveryChange('removeRecipient');
  const test = useDeliveryChange('sendTestMessage');
  const [subject, setSubject] = useState<RecipientSubject | null>(null);
  const [confirming, setConfirming] = useState<ConfirmSubject | null>(null);
  const channels = query.data?.channels ?? [];

  function sendTest({ recipientId, recipientName: name }: Recipient, channel: DeliveryChannel): void {
    test.mutate(
      { recipientId, channel },
      {
        onSuccess: () => void message.success(t('recipients.tested', { name })),
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  function confirmRemoval({ recipientId, recipientName: name }: Recipient): void {
    confirm(
      {
        title: t('recipients.removeTitle', { name }),
        content: t('recipients.removeText'),
        okText: t('recipients.remove'),
        successText: t('recipients.removed', { name }),
      },
      () => remove.mutateAsync({ recipientId }),
    );
  }

  /** The channel of a test message: the first that works. */
  const testChannelOf = ({ addresses }: Recipient) =>
    addresses.find(({ channel, state }) => state === 'confirmed' && channels.includes(channel))?.channel;

  return (
    <SettingsSection
      title={t('recipients.title')}
      action={
        <Button
          size="small"
          icon={<IconPlus size={14} />}
          disabled={query.data === undefined}
          onClick={() => setSubject({ kind: 'add' })}
        >
          {t('recipients.add')}
        </Button>
      }
    >
      <QueryContent query={query}>
        {({ list }) => (
          <PagedList<Recipient>
            label={t('recipients.title')}
            rows={list}
            rowKey={({ recipientId }) => recipientId}
            empty={t('recipients.none')}
            actions={(recipient) => {
              const { recipientName: name, secret } = recipient;
              const testChannel = testChannelOf(recipient);
              return (
                <RecordActions
                  edit={{
                    label: t('recipients.edit', { name }),
                    onClick: () => setSubject({ kind: 'edit', recipient }),
                  }}
                  remove={{
                    label: t('recipients.removeOne', { name }),
                    onClick: () => confirmRemoval(recipient),
                  }}
                >
                  {secret !== null && (
                    <IconButton
                      label={t('recipients.secret', { name })}
                      icon={<IconKey size={18} stroke={1.75} />}
                      onClick={() => copy(secret, t('recipients.secretLabel'))}
                    />
                  )}
                  {testChannel !== undefined && (
                    <IconButton
                      label={t('recipients.testOf', { name })}
                      icon={<IconSend size={18} stroke={1.75} />}
                      onClick={() => sendTest(recipient, testChannel)}
                    />
                  )}
                </RecordActions>
              );
            }}
          >
            {(recipient) => (
              <>
                <strong title={recipient.recipientName}>{recipient.recipientName}</strong>
                <span>{t(`recipients.kind.${recipient.form.kind}`)}</span>
                <RecipientAddresses recipient={recipient} channels={channels} onConfirm={setConfirming} />
              </>
            )}
          </PagedList>
        )}
      </QueryContent>
      <RecipientFormDrawer
        subject={subject}
        users={query.data?.users ?? []}
        channels={channels}
        onClose={() => setSubject(null)}
      />
      <ConfirmDialog subject={confirming} onClose={() => setConfirming(null)} />
    </SettingsSection>
  );
}
