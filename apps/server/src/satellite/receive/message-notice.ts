import { appendNotices } from '../../db/account-log.ts';
import type { Tx } from '../../db/database.ts';
import type { CommunicationAccountRow } from '../accounts.ts';
import type { TerminalMessage } from './terminal-message.ts';

/** Characters of the text in a notice. */
const MAX_TEXT = 200;

/** Appends the notice about a message to the log of the device that carries the terminal, if one does. */
export async function appendMessageNotice(
  tx: Tx,
  { account_id: accountId, tracker_id: trackerId }: CommunicationAccountRow,
  messageId: number,
  text: string,
  { position, receivedAt, writtenAt }: TerminalMessage,
): Promise<void> {
  if (trackerId === null) return;
  const notice = {
    noticeType: 'BDNOTICE',
    time: writtenAt ?? receivedAt,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    battery: null,
    speed: null,
    satelliteMessage: { messageId, text: [...text].slice(0, MAX_TEXT).join('') },
  } as const;
  await appendNotices(tx, [{ accountId, trackerId, notice }], receivedAt);
}
