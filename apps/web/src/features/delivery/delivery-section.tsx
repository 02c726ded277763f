import { useTranslation } from 'react-i18next';
import styles from './delivery.module.css';
import { ForwardingSection } from './forwarding-section.tsx';
import { MessagesSection } from './messages-section.tsx';
import { RecipientsSection } from './recipients-section.tsx';
import { SubscriptionsSection } from './subscriptions-section.tsx';

/** Delivery of notices outside the console: recipients, subscriptions, messages; and forwarding. */
export function DeliverySection() {
  const { t } = useTranslation('delivery');
  return (
    <>
      <p className={styles.intro}>{t('intro')}</p>
      <RecipientsSection />
      <SubscriptionsSection />
      <MessagesSection />
      <ForwardingSection />
    </>
  );
}
