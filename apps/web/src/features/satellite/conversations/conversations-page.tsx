import { IconPlus } from '@tabler/icons-react';
import { Button, Empty } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { usePhone } from '../../../ui/media.ts';
import { useMessageSteps } from '../messages/use-messages.ts';
import { SatelliteScreen } from '../satellite-screen.tsx';
import { useMarkSeen } from '../unread/use-unread.ts';
import { useSatellitePage } from '../use-satellite-page.ts';
import { Chat } from './chat.tsx';
import { ConversationList } from './conversation-list.tsx';
import styles from './conversations.module.css';
import { NewMessage } from './new-message.tsx';

/** Value of `to` in the address while a new message is written. */
const NEW = 'new';

/** Messages by terminal, and the form that sends new ones. The address contains the terminal. */
export function ConversationsPage() {
  const { t } = useTranslation('satelliteMessages');
  const { search, setSearch, buildUrl } = useSatellitePage();
  const navigate = useNavigate();
  const phone = usePhone();
  useMarkSeen();
  const terminal = parseId(search.get('terminal'));
  const messageId = terminal === null ? parseId(search.get('message')) : null;
  useConversationOf(messageId, (bdUserId) =>
    navigate(buildUrl('sendMessage', { terminal: String(bdUserId) }), { replace: true }),
  );
  const isNew = terminal === null && search.get('to') === NEW;
  const isListVisible = !phone || (terminal === null && !isNew);
  // On a phone the conversation replaces the list, and the browser leads back to it.
  const open = (bdUserId: number) => navigate(buildUrl('sendMessage', { terminal: String(bdUserId) }));
  const close = () => setSearch(() => ({}));

  return (
    <SatelliteScreen
      tab="sendMessage"
      fill
      action={
        <Button
          type="primary"
          icon={<IconPlus size={16} />}
          onClick={() => navigate(buildUrl('sendMessage', { to: NEW }))}
        >
          {t('chats.new')}
        </Button>
      }
    >
      <div className={styles.page}>
        {isListVisible && <ConversationList selected={terminal} onSelect={open} />}
        {terminal !== null && <Chat key={terminal} bdUserId={terminal} onClose={close} />}
        {isNew && <NewMessage onClose={close} onSent={open} />}
        {terminal === null && !isNew && !phone && (
          <Empty
            className={styles.choose ?? ''}
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={t('chats.choose')}
          />
        )}
      </div>
    </SatelliteScreen>
  );
}

/** Opens the conversation of a message, as the links of notices need it. */
function useConversationOf(messageId: number | null, onFound: (bdUserId: number) => void): void {
  const bdUserId = useMessageSteps(messageId).data?.message.bdUserId ?? null;
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => {
    if (messageId !== null && bdUserId !== null) found.current(bdUserId);
  }, [messageId, bdUserId]);
}

function parseId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
