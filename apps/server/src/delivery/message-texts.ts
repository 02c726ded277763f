import type { Notice } from '@wakeline/contract/entities/notice';
import type { Language } from '@wakeline/contract/entities/user-config';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';

/** Notices that a message to people lists. */
const MAX_LINES = 20;

/** Texts of a message. */
export interface MessageText {
  readonly subject: string;
  readonly lines: readonly string[];
  /** For text messages and pop-ups. */
  readonly short: string;
}

interface Texts {
  readonly time: (text: string) => string;
  readonly position: (text: string) => string;
  readonly address: (text: string) => string;
  readonly devicesOffline: (count: number) => string;
  readonly ofType: (title: string, count: number) => string;
  readonly several: (count: number) => string;
  readonly more: (count: number) => string;
  readonly escalation: string;
  readonly test: string;
  readonly codeSubject: string;
  readonly code: (code: string, sysName: string) => string;
  readonly codeLink: string;
  readonly unsubscribe: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  zh_CN: {
    time: (text) => `时间：${text}`,
    position: (text) => `位置：${text}`,
    address: (text) => `地址：${text}`,
    devicesOffline: (count) => `${count} 台设备离线`,
    ofType: (title, count) => `${title}：${count} 条`,
    several: (count) => `${count} 条通知`,
    more: (count) => `另有 ${count} 条，请在控制台查看。`,
    escalation: '尚无人受理，已通知第二级联系人',
    test: '这是一条测试消息，说明通知可以送达。',
    codeSubject: '确认接收通知',
    code: (code, sysName) =>
      `确认码：${code}。“${sysName}”希望向您发送设备通知；如同意，请将确认码告知对方，否则请忽略本消息。`,
    codeLink: '也可以打开以下链接并点击按钮：',
    unsubscribe: '退订',
  },
  en_US: {
    time: (text) => `Time: ${text}`,
    position: (text) => `Position: ${text}`,
    address: (text) => `Address: ${text}`,
    devicesOffline: (count) => `${count} devices offline`,
    ofType: (title, count) => `${title}: ${count} notifications`,
    several: (count) => `${count} notifications`,
    more: (count) => `${count} more: see the console.`,
    escalation: 'Not acknowledged, the second tier was notified',
    test: 'This is a test message: notifications can reach you.',
    codeSubject: 'Confirm notifications',
    code: (code, sysName) =>
      `Your code is ${code}. ${sysName} wants to send you notifications about devices. If you agree, pass the code on; otherwise ignore this message.`,
    codeLink: 'Or open this link and agree there:',
    unsubscribe: 'Unsubscribe',
  },
};

/** A message with one notice. */
export function textOfNotice(notice: Notice, language: Language): MessageText {
  const { time, position, address } = TEXTS[language];
  const { location } = notice;
  const lines = [notice.content, time(notice.createTimeStr)];
  if (location !== null)
    lines.push(position(`${location.latitude.toFixed(5)}, ${location.longitude.toFixed(5)}`));
  if (notice.address !== '') lines.push(address(notice.address));
  const subject = notice.trackerName === '' ? notice.title : `${notice.title}: ${notice.trackerName}`;
  return { subject, lines, short: `${notice.content} (${notice.createTimeStr})` };
}

/**
 * A message with several notices.
 *
 * @param total number of notices, of which `notices` may be only the first
 */
export function textOfNotices(
  notices: readonly Notice[],
  {
    types,
    total,
    language,
  }: { readonly types: readonly NoticeType[]; readonly total: number; readonly language: Language },
): MessageText {
  const texts = TEXTS[language];
  const [type, ...others] = types;
  const subject =
    type === undefined || others.length > 0
      ? texts.several(total)
      : type === 'OFFLINE'
        ? texts.devicesOffline(total)
        : texts.ofType(NOTICE_TITLES[language][type], total);
  const listed = notices.slice(0, MAX_LINES);
  const lines = [subject, '', ...listed.map(({ createTimeStr, content }) => `${createTimeStr}  ${content}`)];
  if (total > listed.length) lines.push('', texts.more(total - listed.length));
  return { subject, lines, short: subject };
}

/** The second tier of a task was notified of this alarm. */
export function textOfEscalation(notice: Notice, language: Language): MessageText {
  const { escalation } = TEXTS[language];
  const { subject, lines } = textOfNotice(notice, language);
  return {
    subject: `${escalation}: ${subject}`,
    lines: [escalation, '', ...lines],
    short: `${escalation}: ${notice.content}`,
  };
}

export function textOfTest(language: Language): MessageText {
  const { test } = TEXTS[language];
  return { subject: test, lines: [test], short: test };
}

/** @param link with which the address can be confirmed as well; null: none */
export function textOfCode(
  code: string,
  sysName: string,
  { language, link }: { readonly language: Language; readonly link: string | null },
): MessageText {
  const { codeSubject, codeLink, code: textOf } = TEXTS[language];
  const text = textOf(code, sysName);
  const lines = link === null ? [text] : [text, '', codeLink, link];
  return { subject: codeSubject, lines, short: text };
}

/** The text of the link that ends e-mails. */
export function unsubscribeText(language: Language): string {
  return TEXTS[language].unsubscribe;
}
