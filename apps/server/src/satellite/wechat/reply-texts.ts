import type { Language } from '@wakeline/contract/entities/user-config';
import type { PeerOutcome } from '../receive/receive-from-peer.ts';
import type { Binding } from './bind-user.ts';

/** What became of what a WeChat user sent. */
export type WechatOutcome = PeerOutcome['outcome'] | Binding['outcome'] | 'unsupported';

type Refused = Exclude<WechatOutcome, 'stored' | 'duplicate'>;

/** Failures that a user can do something about; all others are `failed`. */
const TEXTS: Readonly<Record<Language, Readonly<Partial<Record<Refused, string>> & { failed: string }>>> = {
  zh_CN: {
    bound: '绑定成功。直接回复即可发送给最近来信的终端，或发送“卡号 内容”。',
    'contact-limit': '该账号的联系人已满，请删除联系人后重新生成绑定码。',
    unsupported: '仅支持文字消息。',
    'not-allowed': '您尚未绑定。请在控制台生成绑定码，并发送到本公众号。',
    'no-terminal': '最近没有终端来信。请发送“卡号 内容”。',
    'unknown-terminal': '没有该卡号的终端。',
    'too-many': '发送过于频繁，请稍后再试。',
    empty: '消息内容为空。',
    'not-encodable': '消息含有终端无法显示的字符。',
    'too-long': '消息过长。',
    'queue-full': '等待发送给该终端的消息过多，请稍后再试。',
    failed: '消息未能发送。',
  },
  en_US: {
    bound:
      'You are connected. What you write goes to the terminal that wrote last, or write "card number text".',
    'contact-limit': 'The account has no room for another contact. Delete one and create a new code.',
    unsupported: 'Only text messages can be sent.',
    'not-allowed': 'You are not connected. Create a code in the console and send it to this account.',
    'no-terminal': 'No terminal has written lately. Write "card number text".',
    'unknown-terminal': 'There is no terminal with this card number.',
    'too-many': 'Too many messages. Try again later.',
    empty: 'The message has no text.',
    'not-encodable': 'The message has characters that the terminal cannot display.',
    'too-long': 'The message is too long.',
    'queue-full': 'Too many messages wait for this terminal. Try again later.',
    failed: 'The message could not be sent.',
  },
};

/** The reply to a user; null: none, because the message was stored. */
export function replyText(outcome: WechatOutcome, language: Language): string | null {
  if (outcome === 'stored' || outcome === 'duplicate') return null;
  return TEXTS[language][outcome] ?? TEXTS[language].failed;
}
