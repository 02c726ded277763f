import type { ConfirmedChannel, Recipient } from '@wakeline/contract/delivery/recipients';
import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ConfirmSubject } from './confirm-dialog.tsx';
import styles from './delivery.module.css';

interface RecipientAddressesProps {
  readonly recipient: Recipient;
  /** The channels of the server. */
  readonly channels: readonly DeliveryChannel[];
  readonly onConfirm: (subject: ConfirmSubject) => void;
}

/** The addresses of a recipient with their state, and buttons that confirm them. */
export function RecipientAddresses({ recipient, channels, onConfirm }: RecipientAddressesProps) {
  const { t } = useTranslation('delivery');
  const { form, recipientName: name, recipientId } = recipient;
  if (form.kind === 'webhook') return <span>{form.url}</span>;
  const addresses: readonly (readonly [ConfirmedChannel, string | null])[] = [
    ['email', form.email],
    ['sms', form.phone],
  ];
  return addresses.map(([channel, address]) => {
    const state = recipient.addresses.find((one) => one.channel === channel)?.state;
    if (address === null || state === undefined) return null;
    return (
      <span key={channel} className={styles.address}>
        {address} · {t(`recipients.${state}`)}
        {state !== 'confirmed' && channels.includes(channel) && (
          <Button
            type="link"
            size="small"
            aria-label={t('recipients.confirmOf', { name, channel: t(`channel.${channel}`) })}
            onClick={() => onConfirm({ recipientId, name, channel, address })}
          >
            {t('recipients.confirm')}
          </Button>
        )}
      </span>
    );
  });
}
