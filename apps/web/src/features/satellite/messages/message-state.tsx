import {
  IconCheck,
  IconChecks,
  IconCircleX,
  IconClockHour4,
  IconClockX,
  IconInbox,
  IconServerBolt,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react';
import type { MessageState } from '@wakeline/domain/satellite/message-states';
import styles from './messages.module.css';
import { useMessageTexts } from './use-message-texts.ts';

const ICONS: Readonly<Record<MessageState, TablerIcon>> = {
  received: IconInbox,
  waiting: IconClockHour4,
  submitted: IconUpload,
  accepted: IconServerBolt,
  sent: IconCheck,
  delivered: IconChecks,
  failed: IconCircleX,
  expired: IconClockX,
};

/** The state of a message as an icon with its word as accessible name. */
export function MessageStateIcon({ state }: { readonly state: MessageState }) {
  const texts = useMessageTexts();
  const Icon = ICONS[state];
  const name = texts.states[state];
  return (
    <span className={styles.state} data-state={state} title={name}>
      <Icon size={14} stroke={1.75} role="img" aria-label={name} />
    </span>
  );
}

/** The state of a message: shape, color and word. */
export function MessageStateTag({ state }: { readonly state: MessageState }) {
  const texts = useMessageTexts();
  const Icon = ICONS[state];
  return (
    <span className={styles.state} data-state={state}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {texts.states[state]}
    </span>
  );
}
