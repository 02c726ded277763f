import { IconArrowLeft, IconMap, IconMapOff } from '@tabler/icons-react';
import type { TerminalPlane } from '@wakeline/contract/satellite/planes';
import type { BdSendLimit } from '@wakeline/contract/satellite/send-limits';
import { Button, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { createLazyComponent } from '../../../service/lazy-component.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { parseBoolean, useLocalStorage } from '../../../ui/local-storage.ts';
import { usePhone } from '../../../ui/media.ts';
import { MessageDetails } from '../messages/message-details.tsx';
import { useMessagePages } from '../messages/use-messages.ts';
import { useSendLimits } from '../messages/use-send-limits.ts';
import { ChatMessages } from './chat-messages.tsx';
import { Composer } from './composer.tsx';
import styles from './conversations.module.css';
import { type FocusedPlace, hasPlace } from './has-place.ts';
import { PlaneStrip } from './plane-strip.tsx';
import { TerminalName } from './terminal-name.tsx';
import { useTerminalPlanes } from './use-terminal-planes.ts';

const PAGE_SIZE = 50;

/** Loaded when a message has a position. */
const MessageMap = createLazyComponent(async () => ({
  default: (await import('./message-map.tsx')).MessageMap,
}));

interface ChatProps {
  readonly bdUserId: number;
  readonly onClose: () => void;
}

/** The messages of one terminal, their positions, and the form that sends to it. */
export function Chat({ bdUserId, onClose }: ChatProps) {
  const { t } = useTranslation('satelliteMessages');
  const { t: tApp } = useTranslation('app');
  const phone = usePhone();
  const query = useMessagePages('queryEobBdMsgs', { bdUserId }, { pageSize: PAGE_SIZE, keepPrevious: false });
  const { messages, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { failure, onRetry } = useListFailure(query);
  const { terminals, abilities, quota } = useSendLimits([bdUserId]);
  const [terminal] = terminals;
  const plane = useTerminalPlanes([bdUserId]).get(bdUserId);
  const [openId, setOpenId] = useState<number | null>(null);
  const [focused, setFocused] = useState<FocusedPlace | null>(null);
  const [isMapVisible, setMapVisible] = useLocalStorage('satelliteMap', true, parseBoolean);
  // A phone has no room for both, so the map opens on request.
  const [isPhoneMapVisible, setPhoneMapVisible] = useState(false);
  const isMapOpen = phone ? isPhoneMapVisible : isMapVisible;
  const setMapOpen = phone ? setPhoneMapVisible : setMapVisible;
  // The position of a message from another terminal is where that one was.
  const placed = messages?.filter((message) => message.bdUserId === bdUserId).filter(hasPlace) ?? [];

  function showPlace(messageId: number): void {
    setMapOpen(true);
    setFocused({ messageId });
  }

  return (
    <>
      <section className={styles.chat} aria-label={t('chats.messages', { name: terminal?.bdUserName ?? '' })}>
        <ChatHead terminal={terminal} plane={plane} onClose={onClose}>
          {placed.length > 0 && (
            <IconButton
              label={t(isMapOpen ? 'chats.hideMap' : 'chats.showMap')}
              icon={isMapOpen ? <IconMapOff size={18} stroke={1.75} /> : <IconMap size={18} stroke={1.75} />}
              onClick={() => setMapOpen(!isMapOpen)}
            />
          )}
        </ChatHead>
        {plane !== undefined && <PlaneStrip plane={plane} />}
        {messages === undefined && failure === null && (
          <div className={styles.messages}>
            <Skeleton className={styles.pad ?? ''} active title={false} paragraph={{ rows: 8 }} />
          </div>
        )}
        {messages === undefined && failure !== null && (
          <div className={styles.failure} role="alert">
            <p>{failure}</p>
            {onRetry !== null && <Button onClick={onRetry}>{tApp('action.retry')}</Button>}
          </div>
        )}
        {messages !== undefined && (
          <ChatMessages
            bdUserId={bdUserId}
            messages={messages}
            older={
              hasNextPage && (
                <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {t('chats.older')}
                </Button>
              )
            }
            onDetails={setOpenId}
            onShowPlace={showPlace}
          />
        )}
        {terminal !== undefined && abilities?.send && (
          <Composer
            draftKey={String(bdUserId)}
            terminals={terminals}
            receiverIds={[bdUserId]}
            quota={quota}
            canUrgent={abilities.urgent}
            plane={plane}
            onSent={() => undefined}
          />
        )}
      </section>
      {placed.length > 0 && isMapOpen && (
        <MessageMap messages={placed} focused={focused} onFocus={(messageId) => setFocused({ messageId })} />
      )}
      <MessageDetails messageId={openId} onClose={() => setOpenId(null)} />
    </>
  );
}

interface ChatHeadProps {
  /** Undefined while it is loaded. */
  readonly terminal: BdSendLimit | undefined;
  /** Undefined: the terminal is not on a plane. */
  readonly plane: TerminalPlane | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function ChatHead({ terminal, plane, onClose, children }: ChatHeadProps) {
  const { t } = useTranslation('satelliteMessages');
  const { t: tAccounts } = useTranslation('satellite');
  const phone = usePhone();
  return (
    <header className={styles.head}>
      {phone && <IconButton label={t('chats.back')} icon={<IconArrowLeft size={18} />} onClick={onClose} />}
      {terminal !== undefined && (
        <div className={styles.who}>
          <h2>
            <TerminalName name={terminal.bdUserName} plane={plane} />
          </h2>
          <small>
            {tAccounts(`networkName.${terminal.network}`)} {terminal.cardNumber}
            {terminal.trackerName !== null && ` · ${terminal.trackerName}`}
            {terminal.waiting > 0 && ` · ${t('send.waiting', { count: terminal.waiting })}`}
          </small>
        </div>
      )}
      {children}
    </header>
  );
}
